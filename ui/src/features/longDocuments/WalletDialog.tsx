import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { ErrorNote } from "../../components/ErrorNote";
import { Field } from "../../components/Field";
import { LoadingMark } from "../../components/LoadingMark";
import { dateTime, number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { WordKey } from "../../i18n/words";
import type { Wallet, WalletEntry } from "../../ipc/bindings";
import { ledgerQuery, walletQuery } from "../../ipc/documentQueries";
import { addToWallet, setWalletCap, setWalletPaysAll } from "./actions";
import { amount } from "./names";
import parts from "./parts.module.css";
import styles from "./WalletDialog.module.css";

/** Shows the analyst's budget for documents: the balance, additions to it, the limit of a new run, and every booking.
 * */
export function WalletDialog({ onClose }: { onClose: () => void }) {
	const t = useWords();
	const wallet = useQuery(walletQuery);
	const ledger = useQuery(ledgerQuery);
	const error = wallet.error ?? ledger.error;
	return (
		<Dialog open onClose={onClose} title={t("documents.wallet")} width="large">
			{error && <ErrorNote error={error} />}
			{wallet.data ? <Balance wallet={wallet.data} /> : <LoadingMark />}
			<h3 className={styles.heading}>{t("documents.ledger")}</h3>
			<Ledger entries={ledger.data ?? []} />
		</Dialog>
	);
}

function Balance({ wallet }: { wallet: Wallet }) {
	const t = useWords();
	const [sum, setSum] = useState("");
	const [unit, setUnit] = useState(wallet.unit);
	const [cap, setCap] = useState(wallet.cap ?? "");
	const isEmpty = Number(wallet.balance) === 0;
	const add = async () => {
		if ((await addToWallet(sum, unit)) !== null) setSum("");
	};
	return (
		<>
			<p className={styles.balance}>
				{t("documents.balance", {
					balance: amount(t, wallet.balance, wallet.unit),
					reserved: amount(t, wallet.reserved, wallet.unit),
				})}
			</p>
			<p className={parts.text}>{t("documents.walletText")}</p>
			<form
				className={parts.line}
				onSubmit={(event) => {
					event.preventDefault();
					void add();
				}}
			>
				<Field label={t("documents.add")} value={sum} onChange={setSum} itemless />
				<Field label={t("documents.unit")} value={unit} onChange={setUnit} locked={!isEmpty} itemless />
				<Button kind="primary" type="submit" disabled={sum.trim() === ""}>
					{t("documents.addMoney")}
				</Button>
			</form>
			<form
				className={parts.line}
				onSubmit={(event) => {
					event.preventDefault();
					void setWalletCap(cap);
				}}
			>
				<Field label={t("documents.walletCap")} value={cap} onChange={setCap} itemless />
				<Button type="submit">{t("documents.setCap")}</Button>
			</form>
			<label className={parts.check}>
				<input
					type="checkbox"
					checked={wallet.paysAll}
					onChange={({ target }) => void setWalletPaysAll(target.checked)}
				/>
				{t("documents.paysAll")}
			</label>
		</>
	);
}

const kinds: Readonly<Record<string, WordKey>> = {
	deposit: "documents.entry.deposit",
	reservation: "documents.entry.reservation",
	debit: "documents.entry.debit",
	release: "documents.entry.release",
};

const tasks: Readonly<Record<string, WordKey>> = {
	documents: "provider.task.documents",
	chat: "provider.task.chat",
	extraction: "provider.task.extraction",
	derivation: "provider.task.derivation",
	search: "provider.task.search",
};

function Ledger({ entries }: { entries: readonly WalletEntry[] }) {
	const t = useWords();
	if (entries.length === 0) return <p className={parts.text}>{t("documents.noEntries")}</p>;
	return (
		<table className={parts.table}>
			<thead>
				<tr>
					<th scope="col">{t("documents.entry.when")}</th>
					<th scope="col">{t("documents.entry.what")}</th>
					<th scope="col">{t("documents.entry.amount")}</th>
					<th scope="col">{t("documents.entry.balance")}</th>
					<th scope="col">{t("documents.entry.tokens")}</th>
				</tr>
			</thead>
			<tbody>
				{entries.map((entry) => (
					<tr key={entry.id}>
						<td>{dateTime(entry.madeAt)}</td>
						<td>
							{t(kinds[entry.kind] ?? "documents.entry.debit")} {entry.model}
							{entry.task !== "" && ` (${t(tasks[entry.task] ?? "provider.task.documents")})`}
						</td>
						<td>{amount(t, entry.amount, entry.unit)}</td>
						<td>{amount(t, entry.balance, entry.unit)}</td>
						<td>
							{entry.kind === "debit" &&
								t("documents.entry.inOut", { input: number(entry.inputTokens), output: number(entry.outputTokens) })}
							{entry.counted === "estimate" && ` ${t("documents.estimated")}`}
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}
