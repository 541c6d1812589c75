import { Popover } from "@base-ui/react/popover";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../components/Button";
import { SearchField } from "../../../components/SearchField";
import { useWords } from "../../../i18n/useWords";
import type { Conversation } from "../../../ipc/bindings";
import { discoveryQuery } from "../../../ipc/queries";
import { setScope } from "./actions";
import styles from "./ModeBar.module.css";

/** More are found by searching. */
const MOST_SHOWN = 200;

/** Selects the Inputs that are asked: none chosen is all of them. */
export function ScopeMenu({ discovery, conversation }: { discovery: string; conversation: Conversation }) {
	const t = useWords();
	const [sought, setSought] = useState("");
	const detail = useQuery(discoveryQuery(discovery));
	const inputs = detail.data?.inputs ?? [];
	const chosen = inputs.filter(({ id }) => conversation.scope.includes(id));
	const wanted = sought.trim().toLocaleLowerCase();
	const matching = inputs.filter(({ label, title }) => `${label} ${title}`.toLocaleLowerCase().includes(wanted));
	const turn = (id: string) => {
		const is = chosen.some((one) => one.id === id);
		const ids = inputs.map((input) => input.id);
		const next = ids.filter((one) => (one === id ? !is : chosen.some((input) => input.id === one)));
		void setScope(discovery, conversation.id, next);
	};
	return (
		<Popover.Root>
			<Popover.Trigger className={styles.trigger} data-scope>
				<span className={styles.names}>
					{chosen.length === 0 ? t("chat.scope.all") : chosen.map(({ title }) => title).join(", ")}
				</span>
				<ChevronDown size={14} aria-hidden />
			</Popover.Trigger>
			<Popover.Portal>
				<Popover.Positioner sideOffset={4} align="start" className={styles.positioner}>
					<Popover.Popup className={styles.popup} aria-label={t("chat.scope")}>
						<SearchField name={t("chat.scope.find")} value={sought} onChange={setSought} />
						<div className={styles.list} role="group" aria-label={t("chat.scope")}>
							{matching.slice(0, MOST_SHOWN).map(({ id, label, title }) => (
								<label key={id} className={styles.item}>
									<input type="checkbox" checked={chosen.some((one) => one.id === id)} onChange={() => turn(id)} />
									<span dir="auto">
										{label} · {title}
									</span>
								</label>
							))}
						</div>
						<Button disabled={chosen.length === 0} onClick={() => void setScope(discovery, conversation.id, [])}>
							{t("chat.scope.all")}
						</Button>
					</Popover.Popup>
				</Popover.Positioner>
			</Popover.Portal>
		</Popover.Root>
	);
}
