import app from "./de/app";
import audit from "./de/audit";
import command from "./de/command";
import facts from "./de/facts";
import inputs from "./de/inputs";
import inspector from "./de/inspector";
import library from "./de/library";
import pipeline from "./de/pipeline";
import review from "./de/review";
import settings from "./de/settings";
import source from "./de/source";
import transfer from "./de/transfer";

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
