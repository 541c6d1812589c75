import { useLocationName } from "../../components/location";
import type { Place } from "../../ipc/bindings";
import styles from "./BlockPlace.module.css";

/** Shows the start of a block in the document: over its words, and no part of them. */
export function BlockPlace({ location }: { location: Place }) {
	const name = useLocationName();
	return <p className={styles.place}>{name(location)}</p>;
}
