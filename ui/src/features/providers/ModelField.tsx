import { Autocomplete } from "@base-ui/react/autocomplete";
import { useMutation } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useId } from "react";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { useWords } from "../../i18n/useWords";
import { commands, type ProviderChoice, type ProviderModel } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import type { OnlineProvider } from "../../shared/providers/names";
import styles from "./ModelField.module.css";

interface ModelFieldProps {
	choice: ProviderChoice;
	kind: OnlineProvider;
	/** The model taken where none is named. */
	usual: string;
	/** The models that the server is known to list. */
	models: readonly ProviderModel[];
	onModels: (models: ProviderModel[]) => void;
	/** Keeps a key that was typed, since a server may ask for it. */
	before: () => Promise<void>;
	onChange: (model: string | null) => void;
	/** The variable that holds instead. */
	variable: string | null;
}

/** A model by its name: typed, or picked from what the server lists. */
export function ModelField({ choice, kind, usual, models, onModels, before, onChange, variable }: ModelFieldProps) {
	const t = useWords();
	const id = useId();
	const listing = useMutation({
		mutationFn: async () => {
			await before();
			return call(commands.providerModels(choice));
		},
		onSuccess: onModels,
	});
	return (
		<div className={styles.model}>
			<label htmlFor={id} className={styles.label}>
				{t("provider.model")}
			</label>
			<div className={styles.row}>
				<Autocomplete.Root
					items={models.map((model) => model.id)}
					value={choice.model ?? ""}
					onValueChange={(typed) => onChange(typed === "" ? null : typed)}
					openOnInputClick
				>
					<Autocomplete.InputGroup className={styles.group}>
						<Autocomplete.Input
							id={id}
							className={styles.field}
							readOnly={variable !== null}
							placeholder={usual}
							aria-describedby={`${id}-hint`}
							spellCheck={false}
						/>
						{models.length > 0 && variable === null && (
							<Autocomplete.Trigger className={styles.trigger} aria-label={t("provider.showModels")}>
								<ChevronDown size={14} aria-hidden />
							</Autocomplete.Trigger>
						)}
					</Autocomplete.InputGroup>
					{models.length > 0 && (
						<Autocomplete.Portal>
							<Autocomplete.Positioner sideOffset={4} className={styles.positioner}>
								<Autocomplete.Popup className={styles.popup}>
									<Autocomplete.Empty className={styles.empty}>{t("provider.noModelMatches")}</Autocomplete.Empty>
									<Autocomplete.List>
										{(model: string) => (
											<Autocomplete.Item key={model} value={model} className={styles.item}>
												{model}
											</Autocomplete.Item>
										)}
									</Autocomplete.List>
								</Autocomplete.Popup>
							</Autocomplete.Positioner>
						</Autocomplete.Portal>
					)}
				</Autocomplete.Root>
				<Button disabled={listing.isPending} onClick={() => listing.mutate()}>
					{listing.isPending ? t("provider.listing") : t("provider.list")}
				</Button>
			</div>
			<p id={`${id}-hint`} className={styles.hint}>
				{variable ? t("provider.setBy", { variable }) : t(`provider.modelHint.${kind}`)}
			</p>
			{listing.isError && <ErrorNote title={t("provider.listFailed")} error={listing.error} />}
			{listing.isSuccess && (
				<p role="status">{t("provider.lists", { count: models.length, shown: String(models.length) })}</p>
			)}
		</div>
	);
}
