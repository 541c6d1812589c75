import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { Field } from "../../components/Field";
import { useTranslateMessage } from "../../i18n/backendMessages";
import { useWords } from "../../i18n/useWords";
import { commands, type KeyPlace, type ProviderChoice } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { client } from "../../ipc/client";
import { keyPlaceQuery } from "../../ipc/providerQueries";
import { isLocalAddress } from "../../shared/providers/names";
import styles from "./KeyField.module.css";

interface KeyFieldProps {
	choice: ProviderChoice;
	origin: string;
	/** The address that is saved, if it is another one. */
	oldOrigin: string | null;
	typed: string;
	onType: (key: string) => void;
	onKeep: () => Promise<void>;
}

/** Shows the place of the key of an address, and the way to give one. A key goes in and never comes out again. */
export function KeyField({ choice, origin, oldOrigin, typed, onType, onKeep }: KeyFieldProps) {
	const t = useWords();
	const keyPlace = useQuery(keyPlaceQuery(choice));
	const keeping = useMutation({ mutationFn: onKeep });
	const clearing = useMutation({
		mutationFn: () => call(commands.providerKeyClear(choice)),
		onSuccess: (next) => client.setQueryData(keyPlaceQuery(choice).queryKey, next),
	});
	const isKept = keyPlace.data?.place === "keyring" || keyPlace.data?.place === "this_run";
	const isNotForgotten = clearing.data?.place === "unknown" && keyPlace.data?.place === "unknown";
	const error = keeping.error ?? clearing.error;
	return (
		<div className={styles.key}>
			<Field
				label={t("provider.key")}
				secret
				value={typed}
				onChange={onType}
				hint={t("provider.keyHint", { origin })}
				onKeyDown={(event) => {
					if (event.key !== "Enter" || typed.trim() === "") return;
					event.preventDefault();
					keeping.mutate();
				}}
			/>
			<p role="status" className={styles.place}>
				{keyPlace.isFetching && !keyPlace.data ? (
					t("provider.lookingForKey")
				) : (
					<KeyPlaceText keyPlace={keyPlace.data} {...{ origin, oldOrigin, isNotForgotten }} />
				)}
			</p>
			{keyPlace.isError && <ErrorNote error={keyPlace.error} />}
			<div className={styles.actions}>
				<Button disabled={typed.trim() === "" || keeping.isPending} onClick={() => keeping.mutate()}>
					{keeping.isPending ? t("provider.keepingKey") : t("provider.keepKey")}
				</Button>
				{(isKept || isNotForgotten) && (
					<Button disabled={clearing.isPending} onClick={() => clearing.mutate()}>
						{t("provider.clearKey")}
					</Button>
				)}
			</div>
			{error !== null && <ErrorNote error={error} />}
		</div>
	);
}

interface PlaceProps {
	keyPlace: KeyPlace | undefined;
	origin: string;
	oldOrigin: string | null;
	isNotForgotten: boolean;
}

function KeyPlaceText({ keyPlace, origin, oldOrigin, isNotForgotten }: PlaceProps) {
	const t = useWords();
	const say = useTranslateMessage();
	switch (keyPlace?.place) {
		case "keyring":
			return `✓ ${t("provider.keyInKeyring", { origin })}`;
		case "this_run":
			return `✓ ${t("provider.keyThisRun", { because: say(keyPlace.because) })}`;
		case "environment":
			return `✓ ${t("provider.keyInEnvironment", { variable: keyPlace.variable })}`;
		case "unknown":
			if (isNotForgotten) return `! ${t("provider.keyNotForgotten", { because: say(keyPlace.because) })}`;
			return `! ${t("provider.keyUnknown", { because: say(keyPlace.because) })}`;
		case "none":
			if (isLocalAddress(origin)) return t("provider.keyNotNeeded");
			if (oldOrigin) return `! ${t("provider.keyMoved", { old: oldOrigin, origin })}`;
			return `! ${t("provider.keyNone", { origin })}`;
		default:
			return null;
	}
}
