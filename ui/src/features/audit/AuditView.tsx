import type { ViewProps } from "../../app/views";
import { EmptyState } from "../../components/EmptyState";

export default function AuditView({ detail }: ViewProps) {
	return <EmptyState title={detail.discovery.title} />;
}
