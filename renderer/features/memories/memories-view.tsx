import { useEffect, useRef } from "react";
import type { Memory } from "../../../electron/core/memory.ts";
import { useBridgeQuery } from "../../data/use-bridge-query.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { SplitPane } from "../../ui/panes.tsx";
import { useWelcome } from "../welcome/use-welcome.ts";
import { Welcome } from "../welcome/welcome.tsx";
import { BulkBar, BulkPane } from "./bulk.tsx";
import { useSampleMemory } from "./data/use-capture.ts";
import { draftOf, EMPTY_DRAFT } from "./editor/draft.ts";
import { MemoryEditor } from "./editor/memory-editor.tsx";
import { ListPane } from "./list/list-pane.tsx";
import { MemoriesProvider, useMemories } from "./memories-context.tsx";
import { isFiltered } from "./query/memory-query.ts";
import { ReadingPane } from "./reading/reading-pane.tsx";
import { useMemoryCommands } from "./use-memory-commands.ts";

/** Memories: the list on the left, the open memory on the right. */
export function MemoriesView() {
  return (
    <MemoriesProvider>
      <Panes />
      <PurgeDialog />
    </MemoriesProvider>
  );
}

function Panes() {
  const { route, isNarrow, hasSeveral, listRef } = useMemories();
  const welcome = useWelcome();
  useMemoryCommands();

  const { query, id, mode } = route;
  const isReading = mode === "read";
  const showsWelcome = welcome.open && isReading && id === null && !hasSeveral && query.view === "all";
  const isOpen = !isReading || id !== null || (showsWelcome && !isFiltered(query));
  const showsBulk = hasSeveral && isReading;
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    // A narrow window hides the list while a memory is open, so the focus is lost. Give it back to the list.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) listRef.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, listRef]);
  return (
    <SplitPane
      id="memories"
      initial={372}
      min={280}
      max={640}
      narrow={isOpen && !showsBulk ? "second" : "first"}
      first={
        <div className="flex h-full flex-col">
          <div className="min-h-0 flex-1">
            <ListPane isWelcoming={showsWelcome || welcome.undecided} />
          </div>
          {showsBulk && isNarrow && <BulkBar />}
        </div>
      }
      second={<MemoryPane showsBulk={showsBulk && !isNarrow} onCloseWelcome={showsWelcome ? welcome.close : null} />}
    />
  );
}

/** Asks before memories are deleted forever, which cannot be undone. */
function PurgeDialog() {
  const { memories: words } = useText();
  const { purging, askToPurge, purge, total, rows } = useMemories();
  const isTrash = purging === "trash";
  // Rejected proposals are deleted with the trash.
  const rejected = useBridgeQuery("inbox.counts", {}, { enabled: isTrash }).data?.rejected ?? 0;
  return (
    <ConfirmDialog
      open={purging !== null}
      title={
        isTrash
          ? words.confirm.emptyTitle((total ?? rows.length) + rejected)
          : words.confirm.deleteForeverTitle(purging?.length ?? 0)
      }
      description={words.confirm.text}
      action={isTrash ? words.actions.emptyTrash : words.actions.deleteForever}
      onClose={() => askToPurge(null)}
      onConfirm={() => void purge()}
    />
  );
}

/** Recalls are not announced, so an open memory is re-read when it is opened after this time. */
const MAX_AGE_MS = 5_000;

interface MemoryPaneProps {
  /** Whether to show the actions for several memories instead of one memory. */
  readonly showsBulk: boolean;
  /** Closes the first steps; null if they are not shown. */
  readonly onCloseWelcome: (() => void) | null;
}

/** The pane next to the list: a memory, the editor, the actions for several memories, or the first steps. */
export function MemoryPane({ showsBulk, onCloseWelcome }: MemoryPaneProps) {
  const { route, rows, pageRef } = useMemories();
  const { setGuard } = useNavigation();
  const { id, query } = route;
  const reading = useBridgeQuery(
    "memories.get",
    { reference: id ?? "" },
    {
      enabled: id !== null,
      staleTime: MAX_AGE_MS,
      placeholderData: rows.find((row) => row.memory.id === id)?.memory,
    },
  );
  const memory = id === null ? undefined : reading.data;
  const onSaved = (saved: Memory) => {
    setGuard(null);
    route.open(saved.id, { replace: true });
  };

  if (route.mode === "create") {
    const initial = {
      ...EMPTY_DRAFT,
      namespace: query.namespace[0] ?? EMPTY_DRAFT.namespace,
      domain: query.domain[0] ?? EMPTY_DRAFT.domain,
      tags: query.tag,
    };
    return (
      <MemoryEditor
        key="new"
        memory={null}
        initial={initial}
        pageRef={pageRef}
        onSaved={onSaved}
        onLeave={() => route.open(null)}
      />
    );
  }
  if (showsBulk) return <BulkPane />;
  if (route.mode === "edit" && memory !== undefined) {
    return (
      <MemoryEditor
        key={memory.id}
        memory={memory}
        initial={draftOf(memory)}
        pageRef={pageRef}
        onSaved={onSaved}
        onLeave={() => route.open(memory.id)}
      />
    );
  }
  if (onCloseWelcome !== null) return <FirstSteps newest={rows[0]?.memory} onClose={onCloseWelcome} />;
  if (rows.length === 0 && id === null) return null;
  return <ReadingPane memory={memory} error={reading.error} onRetry={() => void reading.refetch()} />;
}

interface FirstStepsProps {
  readonly newest: Memory | undefined;
  readonly onClose: () => void;
}

function FirstSteps({ newest, onClose }: FirstStepsProps) {
  return <Welcome newest={newest} sample={useSampleMemory()} onClose={onClose} />;
}
