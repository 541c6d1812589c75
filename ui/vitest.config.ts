import { defineConfig, mergeConfig } from "vitest/config";
import viteConfig from "./vite.config.ts";

export default defineConfig((env) =>
	mergeConfig(
		viteConfig(env),
		defineConfig({
			test: {
				projects: [
					{
						extends: true,
						test: { name: "unit", environment: "happy-dom", include: ["tests/unit/**/*.test.{ts,tsx}"] },
					},
					{
						extends: true,
						test: {
							name: "window",
							environment: "node",
							include: ["tests/window/**/*.test.ts"],
							globalSetup: "tests/window/setup.ts",
							testTimeout: 60_000,
							hookTimeout: 120_000,
							// One browser at a time: the machines that run this have two cores.
							fileParallelism: false,
							// A browser that a busy machine starved for a minute is not a defect; one that fails twice is.
							retry: 1,
						},
					},
				],
			},
		}),
	),
);
