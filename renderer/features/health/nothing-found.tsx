import { CircleCheck, RotateCw } from "lucide-react";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { FindingKind } from "./finding-kind.ts";

interface NothingFoundProps {
  readonly kind: FindingKind;
  /** Looks through everything again, where that was done once. */
  readonly onAgain?: () => void;
}

/** Says that all is well. */
export function NothingFound({ kind, onAgain }: NothingFoundProps) {
  const text = useText().health;
  return (
    <div className="min-h-0 flex-1">
      <EmptyState
        icon={CircleCheck}
        title={text.nothing[kind]}
        text={text.nothing.text}
        actions={
          onAgain !== undefined && (
            <Button icon={RotateCw} onClick={onAgain}>
              {text.again}
            </Button>
          )
        }
      />
    </div>
  );
}
