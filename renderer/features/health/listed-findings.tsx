import { useMemo } from "react";
import type { Memory } from "../../../electron/core/memory.ts";
import type { BridgeError } from "../../bridge.ts";
import { useText } from "../../text/use-text.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { MemoryLine, type Remedy } from "./finding.tsx";
import type { FindingKind } from "./finding-kind.ts";
import { FindingList } from "./finding-list.tsx";
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
  readonly remediesOf: (memory: Memory) => readonly Remedy[];
}

const idOf = ({ id }: Memory) => id;
const itself = (memory: Memory) => memory;

/** Findings that are a list; what is near its end asks for more. */
export function ListedFindings({ kind, listed, isShown, remediesOf }: ListedFindingsProps) {
  const text = useText();
  const { memories, error, retry, more } = listed;
  const shown = useMemo(() => memories?.filter(isShown) ?? [], [memories, isShown]);
  if (error !== null && memories === undefined) return <ErrorState error={error} onRetry={retry} />;
  if (memories === undefined) return <Skeleton />;
  if (shown.length === 0 && more === null) return <NothingFound kind={kind} />;
  return (
    <FindingList
      label={text.health.kinds[kind]}
      items={shown}
      keyOf={idOf}
      memoryOf={itself}
      remediesOf={remediesOf}
      lines={1}
      onNearEnd={more ?? undefined}
    >
      {(memory, isActive) => <MemoryLine memory={memory} inOrder={isActive} />}
    </FindingList>
  );
}
