import labels from "../../../../src-tauri/core/labels/de.json";
import type { PackWords } from "../packs";

/** The labels of the keys that the packs ship, which the host says in reports too. A key that the analyst made keeps the
 * label it was given. */
export const keyLabels: PackWords = Object.entries(labels);
