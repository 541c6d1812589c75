import { usePlaceName } from "../../components/place";
import type { Place } from "../../ipc/bindings";
import styles from "./BlockPlace.module.css";

/** Shows the start of a block in the document: over its words, and no part of them. */
export function BlockPlace({ place }: { place: Place }) {
	const name = usePlaceName();
	return <p className={styles.place}>{name(place)}</p>;
}
