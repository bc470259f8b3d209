import { CircleCheck } from "lucide-react";
import { useText } from "../../text/use-text.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { FindingKind } from "./finding-kind.ts";

/** Says that all is well. */
export function NothingFound({ kind }: { readonly kind: FindingKind }) {
  const text = useText().health.nothing;
  return (
    <div className="flex-1">
      <EmptyState icon={CircleCheck} title={text[kind]} text={text.text} />
    </div>
  );
}
