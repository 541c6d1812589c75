import { runCommand } from "../../../commands/bindings";
import { ActionMenu } from "../../../components/ActionMenu";
import { Button } from "../../../components/Button";
import { Keys } from "../../../components/Keys";
import { useWords } from "../../../i18n/useWords";
import type { Card } from "../../../ipc/bindings";
import { archiveCards, deleteCards, markReviewed, setCardState } from "../../../shared/cards/actions";
import { MakeNext } from "../../../shared/cards/MakeNext";
import { nextKind, openNewCard } from "../../../shared/cards/newCard";
import { usePipeline } from "../../../shared/cards/state";
import { needsRecheck } from "../../../shared/cards/status";
import { useNavigation } from "../../../state/navigation";
import styles from "../FactActions.module.css";

interface EntityActionsProps {
	discovery: string;
	card: Card;
	onEdit: (() => void) | null;
}

/** Shows the actions for the shown card, the first of them with its key. */
export function EntityActions({ discovery, card, onEdit }: EntityActionsProps) {
	const t = useWords();
	const read = useNavigation((navigation) => navigation.read);
	const showView = useNavigation((navigation) => navigation.show);
	const { label, archived } = card;
	const isInput = label.startsWith("I");
	const trace = () => {
		showView("pipeline");
		usePipeline.setState({ report: label });
	};
	const open = () => {
		read(discovery, card.id);
		showView("source");
	};
	const next = nextKind([label]);
	const isDraft = card.status === "draft";
	return (
		<footer className={styles.actions}>
			{needsRecheck(card.status) ? (
				<Button kind="primary" className={styles.state} onClick={() => void markReviewed(discovery, [label])}>
					{t("pipeline.review")} <Keys written="M" />
				</Button>
			) : (
				<Button
					kind="primary"
					className={styles.state}
					disabled={!isDraft}
					onClick={() => void setCardState(discovery, [label], "validated")}
				>
					{isDraft ? t("pipeline.validate") : t("pipeline.status.validated")} {isDraft && <Keys written="A" />}
				</Button>
			)}
			{isInput && <Button onClick={open}>{t("inputs.show")}</Button>}
			{onEdit && (
				<Button onClick={onEdit}>
					{t("inspector.edit")} <Keys written="E" />
				</Button>
			)}
			{!isInput && (
				<Button onClick={trace}>
					{t("pipeline.trace")} <Keys written="T" />
				</Button>
			)}
			<ActionMenu
				name={t("pipeline.moreFor", { label })}
				actions={[
					...(next === null ? [] : [{ words: t(`command.make.${next}`), run: () => openNewCard(next, [label]) }]),
					{ words: t("pipeline.linkWith"), run: () => runCommand("entity.link") },
					...(isInput || isDraft
						? []
						: [{ words: t("pipeline.toDraft"), run: () => void setCardState(discovery, [label], "draft") }]),
					{
						words: archived ? t("pipeline.unarchive") : t("pipeline.archive"),
						run: () => void archiveCards(discovery, [label], !archived),
					},
					{ words: t("pipeline.delete"), run: () => void deleteCards(discovery, [label]), grave: true },
				]}
			/>
			<MakeNext labels={[label]} kind="quiet" />
		</footer>
	);
}
