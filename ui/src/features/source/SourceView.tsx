import type { ViewProps } from "../../app/views";
import { EmptyState } from "../../components/EmptyState";

export default function SourceView({ detail }: ViewProps) {
	return <EmptyState title={detail.discovery.title} />;
}
