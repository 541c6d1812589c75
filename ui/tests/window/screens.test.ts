import { lookAt } from "./screens.ts";

/** The views once, as most people have them. Every screen in every look takes a soak. */
const views = [
	"first start",
	"pipeline",
	"source",
	"review",
	"facts",
	"audit",
	"work",
	"items",
	"what lines mean",
	"report",
	"providers",
	"an answer",
];

lookAt("light", {}, [{ theme: "light" }], views);
