import babel from "@rolldown/plugin-babel";
import react, { reactCompilerPreset } from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
	plugins: [react(), babel({ presets: [reactCompilerPreset()] })],
	build: {
		target: "safari16.4",
		// Nothing may be inlined: the content security policy of the window allows files of our own only.
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
		rolldownOptions: {
			output: {
				codeSplitting: {
					// Code that every start needs comes in one file. Left to itself the bundler made sixty, and the host is asked for
					// each one by itself.
					groups: [{ name: "main", test: /\/src\/main\.tsx$/ }],
				},
			},
		},
		chunkSizeWarningLimit: 900,
	},
});
