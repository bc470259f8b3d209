import { useText } from "../../text/use-text.ts";
import { EmptyState } from "../../ui/empty-state.tsx";

export function ClientsView() {
  const text = useText();
  return <EmptyState title={text.clients.title} />;
}
