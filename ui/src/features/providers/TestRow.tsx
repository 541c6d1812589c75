import { useMutation } from "@tanstack/react-query";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { scrollIntoView } from "../../components/scrollIntoView";
import { milliseconds, number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import { commands, type ProviderChoice, type ProviderTask, type ProviderVerdict } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { isSameChoice } from "../../shared/providers/names";
import styles from "./TestRow.module.css";

interface TestRowProps {
	choice: ProviderChoice;
	/** The task that it is for. */
	purpose: ProviderTask;
	/** Keeps a key that was typed, so that what is tested is what stands there. */
	before: () => Promise<void>;
	onVerdict: (verdict: ProviderVerdict) => void;
}

/** Asks a provider for one word, and says what came of it. Nothing of a discovery is sent. */
export function TestRow({ choice, purpose, before, onVerdict }: TestRowProps) {
	const t = useWords();
	const test = useMutation({
		mutationFn: async ({ choice: tested, task }: { choice: ProviderChoice; task: string }) => {
			await before();
			return call(commands.providerTest(tested, purpose, task));
		},
		onSuccess: onVerdict,
	});
	const { variables } = test;
	// A verdict is about what was tested, and not about what was written since.
	const isOfThis = variables !== undefined && isSameChoice(variables.choice, choice);
	const stop = () => void (variables && call(commands.taskCancel(variables.task)).catch(() => undefined));
	return (
		<div className={styles.test}>
			<div className={styles.actions}>
				<Button disabled={test.isPending} onClick={() => test.mutate({ choice, task: crypto.randomUUID() })}>
					{test.isPending ? t("provider.testing") : t("provider.test")}
				</Button>
				{test.isPending && <Button onClick={stop}>{t("provider.stop")}</Button>}
			</div>
			{isOfThis && !test.isPending && (
				<div ref={scrollIntoView}>
					{test.isError && <ErrorNote title={t("provider.fails")} error={test.error} />}
					{test.data && <Outcome verdict={test.data} />}
				</div>
			)}
		</div>
	);
}

function Outcome({ verdict: { model, models, tookMs, error } }: { verdict: ProviderVerdict }) {
	const t = useWords();
	if (error?.code === "cancelled") return <p role="status">{t("provider.stopped")}</p>;
	if (error) return <ErrorNote title={t("provider.fails")} error={error} />;
	return (
		<p role="status" className={styles.works} data-selectable>
			✓ {t("provider.works", { model: model ?? "", time: milliseconds(tookMs) })}{" "}
			{models.length > 0 && t("provider.lists", { count: models.length, shown: number(models.length) })}
		</p>
	);
}
