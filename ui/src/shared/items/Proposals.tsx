import { useQuery } from "@tanstack/react-query";
import { Button } from "../../components/Button";
import { LinkButton } from "../../components/LinkButton";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { ItemProposal, ProposedPrice } from "../../ipc/bindings";
import { proposalsQuery } from "../../ipc/itemQueries";
import type { ViewId } from "../../state/navigation";
import { openEvidence } from "../facts/origin";
import { confirmItems } from "./confirm";
import { useMoney } from "./money";
import styles from "./Proposals.module.css";

interface ProposalsProps {
	discovery: string;
	origin: ViewId;
	/** Called once all of them are items. */
	onAll?: () => void;
}

/** Offers new items that offers and price lists name with a price: each becomes an item, with its prices, by one press. */
export function Proposals({ discovery, origin, onAll }: ProposalsProps) {
	const t = useWords();
	const found = useQuery(proposalsQuery(discovery)).data ?? [];
	if (found.length === 0) return null;
	const facts = found.flatMap(({ prices, others }) => [...prices.map(({ fact }) => fact), ...others]);
	const waiting = new Set(facts.filter(({ waits }) => waits).map(({ id }) => id)).size;
	const title = t("items.proposals", { count: found.length, shown: number(found.length) });
	return (
		<section className={styles.proposals} aria-label={title}>
			<header className={styles.head}>
				<div>
					<h3>{title}</h3>
					{waiting > 0 && <small>{t("items.accepts", { count: waiting, shown: number(waiting) })}</small>}
				</div>
				<Button kind="primary" onClick={() => void confirmItems(discovery, []).then((done) => done && onAll?.())}>
					{t("items.confirmAll")}
				</Button>
			</header>
			<ul className={styles.list}>
				{found.map((proposal) => (
					<Proposal key={proposal.id} discovery={discovery} proposal={proposal} origin={origin} />
				))}
			</ul>
		</section>
	);
}

function Proposal({ discovery, proposal, origin }: { discovery: string; proposal: ItemProposal; origin: ViewId }) {
	const t = useWords();
	const { id, name, also, item, prices, others } = proposal;
	const choice = { proposal: id, name: null, item: item?.reference ?? null };
	return (
		<li className={styles.proposal} aria-label={name}>
			<div className={styles.told}>
				<strong dir="auto">{name}</strong>
				{also.length > 0 && <small>{t("items.alsoCalled", { names: also.join(", ") })}</small>}
				<ul>
					{prices.map((price) => (
						<Price key={`${price.fact.id} ${price.price.minor}`} price={price} origin={origin} />
					))}
				</ul>
				{others.length > 0 && <small dir="auto">{others.map(({ text }) => text).join(" · ")}</small>}
			</div>
			<Button aria-label={t("items.confirmName", { name })} onClick={() => void confirmItems(discovery, [choice])}>
				{item ? t("items.confirmInto", { item: item.reference }) : t("items.confirm")}
			</Button>
		</li>
	);
}

function Price({ price, origin }: { price: ProposedPrice; origin: ViewId }) {
	const t = useWords();
	const money = useMoney();
	const { fact, unit, isSum, tax, quantity, terms } = price;
	const dated = (date: string) => money.date(date, Date.parse(date) / 86_400_000);
	const parts = [
		isSum ? t("items.sum", { price: money.amount(price.price) }) : money.per(price.price, unit),
		tax && t(`memory.tax.${tax}`),
		quantity && t("memory.quantityOf", { quantity }),
		terms.vendor,
		terms.date && dated(terms.date),
		terms.validUntil && t("memory.validUntil", { date: dated(terms.validUntil) }),
		fact.conflict && t("facts.status.conflict"),
	];
	return (
		<li>
			{parts.filter(Boolean).join(" · ")}{" "}
			<LinkButton onClick={() => void openEvidence(fact.id, origin)}>{fact.label}</LinkButton>
		</li>
	);
}
