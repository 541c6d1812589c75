import { lookAt } from "../screens.ts";

/** As most people have it, then dark. What does not depend on colour was asked in the light. */
lookAt("light, then dark", {}, [{ theme: "light" }, { theme: "dark", rules: ["color-contrast"] }]);
