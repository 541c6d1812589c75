import { useState } from "react";
import { Button } from "../../components/Button";
import { Toggle } from "../../components/Toggle";
import { Tooltip } from "../../components/Tooltip";
import { useWords } from "../../i18n/useWords";
import type { DiscoveryDetail, ScopeItem, Stage } from "../../ipc/bindings";
import { changeDiscovery } from "../../shared/discoveries/actions";
import { kindOf } from "../../shared/discoveries/kind";
import { ScopePicker } from "./ScopePicker";
import styles from "./WorkBar.module.css";
import { useWork, type WorkPanel } from "./work";

const stages: readonly Stage[] = ["ideation", "planning", "solutioning"];
const panels: readonly WorkPanel[] = ["questions", "conversation", "state"];

interface WorkBarProps {
	detail: DiscoveryDetail;
	scope: { kind: "project" | "item" | "items"; items: readonly string[] };
	choices: readonly ScopeItem[];
}

/** Shows the stage of the discovery's work, and its scope. The stage is the discovery's own. */
export function WorkBar({ detail, scope, choices }: WorkBarProps) {
	const t = useWords();
	const { discovery } = detail;
	const [isUnfolded, unfold] = useState(false);
	// A study has no stages, until somebody says that it is at a later one.
	const isFolded = kindOf(detail) === "study" && discovery.stage === "ideation";
	const active = useWork((work) => work.active);
	const show = useWork((work) => work.show);
	return (
		<div className={styles.bar} role="toolbar" aria-label={t("work.bar")}>
			{isFolded && (
				<Tooltip words={t("work.stageAbout")}>
					<Button
						kind="quiet"
						aria-expanded={isUnfolded}
						aria-description={t("work.stageAbout")}
						onClick={() => unfold(!isUnfolded)}
					>
						{t("work.stage")}
					</Button>
				</Tooltip>
			)}
			{(!isFolded || isUnfolded) && (
				<Toggle
					name={t("work.stage")}
					value={discovery.stage}
					options={stages.map((value) => ({ value, words: t(`work.stage.${value}`) }))}
					onChange={(stage) => void changeDiscovery(discovery.id, { title: null, goal: null, stage })}
				/>
			)}
			<ScopePicker discovery={discovery.id} scope={scope} choices={choices} />
			<div className={styles.panels}>
				<Toggle
					name={t("work.panel")}
					value={active}
					options={panels.map((value) => ({ value, words: t(`work.${value}`) }))}
					onChange={show}
				/>
			</div>
		</div>
	);
}
