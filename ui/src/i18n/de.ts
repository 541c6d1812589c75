import app from "./de/app";
import audit from "./de/audit";
import chat from "./de/chat";
import command from "./de/command";
import coverage from "./de/coverage";
import document from "./de/document";
import documents from "./de/documents";
import facts from "./de/facts";
import inbox from "./de/inbox";
import inputs from "./de/inputs";
import inspector from "./de/inspector";
import items from "./de/items";
import knowledge from "./de/knowledge";
import library from "./de/library";
import memory from "./de/memory";
import overview from "./de/overview";
import past from "./de/past";
import pipeline from "./de/pipeline";
import provider from "./de/provider";
import report from "./de/report";
import review from "./de/review";
import search from "./de/search";
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
