import { ErrorNote } from "../../../components/ErrorNote";
import type { AppError } from "../../../ipc/bindings";
import { useDeciding } from "./deciding";

/** Shows the host's reason to refuse a request about a card or a batch, unless one of its cards says so itself. */
export function Refusal({ id, shownErrors = [] }: { id: string; shownErrors?: readonly (AppError | null)[] }) {
	const error = useDeciding(({ refused }) => refused[id]);
	if (error === undefined || shownErrors.some((one) => one?.message.template === error.message.template)) return null;
	return <ErrorNote error={error} />;
}
