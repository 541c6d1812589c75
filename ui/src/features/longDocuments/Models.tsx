import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/Button";
import { Field } from "../../components/Field";
import { useWords } from "../../i18n/useWords";
import { commands, type ProviderChoice } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { providerQuery } from "../../ipc/providerQueries";
import { reportError } from "../../state/toasts";
import parts from "./parts.module.css";
import styles from "./StartForm.module.css";

interface ModelsProps {
	/** None is the chat's own. */
	chosen: readonly string[];
	onChange: (models: readonly string[]) => void;
}

/** The models that write: those of the server that the chat is set to, and others by name. */
export function Models({ chosen, onChange }: ModelsProps) {
	const t = useWords();
	const { data: provider } = useQuery(providerQuery);
	const choice = provider?.effective.chat;
	// Only when it is asked for: it is a call to the server.
	const listing = useMutation({
		mutationFn: (of: ProviderChoice) => call(commands.providerModels(of)),
		onError: (error) => reportError(error),
	});
	const found = listing.data ?? [];
	const [typed, setTyped] = useState("");
	// Before it is known which model is the chat's own, to add another would leave that one out.
	if (!provider) return null;
	const own = choice?.model ?? null;
	const names = [...new Set([...(own ? [own] : []), ...found.map(({ id }) => id), ...chosen])];
	const isChosen = (name: string) => (chosen.length === 0 ? name === own : chosen.includes(name));
	const ticked = names.filter(isChosen);
	const add = () => {
		const name = typed.trim();
		if (name !== "") onChange([...new Set([...ticked, name])]);
		setTyped("");
	};
	return (
		<fieldset className={styles.group}>
			<legend>{t("documents.models")}</legend>
			<div className={styles.checks}>
				{names.map((name) => (
					<label key={name} className={parts.check}>
						<input
							type="checkbox"
							checked={isChosen(name)}
							onChange={({ target }) =>
								onChange(target.checked ? [...ticked, name] : ticked.filter((other) => other !== name))
							}
						/>
						{name}
					</label>
				))}
			</div>
			<div className={parts.line}>
				<Field label={t("documents.otherModel")} value={typed} onChange={setTyped} itemless />
				<Button onClick={add} disabled={typed.trim() === ""}>
					{t("documents.addModel")}
				</Button>
				{choice && choice.provider !== "offline" && (
					<Button onClick={() => listing.mutate(choice)} disabled={listing.isPending}>
						{t("documents.listModels")}
					</Button>
				)}
			</div>
		</fieldset>
	);
}
