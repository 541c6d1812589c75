import type { PackArea, PackWords } from "../packs";
import { keyLabels } from "./keys";
import { questions } from "./questions";

/** Labels and questions of the packs of keys, in German. The English side stands in the packs; a test looks. */
export default { question: questions, label: keyLabels } satisfies Record<Exclude<PackArea, "property">, PackWords>;
