import { defineConfig, mergeConfig } from "vitest/config";
import { FailedLast } from "./tests/failedLast.ts";
import viteConfig from "./vite.config.ts";

export default mergeConfig(
	viteConfig,
	defineConfig({
		test: {
			reporters: ["default", new FailedLast()],
			projects: [
				{
					extends: true,
					test: {
						name: "unit",
						environment: "happy-dom",
						include: ["tests/unit/**/*.test.{ts,tsx}"],
						testTimeout: 30_000,
						sequence: { groupOrder: 0 },
					},
				},
				{
					extends: true,
					test: {
						name: "host",
						environment: "happy-dom",
						include: ["tests/host/**/*.test.ts"],
						globalSetup: "tests/host/setup.ts",
						testTimeout: 30_000,
						sequence: { groupOrder: 0 },
					},
				},
				{
					extends: true,
					test: {
						name: "window",
						environment: "node",
						// Tests that take the better part of an hour are for a soak.
						include: [process.env.FACTLY_SOAK ? "tests/window/soak/*.test.ts" : "tests/window/*.test.ts"],
						globalSetup: ["tests/host/setup.ts", "tests/window/setup.ts"],
						testTimeout: 120_000,
						hookTimeout: 120_000,
						// A value read from a page is read until it holds: React and the host answer when they can.
						expect: { poll: { timeout: 30_000, interval: 40 } },
						// Two browsers side by side also where there are two cores: each waits for its own window half of the time.
						maxWorkers: 2,
						// Projects of different numbers of workers must not share a group: the units first, they fail in seconds.
						sequence: { groupOrder: 1 },
					},
				},
			],
		},
	}),
);
