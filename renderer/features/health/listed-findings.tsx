import type { ReactNode } from "react";
import type { Memory } from "../../../electron/core/memory.ts";
import type { BridgeError } from "../../bridge.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { FindingKind } from "./finding-kind.ts";
import { NothingFound } from "./nothing-found.tsx";

interface ListedFindingsProps {
  readonly kind: FindingKind;
  readonly listed: {
    readonly memories: readonly Memory[] | undefined;
    readonly error: BridgeError | null;
    readonly retry: () => void;
    readonly more: (() => void) | null;
  };
  readonly isShown: (memory: Memory) => boolean;
  readonly children: (memory: Memory) => ReactNode;
}

/** Findings that are a list, a page at a time. */
export function ListedFindings({ kind, listed, isShown, children }: ListedFindingsProps) {
  const text = useText();
  const { memories, error, retry, more } = listed;
  if (error !== null && memories === undefined) return <ErrorState error={error} onRetry={retry} />;
  if (memories === undefined) return <Skeleton />;
  const shown = memories.filter(isShown);
  return (
    <>
      {shown.length === 0 && more === null && <NothingFound kind={kind} />}
      <ul>{shown.map(children)}</ul>
      {more !== null && (
        <div className="pt-3">
          <Button onClick={more}>{text.health.more}</Button>
        </div>
      )}
    </>
  );
}
