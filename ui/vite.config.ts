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
						// What every start needs comes in three files, each with all that it stands on. Left to itself the bundler
						// made sixty, and the host is asked for each one by itself.
						groups: [
							{ name: "first", test: /\/src\/(first\.ts|styles\/first-paint\.css)$/, priority: 3 },
							{ name: "ahead", test: /\/src\/app\/(ahead|sketch\/sketch)\.ts$/, priority: 2 },
							{ name: "main", test: /\/src\/(main\.tsx|features\/inspector\/Inspector\.tsx)$/, priority: 1 },
						],
					},
				},
			},
			chunkSizeWarningLimit: 900,
		},
		server: { port: 1420, strictPort: true },
	};
});
