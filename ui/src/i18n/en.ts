import app from "./en/app";
import audit from "./en/audit";
import command from "./en/command";
import facts from "./en/facts";
import inputs from "./en/inputs";
import inspector from "./en/inspector";
import library from "./en/library";
import pipeline from "./en/pipeline";
import review from "./en/review";
import settings from "./en/settings";
import source from "./en/source";
import transfer from "./en/transfer";

export default {
	...app,
	...audit,
	...command,
	...facts,
	...inputs,
	...inspector,
	...library,
	...pipeline,
	...review,
	...settings,
	...source,
	...transfer,
};
