import app from "./en/app";
import audit from "./en/audit";
import memory from "./en/catalogue";
import chat from "./en/chat";
import command from "./en/command";
import coverage from "./en/coverage";
import facts from "./en/facts";
import inbox from "./en/inbox";
import inputs from "./en/inputs";
import inspector from "./en/inspector";
import items from "./en/items";
import knowledge from "./en/knowledge";
import library from "./en/library";
import documents from "./en/longDocuments";
import document from "./en/originals";
import overview from "./en/overview";
import past from "./en/past";
import pipeline from "./en/pipeline";
import provider from "./en/providers";
import report from "./en/reports";
import search from "./en/retrieval";
import review from "./en/review";
import settings from "./en/settings";
import source from "./en/source";
import transfer from "./en/transfer";
import work from "./en/work";

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
