import app from "./de/app";
import audit from "./de/audit";
import memory from "./de/catalogue";
import chat from "./de/chat";
import command from "./de/command";
import coverage from "./de/coverage";
import facts from "./de/facts";
import inbox from "./de/inbox";
import inputs from "./de/inputs";
import inspector from "./de/inspector";
import items from "./de/items";
import knowledge from "./de/knowledge";
import library from "./de/library";
import documents from "./de/longDocuments";
import document from "./de/originals";
import overview from "./de/overview";
import past from "./de/past";
import pipeline from "./de/pipeline";
import provider from "./de/providers";
import report from "./de/reports";
import search from "./de/retrieval";
import review from "./de/review";
import settings from "./de/settings";
import source from "./de/source";
import transfer from "./de/transfer";
import work from "./de/work";

export default {
	...app,
	...audit,
	...chat,
	...command,
	...coverage,
	...document,
	...documents,
	...facts,
	...inbox,
	...inputs,
	...inspector,
	...items,
	...knowledge,
	...library,
	...overview,
	...past,
	...memory,
	...pipeline,
	...provider,
	...report,
	...review,
	...search,
	...settings,
	...source,
	...transfer,
	...work,
};
