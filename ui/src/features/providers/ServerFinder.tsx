import { useMutation } from "@tanstack/react-query";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { useWords } from "../../i18n/useWords";
import { commands, type FoundServer } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { hostOf, servers } from "../../shared/providers/names";
import styles from "./ServerFinder.module.css";

interface ServerFinderProps {
	onPick: (server: Pick<FoundServer, "baseUrl" | "models">) => void;
}

/** The servers that run on this computer, and the usual addresses of those that do not yet. */
export function ServerFinder({ onPick }: ServerFinderProps) {
	const t = useWords();
	const looking = useMutation({ mutationFn: () => call(commands.providerDetect()) });
	return (
		<div className={styles.finder}>
			<div className={styles.row}>
				<Button disabled={looking.isPending} onClick={() => looking.mutate()}>
					{looking.isPending ? t("provider.looking") : t("provider.look")}
				</Button>
				<span className={styles.muted}>{t("provider.usual")}</span>
				{servers.map(({ name, baseUrl }) => (
					<Button
						key={name}
						kind="quiet"
						aria-label={t("provider.usualOf", { name })}
						onClick={() => onPick({ baseUrl, models: [] })}
					>
						{name}
					</Button>
				))}
			</div>
			{looking.isError && <ErrorNote error={looking.error} />}
			{looking.data?.length === 0 && <p role="status">{t("provider.noneFound")}</p>}
			{looking.data && looking.data.length > 0 && (
				<ul className={styles.found} aria-label={t("provider.found")}>
					{looking.data.map((server) => (
						<li key={server.baseUrl} className={styles.row}>
							<Button onClick={() => onPick(server)}>
								{t("provider.use", { name: server.name, host: hostOf(server.baseUrl) })}
							</Button>
							<span className={styles.muted}>
								{server.models.map(({ id }) => id).join(", ") || t("provider.noModels")}
							</span>
						</li>
					))}
				</ul>
			)}
		</div>
	);
}
