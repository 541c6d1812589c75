import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { ErrorNote } from "../../components/ErrorNote";
import { LoadingMark } from "../../components/LoadingMark";
import { SearchField } from "../../components/SearchField";
import { useWords } from "../../i18n/useWords";
import { discoveriesQuery } from "../../ipc/queries";
import { exportDiscoveries } from "../../shared/discoveries/transfer";
import styles from "./ExportDialog.module.css";

/** Selects the discoveries for one file; with a search, ticked ones stay ticked. */
export default function ExportDialog({ onClose }: { onClose: () => void }) {
	const t = useWords();
	const [search, setSearch] = useState("");
	const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
	const [originals, setOriginals] = useState(false);
	const all = useQuery(discoveriesQuery("", false));
	const found = useQuery(discoveriesQuery(search.trim(), false));
	const picked = (all.data ?? []).filter(({ id }) => chosen.has(id));
	const toggle = (id: string) => {
		const others = [...chosen].filter((one) => one !== id);
		setChosen(new Set(chosen.has(id) ? others : [...others, id]));
	};
	const run = () => {
		onClose();
		void exportDiscoveries(picked, originals);
	};
	return (
		<Dialog
			open
			onClose={onClose}
			title={t("transfer.exportTitle")}
			actions={
				<>
					<Button onClick={onClose}>{t("app.cancel")}</Button>
					<Button kind="primary" disabled={picked.length === 0} onClick={run}>
						{t("transfer.exportChosen", { count: picked.length })}
					</Button>
				</>
			}
		>
			<SearchField name={t("library.search")} value={search} onChange={setSearch} />
			{found.isPending && <LoadingMark />}
			{found.isError && <ErrorNote error={found.error} onRetry={() => void found.refetch()} />}
			<ul className={styles.list}>
				{found.data?.map(({ id, title }) => (
					<li key={id}>
						<label className={styles.row}>
							<input type="checkbox" checked={chosen.has(id)} onChange={() => toggle(id)} />
							{title}
						</label>
					</li>
				))}
			</ul>
			<label className={styles.row}>
				<input type="checkbox" checked={originals} onChange={(event) => setOriginals(event.target.checked)} />
				{t("transfer.withOriginals")}
			</label>
		</Dialog>
	);
}
