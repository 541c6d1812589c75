import { Alike, AlikeList } from "../../components/Alike";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { percent } from "../../i18n/format";
import { useHostWords } from "../../i18n/host";
import { useWords } from "../../i18n/useWords";
import type { Question } from "./same";

/** What was pasted or dropped is an Input already: look at that one, add the text beside it, or leave it. */
export default function SameTextDialog({ question: { held, answer } }: { question: Question }) {
	const t = useWords();
	const host = useHostWords("duplicate");
	const leave = () => answer("none");
	return (
		<Dialog
			open
			onClose={leave}
			title={t("inputs.sameTitle", { count: held.length })}
			light={false}
			actions={
				<>
					<Button onClick={leave}>{t("inputs.leaveOut", { count: held.length })}</Button>
					<Button onClick={() => answer("anyway")}>{t("inputs.addVariant", { count: held.length })}</Button>
				</>
			}
		>
			<AlikeList>
				{held.map((one) => (
					<Alike
						key={one.place}
						words={one.title}
						reason={`${t("inputs.sameAs", { label: one.same.label, title: one.same.title })} ${t("pipeline.alike", { score: percent(1) })}: ${host("The same text.")}`}
					>
						<Button onClick={() => answer("show", one)}>{t("inputs.showThis", { label: one.same.label })}</Button>
					</Alike>
				))}
			</AlikeList>
		</Dialog>
	);
}
