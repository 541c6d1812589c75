import { lookAt } from "../screens.ts";

/** The longer language with little room: a window of 1280 by 800 at 200 %. */
lookAt("German at 200 %", { language: "de", width: 640, height: 400 }, [
	{ theme: "light", rules: ["target-size", "scrollable-region-focusable"] },
]);
