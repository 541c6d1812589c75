import { useMutation } from "@tanstack/react-query";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { withItemNames } from "../../components/mentions/names";
import { useWords } from "../../i18n/useWords";
import type { DuplicateHold } from "../../ipc/bindings";
import type { Label } from "../../ipc/label";
import { mergeCards } from "../../shared/cards/actions";
import { DuplicateChoices } from "../../shared/cards/DuplicateChoices";
import { acceptAnyway } from "../../shared/facts/actions";
import { closeDuplicateHolds, useDuplicateHolds } from "../../state/duplicateHolds";
import styles from "./DuplicateHoldsDialog.module.css";

/** Facts that were not accepted, since a card says the same: merge each into that card, keep it beside it, or leave it. */
export function DuplicateHoldsDialog() {
	const t = useWords();
	const waiting = useDuplicateHolds((now) => now.waiting);
	const leave = () => closeDuplicateHolds(waiting.map(({ held }) => held.id));
	const accepting = useMutation({
		mutationFn: async () => {
			const first = waiting[0];
			const ids = waiting.filter(({ discovery }) => discovery === first?.discovery).map(({ held }) => held.id);
			if (first && (await acceptAnyway(first.discovery, ids))) closeDuplicateHolds(ids);
		},
	});
	if (waiting.length === 0) return null;
	return (
		<Dialog
			open
			onClose={leave}
			title={t("pipeline.duplicatesTitle")}
			width="wide"
			light={false}
			actions={
				<>
					<Button onClick={leave}>{t("facts.leave")}</Button>
					{waiting.length > 1 && (
						<Button disabled={accepting.isPending} onClick={() => accepting.mutate()}>
							{t("facts.keepAllVariants", { count: waiting.length })}
						</Button>
					)}
				</>
			}
		>
			<p role="status">{t("facts.heldBack", { count: waiting.length })}</p>
			<ul className={styles.list}>
				{waiting.map(({ discovery, held }) => (
					<HeldEntity key={held.id} discovery={discovery} held={held} />
				))}
			</ul>
		</Dialog>
	);
}

function HeldEntity({ discovery, held }: { discovery: string; held: DuplicateHold }) {
	const t = useWords();
	const deciding = useMutation({
		mutationFn: async (into: Label | null) => {
			const done = into === null ? acceptAnyway(discovery, [held.id]) : mergeCards(discovery, into, [held.label], true);
			if (await done) closeDuplicateHolds([held.id]);
		},
	});
	return (
		<li className={styles.item} aria-label={held.label}>
			<p className={styles.text} data-selectable>
				<b>{held.label}</b> {withItemNames(held.text)}
			</p>
			<DuplicateChoices duplicates={held.duplicates} busy={deciding.isPending} onUse={deciding.mutate} />
			<div>
				<Button disabled={deciding.isPending} onClick={() => deciding.mutate(null)}>
					{t("pipeline.keepVariant")}
				</Button>
			</div>
		</li>
	);
}
