import { useQuery } from "@tanstack/react-query";
import { Keys } from "../../components/Keys";
import { useWords } from "../../i18n/useWords";
import type { FactDetail } from "../../ipc/bindings";
import { itemsQuery } from "../../ipc/itemQueries";
import { useCurrentDiscovery } from "../../state/current";
import { useNavigation } from "../../state/navigation";
import styles from "./FactItem.module.css";
import { askItemOfFact } from "./factItemQuestion";
import { useItems } from "./state";

/** Shows the item that a fact is about, the way to its page, and the way to say otherwise. */
export function FactItem({ detail: { fact, item, takesItem } }: { detail: FactDetail }) {
	const t = useWords();
	const discovery = useCurrentDiscovery() ?? "";
	const items = useQuery({ ...itemsQuery(discovery), enabled: discovery !== "" });
	const show = useNavigation((navigation) => navigation.show);
	const open = useItems((state) => state.show);
	const name = items.data?.find(({ reference }) => reference === item)?.name ?? "";
	const goTo = () => {
		open(discovery, item);
		show("items");
	};
	return (
		<span className={styles.item}>
			{item === null ? (
				<span className={styles.none}>{t("items.ofProject")}</span>
			) : (
				<button type="button" className={styles.link} onClick={goTo}>
					{item} {name}
				</button>
			)}
			{takesItem && (
				<span>
					<button type="button" className={styles.link} onClick={() => askItemOfFact(discovery, fact.id)}>
						{t(item === null ? "items.sayItem" : "items.changeItem")}
					</button>{" "}
					<Keys written="I" />
				</span>
			)}
		</span>
	);
}
