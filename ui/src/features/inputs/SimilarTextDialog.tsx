import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { SimilarItem, SimilarItems } from "../../components/SimilarItems";
import { useTranslateMessage } from "../../i18n/backendMessages";
import { percent } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { LikeInput } from "../../ipc/bindings";
import type { SimilarTextQuestion } from "../../shared/inputs/similarTexts";
import styles from "./AlikeTextDialog.module.css";

/** Asks about a pasted or dropped text that is an Input already, or nearly: look at that one, add the text beside it,
 * or leave it. */
export default function SimilarTextDialog({ question: { held, answer } }: { question: SimilarTextQuestion }) {
	const t = useWords();
	const say = useTranslateMessage();
	const leave = () => answer("none");
	const isSame = held.every(({ like }) => like[0]?.score === 1);
	return (
		<Dialog
			open
			onClose={leave}
			title={t(isSame ? "inputs.sameTitle" : "inputs.likeTitle", { count: held.length })}
			light={false}
			actions={
				<>
					<Button kind={isSame ? "primary" : undefined} onClick={leave}>
						{t("inputs.leaveOut", { count: held.length })}
					</Button>
					<Button kind={isSame ? undefined : "primary"} onClick={() => answer("anyway")}>
						{t("inputs.addVariant", { count: held.length })}
					</Button>
				</>
			}
		>
			<SimilarItems>
				{held.flatMap((one) =>
					one.like.map((like) => {
						const { label, title, id } = like.input;
						return (
							<SimilarItem
								key={`${one.place} ${id}`}
								words={one.title}
								reason={`${t(like.score === 1 ? "inputs.sameAs" : "inputs.likeAs", { label, title })} ${t("pipeline.alike", { score: percent(like.score) })}: ${say(like.reason)}`}
								more={<Differing like={like} />}
							>
								<Button onClick={() => answer("show", like.input)}>{t("inputs.showThis", { label })}</Button>
							</SimilarItem>
						);
					}),
				)}
			</SimilarItems>
		</Dialog>
	);
}

/** The first sentences that only one of the two has. */
function Differing({ like: { input, onlyHere, onlyThere } }: { like: LikeInput }) {
	const t = useWords();
	const sides = [
		{ name: t("inputs.onlyHere"), sentences: onlyHere },
		{ name: t("inputs.onlyThere", { label: input.label }), sentences: onlyThere },
	].filter(({ sentences }) => sentences.length > 0);
	if (sides.length === 0) return null;
	return (
		<dl className={styles.differing} data-selectable>
			{sides.map(({ name, sentences }) => (
				<div key={name}>
					<dt>{name}</dt>
					{sentences.map((sentence) => (
						<dd key={sentence}>{sentence}</dd>
					))}
				</div>
			))}
		</dl>
	);
}
