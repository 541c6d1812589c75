import { asSentence, type MessageTable } from "../backendMessages";
import { catalogue } from "./backendMessages/catalogue";
import { chat } from "./backendMessages/chat";
import { documents } from "./backendMessages/documents";
import { evidencePacks } from "./backendMessages/evidencePacks";
import { facts } from "./backendMessages/facts";
import { importFaults } from "./backendMessages/importFaults";
import { library } from "./backendMessages/library";
import { operations } from "./backendMessages/operations";
import { providers } from "./backendMessages/providers";
import { reports } from "./backendMessages/reports";
import { sentenceParts } from "./backendMessages/sentenceParts";
import { formerMessages, statusReasons } from "./backendMessages/statusReasons";
import { terms } from "./backendMessages/terms";
import { undoSteps } from "./backendMessages/undoSteps";

/** The host's messages, in German. The English side stands in its sources to the letter, and all of it is here; a test
 * looks. */
export default [
	...catalogue,
	...chat,
	...documents,
	...operations,
	...facts,
	...library,
	...importFaults,
	...evidencePacks,
	...providers,
	...statusReasons,
	...reports,
	...undoSteps,
	...terms,
	...formerMessages,
	...sentenceParts,
	...sentenceParts.map(([english, german]) => [asSentence(english), asSentence(german)] as const),
] satisfies MessageTable;
