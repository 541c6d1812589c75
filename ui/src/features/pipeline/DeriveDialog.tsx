import { type UseMutationResult, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { ErrorNote } from "../../components/ErrorNote";
import { Field } from "../../components/Field";
import { ProgressBar } from "../../components/ProgressBar";
import { Select } from "../../components/Select";
import { useTranslateMessage } from "../../i18n/backendMessages";
import { useWords, words } from "../../i18n/useWords";
import { commands, type Kind, type OutputType, type SendTo, type UserMessage } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { asAppError } from "../../ipc/error";
import type { Label } from "../../ipc/label";
import { kindAfter, kindOf, outputTypes } from "../../shared/cards/kinds";
import { openNewCard } from "../../shared/cards/newCard";
import { withConsent } from "../../state/consent";
import { reportError, showToast } from "../../state/toasts";
import styles from "./DeriveDialog.module.css";
import { SuggestionList } from "./SuggestionList";

interface DeriveDialogProps {
	discovery: string;
	from: readonly Label[];
	onClose: () => void;
}

/** Asks for what follows from the selected cards. With no model set, the prompt goes out and the answer comes in by hand. */
export function DeriveDialog({ discovery, from, onClose }: DeriveDialogProps) {
	const t = useWords();
	const [answer, setAnswer] = useState("");
	const [outputType, setOutputType] = useState<OutputType>("report");
	const to: Kind = (from[0] === undefined ? null : kindAfter(kindOf(from[0]))) ?? "insight";
	const type = to === "output" ? outputType : null;
	const copying = useMutation({
		mutationFn: async () => {
			const prompt = await call(commands.derivationPrompt(discovery, [...from], to, type));
			await call(commands.copyText(prompt));
		},
		onSuccess: () => showToast({ title: words("pipeline.promptCopied") }),
		onError: (error) => reportError(error),
	});
	const checking = useMutation({
		mutationFn: () => call(commands.derivationSubmit(discovery, [...from], to, type, answer)),
	});
	const sending = useQuery({
		queryKey: ["would send", discovery, "derivation"],
		queryFn: () => call(commands.wouldSend(discovery, "derivation")),
	});
	const asking = useMutation({
		mutationFn: (task: string) =>
			withConsent(discovery, "derivation", () => call(commands.derivationRun(discovery, [...from], to, type, task))),
	});
	const name = t(`pipeline.kind.${to}`);
	const derived = asking.data ?? checking.data ?? null;

	return (
		<Dialog
			open
			onClose={onClose}
			title={t("pipeline.deriveTitle", { name, count: from.length })}
			width="wide"
			light={answer === ""}
			actions={
				derived ? (
					<Button kind="primary" onClick={onClose}>
						{t("app.close")}
					</Button>
				) : (
					<Button
						kind="primary"
						disabled={answer.trim() === "" || checking.isPending}
						onClick={() => checking.mutate()}
					>
						{t("pipeline.checkAnswer")}
					</Button>
				)
			}
		>
			{derived ? (
				<>
					<Problems problems={derived.problems} />
					<SuggestionList discovery={discovery} />
				</>
			) : (
				<>
					<p className={styles.from}>{from.join(", ")}</p>
					{to === "output" && (
						<Select
							name={t("pipeline.outputType")}
							value={outputType}
							options={outputTypes.map((one) => ({ value: one, words: t(`pipeline.output.${one}`) }))}
							onChange={setOutputType}
						/>
					)}
					{sending.data === null && <p>{t("pipeline.noModel")}</p>}
					{sending.data && <Ask to={sending.data} asking={asking} />}
					<div className={styles.row}>
						{to !== "input" && to !== "fact" && (
							<Button
								onClick={() => {
									onClose();
									openNewCard(to, from);
								}}
							>
								{t("pipeline.writeIt")}
							</Button>
						)}
						<Button onClick={() => copying.mutate()}>{t("pipeline.copyPrompt")}</Button>
					</div>
					<Field label={t("pipeline.answer")} itemless value={answer} onChange={setAnswer} rows={8} mono />
					{checking.isError && <ErrorNote error={checking.error} />}
				</>
			)}
		</Dialog>
	);
}

interface AskProps {
	to: SendTo;
	asking: Pick<UseMutationResult<unknown, Error, string>, "mutate" | "isPending" | "variables" | "error">;
}

/** The model that is set, to be asked; it may take minutes, and can be stopped. */
function Ask({ to, asking }: AskProps) {
	const t = useWords();
	const model = to.model ?? to.provider;
	if (asking.isPending) {
		return (
			<div className={styles.asking} role="status">
				<ProgressBar label={t("pipeline.asking", { model })} done={0} total={0} />
				<Button onClick={() => void call(commands.taskCancel(asking.variables ?? ""))}>
					{t("pipeline.stopAsking")}
				</Button>
			</div>
		);
	}
	return (
		<>
			<div>
				<Button kind="primary" onClick={() => asking.mutate(crypto.randomUUID())}>
					{t("pipeline.ask", { model, origin: to.origin })}
				</Button>
			</div>
			{asking.error && asAppError(asking.error).code !== "cancelled" && <ErrorNote error={asking.error} />}
			<p>{t("pipeline.orByHand")}</p>
		</>
	);
}

function Problems({ problems }: { problems: readonly UserMessage[] }) {
	const t = useWords();
	const say = useTranslateMessage();
	if (problems.length === 0) return null;
	return (
		<div>
			<p>{t("pipeline.problems", { count: problems.length })}</p>
			<ul className={styles.from}>
				{problems.map(say).map((problem) => (
					<li key={problem}>{problem}</li>
				))}
			</ul>
		</div>
	);
}
