import { date, money, number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { SentCost, SentRequest } from "../../ipc/bindings";

/** Returns the outcome of a request, in words. A value that the server did not give is null, never a guess. */
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

/** Returns a cost in words, with the source of the price. */
function costWords(t: ReturnType<typeof useWords>, { amount, currency, byPriceOf }: SentCost): string {
	const cost = money(amount ?? 0, currency);
	return byPriceOf === null ? cost : t("provider.costByPrice", { cost, day: date(Date.parse(byPriceOf)) });
}
