import { useMutation, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { ErrorNote } from "../../components/ErrorNote";
import { Field } from "../../components/Field";
import { submitHandler } from "../../components/submitHandler";
import { useWords } from "../../i18n/useWords";
import { commands } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { ratesQuery } from "../../ipc/catalogueQueries";
import { removeRate } from "./actions";
import styles from "./PriceStats.module.css";

const nothing = { from: "", to: "", rate: "", date: "", note: "" };

/** Edits the exchange rates, as the analyst gave them: without a rate nothing is converted. */
export function RatesDialog({ onClose }: { onClose: () => void }) {
	const t = useWords();
	const form = useId();
	const rates = useQuery(ratesQuery);
	const [fields, setFields] = useState(nothing);
	const adding = useMutation({
		mutationFn: () => call(commands.rateAdd(fields)),
		onSuccess: () => setFields(nothing),
	});
	const isWhole = fields.from.trim() !== "" && fields.to.trim() !== "" && fields.rate.trim() !== "";
	return (
		<Dialog
			open
			onClose={onClose}
			title={t("memory.rates")}
			light={fields.rate === ""}
			actions={
				<>
					<Button onClick={onClose}>{t("app.close")}</Button>
					<Button kind="primary" type="submit" form={form} disabled={!isWhole || adding.isPending}>
						{t("memory.addRate")}
					</Button>
				</>
			}
		>
			<p>{t("memory.ratesText")}</p>
			{(rates.data?.length ?? 0) > 0 && (
				<table className={styles.table}>
					<caption className="visually-hidden">{t("memory.rates")}</caption>
					<tbody>
						{rates.data?.map((rate) => (
							<tr key={rate.id}>
								<td>
									1 {rate.from} = {rate.rate} {rate.to}
								</td>
								<td>{rate.date}</td>
								<td>
									<Button kind="quiet" onClick={() => void removeRate(rate.id)}>
										{t("memory.remove")}
									</Button>
								</td>
							</tr>
						))}
					</tbody>
				</table>
			)}
			<form id={form} onSubmit={submitHandler(() => adding.mutate())}>
				<Field
					label={t("memory.rateFrom")}
					itemless
					value={fields.from}
					onChange={(from) => setFields({ ...fields, from })}
				/>
				<Field label={t("memory.rateTo")} itemless value={fields.to} onChange={(to) => setFields({ ...fields, to })} />
				<Field
					label={t("memory.rate")}
					itemless
					value={fields.rate}
					onChange={(rate) => setFields({ ...fields, rate })}
				/>
				<Field
					label={t("memory.date")}
					itemless
					hint={t("memory.dateHint")}
					value={fields.date}
					onChange={(date) => setFields({ ...fields, date })}
				/>
			</form>
			{adding.isError && <ErrorNote error={adding.error} />}
		</Dialog>
	);
}
