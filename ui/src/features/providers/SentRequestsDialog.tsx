import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { ErrorNote } from "../../components/ErrorNote";
import { LoadingMark } from "../../components/LoadingMark";
import { useWords } from "../../i18n/useWords";
import type { SentRequest } from "../../ipc/bindings";
import { sentRequestsQuery } from "../../ipc/providerQueries";
import { type RequestOwner, useSentRequests } from "../../state/sentRequests";
import { SentRequestDialog } from "./SentRequestDialog";
import styles from "./SentRequestsDialog.module.css";
import { SentRow } from "./SentRow";

const close = () => useSentRequests.setState({ of: null });

/** Every request that was sent, each try of its own; one of them to the letter. */
export default function SentRequestsDialog({ of }: { of: RequestOwner }) {
	const [shown, setShown] = useState<SentRequest | null>(null);
	if (shown) return <SentRequestDialog request={shown} onBack={() => setShown(null)} />;
	return <Sent of={of} onShow={setShown} />;
}

interface SentProps {
	of: RequestOwner;
	onShow: (request: SentRequest) => void;
}

function Sent({ of, onShow }: SentProps) {
	const t = useWords();
	const pages = useInfiniteQuery(sentRequestsQuery(of));
	const requests = pages.data?.pages.flat() ?? [];
	return (
		<Dialog
			open
			onClose={close}
			title={t("provider.sentTitle")}
			width="large"
			actions={
				<>
					<Button disabled={pages.isFetching} onClick={() => void pages.refetch()}>
						{t("provider.sentAgain")}
					</Button>
					<Button kind="primary" onClick={close}>
						{t("app.close")}
					</Button>
				</>
			}
		>
			<p className={styles.muted}>{t("message" in of ? "provider.sentForMessage" : "provider.sentIntro")}</p>
			{pages.isError && <ErrorNote error={pages.error} onRetry={() => void pages.refetch()} />}
			{pages.isPending && <LoadingMark />}
			{pages.isSuccess && requests.length === 0 && <p>{t("provider.sentNone")}</p>}
			{requests.length > 0 && (
				<ol className={styles.requests}>
					{requests.map((request) => (
						<SentRow key={request.id} request={request} onShow={() => onShow(request)} />
					))}
				</ol>
			)}
			{pages.hasNextPage && (
				<div>
					<Button disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
						{t("provider.sentOlder")}
					</Button>
				</div>
			)}
		</Dialog>
	);
}
