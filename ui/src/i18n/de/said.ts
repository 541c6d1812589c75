import type { Sentences } from "../said";
import { catalogue } from "./said/catalogue";
import { chat } from "./said/chat";
import { clauses } from "./said/clauses";
import { documents } from "./said/documents";
import { doings } from "./said/doings";
import { facts } from "./said/facts";
import { library } from "./said/library";
import { packs } from "./said/packs";
import { providers } from "./said/providers";
import { former, reasons } from "./said/reasons";
import { reports } from "./said/reports";
import { steps } from "./said/steps";
import { words } from "./said/words";

/** The host's messages, in German. The English side stands in its sources to the letter, and all of it is here; a test
 * looks. */
export default [
	...catalogue,
	...chat,
	...documents,
	...doings,
	...facts,
	...library,
	...packs,
	...providers,
	...reasons,
	...reports,
	...steps,
	...words,
	...former,
	...clauses,
	...clauses.map(([english, german]) => [sentence(english), sentence(german)] as const),
] satisfies Sentences;

/** As the host makes a sentence of a clause. */
function sentence(clause: string): string {
	return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
}
