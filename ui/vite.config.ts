import babel from "@rolldown/plugin-babel";
import react, { reactCompilerPreset } from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// `--mode fake` builds the same window over the in-memory host, for the tests; a production build drops that code.
export default defineConfig(({ command, mode }) => {
	const fake = mode === "fake" || mode === "test" || command === "serve";
	return {
		plugins: [react(), babel({ presets: [reactCompilerPreset()] })],
		define: { __FAKE_HOST__: JSON.stringify(fake) },
		build: {
			target: "safari16.4",
			outDir: mode === "fake" ? "dist-fake" : "dist",
			// Nothing may be inlined: the content security policy of the window allows files of our own only.
			assetsInlineLimit: 0,
			modulePreload: { polyfill: false },
			rolldownOptions: {
				output: {
					codeSplitting: {
						// What every start needs comes in one file. Left to itself the bundler made sixty, and the host is asked
						// for each one by itself.
						groups: [{ name: "main", test: /\/src\/main\.tsx$/ }],
					},
				},
			},
			chunkSizeWarningLimit: 900,
		},
		server: { port: 1420, strictPort: true },
	};
});
