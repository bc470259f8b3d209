import { useText } from "../../text/use-text.ts";
import { EmptyState } from "../../ui/empty-state.tsx";

export function ActivityView() {
  const text = useText();
  return <EmptyState title={text.activity.title} />;
}
