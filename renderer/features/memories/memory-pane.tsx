import { USER_DOMAIN } from "../../../electron/core/domain.ts";
import type { Memory } from "../../../electron/core/memory.ts";
import { DEFAULT_NAMESPACE } from "../../../electron/core/namespace.ts";
import { useBridgeQuery } from "../../data/use-bridge-query.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import { Welcome } from "../welcome/welcome.tsx";
import { BulkPane, type BulkPaneProps } from "./bulk/bulk-pane.tsx";
import type { MemoryRow } from "./data/memory-pages.ts";
import type { MemoryActions } from "./data/use-memory-actions.ts";
import { useSampleMemory } from "./data/use-sample-memory.ts";
import { draftOf } from "./editor/draft.ts";
import { MemoryEditor } from "./editor/memory-editor.tsx";
import { toggleFilter } from "./query/memory-query.ts";
import type { MemoryRoute } from "./query/use-memory-query.ts";
import { ReadingPane } from "./reading/reading-pane.tsx";

/** Recalls are not announced; a memory that is opened again is read again after this, in milliseconds. */
const RECALLS_STALE = 5_000;

interface MemoryPaneProps {
  readonly route: MemoryRoute;
  /** What can be done with several, in place of one; null where fewer are selected. */
  readonly bulk: BulkPaneProps | null;
  readonly rows: readonly MemoryRow[];
  readonly actions: MemoryActions;
  /** Ends the first steps; null where they are not shown. */
  readonly onCloseWelcome: (() => void) | null;
  readonly onDelete: () => void;
  readonly onRestore: () => void;
  readonly onPurge: () => void;
}

/** What stands beside the list: a page, the editor, or what can be done with several. */
export function MemoryPane(props: MemoryPaneProps) {
  const { route, bulk, rows, actions, onCloseWelcome, onDelete, onRestore, onPurge } = props;
  const { setGuard } = useNavigation();
  const { id, query } = route;
  const listed = rows.find((row) => row.memory.id === id)?.memory;
  const read = useBridgeQuery(
    "memories.get",
    { reference: id ?? "" },
    { enabled: id !== null, staleTime: RECALLS_STALE, ...(listed === undefined ? {} : { placeholderData: listed }) },
  );
  const memory = id === null ? undefined : read.data;
  const hasNothing = rows.length === 0 && id === null;
  const saved = (next: Memory) => {
    setGuard(null);
    route.open(next.id, { replace: true });
  };

  if (route.mode === "create") {
    const initial = {
      content: "",
      namespace: query.namespace[0] ?? DEFAULT_NAMESPACE,
      domain: query.domain[0] ?? USER_DOMAIN,
      tags: query.tag,
      source: "",
    };
    return (
      <MemoryEditor
        key="new"
        memory={null}
        latest={null}
        initial={initial}
        onSaved={saved}
        onLeave={() => route.open(null)}
      />
    );
  }
  if (bulk !== null) return <BulkPane {...bulk} />;
  if (route.mode === "edit" && memory !== undefined) {
    return (
      <MemoryEditor
        key={memory.id}
        memory={memory}
        latest={memory}
        initial={draftOf(memory)}
        onSaved={saved}
        onLeave={() => route.open(memory.id)}
      />
    );
  }
  if (onCloseWelcome !== null) return <FirstSteps newest={rows[0]?.memory} onClose={onCloseWelcome} />;
  if (hasNothing) return null;
  return (
    <ReadingPane
      id={id}
      memory={memory}
      error={read.error}
      onRetry={() => void read.refetch()}
      onFilter={(kind, value) => route.setQuery(toggleFilter(query, kind, value))}
      onEdit={() => id !== null && route.edit(id)}
      onPin={(pinned) => id !== null && void actions.setPinned([id], pinned)}
      onDelete={onDelete}
      onRestore={onRestore}
      onPurge={onPurge}
      onCopyText={() => memory !== undefined && actions.copyText(memory)}
      onCopyAddress={() => memory !== undefined && actions.copyAddress(memory)}
      onBack={() => route.open(null)}
    />
  );
}

interface FirstStepsProps {
  readonly newest: Memory | undefined;
  readonly onClose: () => void;
}

function FirstSteps({ newest, onClose }: FirstStepsProps) {
  return <Welcome newest={newest} sample={useSampleMemory()} onClose={onClose} />;
}
