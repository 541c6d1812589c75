import type { Reporter, TestCase, TestModule } from "vitest/node";

/** Says once more, after everything else, what failed: of a long run often only the end is seen. */
export class FailedLast implements Reporter {
	onTestRunEnd(modules: readonly TestModule[]): void {
		const tests = modules.flatMap((module) => [...module.children.allTests()]);
		const lines = [
			...modules.flatMap((module) =>
				module.errors().map(({ message }) => `FAIL  ${module.relativeModuleId}: ${short(message)}`),
			),
			...tests.filter((test) => test.result().state === "failed").map((test) => `FAIL  ${nameOf(test)}`),
		];
		if (lines.length > 0) process.stdout.write(`${lines.join("\n")}\n`);
	}
}

const nameOf = (test: TestCase) =>
	`${test.module.relativeModuleId}: ${test.fullName}: ${short(test.result().errors?.[0]?.message ?? "")}`;

const short = (message: string) => message.replaceAll(/\s+/g, " ").slice(0, 300);
