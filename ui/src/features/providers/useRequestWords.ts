import { date, money, number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { SentCost, SentRequest } from "../../ipc/bindings";

/** What became of a request, in words. What the server did not say is null, never a guess. */
export function useRequestWords({ outcome, status, endedAt, error, inputTokens, outputTokens, cost }: SentRequest) {
	const t = useWords();
	const code = status === null ? "" : ` (${status})`;
	const ended = () => {
		if (endedAt === null) return t("provider.sentOpen");
		if (outcome === "stopped") return `■ ${t("provider.sentStopped")}`;
		return error === null ? `✓ ${t("provider.sentAnswered")}${code}` : `! ${t("provider.sentFailed")}${code}`;
	};
	const tokens =
		inputTokens === null && outputTokens === null
			? null
			: t("provider.tokens", {
					input: inputTokens === null ? "?" : number(inputTokens),
					output: outputTokens === null ? "?" : number(outputTokens),
				});
	return { outcome: ended(), tokens, cost: cost === null ? null : costWords(t, cost) };
}

/** Whose word a cost is goes with it. */
function costWords(t: ReturnType<typeof useWords>, { amount, currency, byPriceOf }: SentCost): string {
	const cost = money(amount ?? 0, currency);
	return byPriceOf === null ? cost : t("provider.costByPrice", { cost, day: date(Date.parse(byPriceOf)) });
}
