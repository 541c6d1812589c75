import { Button } from "../../../components/Button";
import { Dialog } from "../../../components/Dialog";
import { useWords } from "../../../i18n/useWords";
import { commands } from "../../../ipc/bindings";
import { call } from "../../../ipc/call";
import { reportError } from "../../../state/toasts";
import { copy } from "../copy";
import styles from "./LinkDialog.module.css";
import { addressOf, useLink } from "./link";

const close = () => useLink.setState({ url: null });

/** Shows the target of a link, before it is opened outside. */
export function LinkDialog() {
	const t = useWords();
	const url = useLink((link) => link.url);
	if (url === null) return null;
	const { before, host, after } = addressOf(url);
	const open = () => {
		close();
		call(commands.openLink(url)).catch((error: unknown) => reportError(error));
	};
	return (
		<Dialog
			open
			onClose={close}
			title={t("chat.linkTitle")}
			actions={
				<>
					<Button onClick={close}>{t("app.cancel")}</Button>
					<Button
						onClick={() => {
							close();
							void copy(url);
						}}
					>
						{t("chat.linkCopy")}
					</Button>
					<Button kind="primary" onClick={open}>
						{t("chat.linkOpen")}
					</Button>
				</>
			}
		>
			<p>{t("chat.linkText")}</p>
			<p className={styles.address} data-selectable dir="ltr">
				{before}
				<strong className={styles.host}>{host}</strong>
				{after}
			</p>
		</Dialog>
	);
}
