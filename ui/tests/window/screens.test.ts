import { lookAt } from "./screens.ts";

/** The views once, as most people have them. Every screen in every look takes a soak. */
const views = [
	"first start",
	"overview",
	"source",
	"coverage",
	"guide",
	"work",
	"review",
	"facts",
	"items",
	"known now",
	"pipeline",
	"report",
	"first document",
	"what lines mean",
	"audit",
	"providers",
	"an answer",
];

lookAt("light", {}, [{ theme: "light" }], views);
