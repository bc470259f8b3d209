import { useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import {
  type Backup,
  type BackupComparison,
  type BackupDifference,
  DIFFERENCE_KINDS,
  type DifferenceKind,
} from "../../../electron/core/backup.ts";
import { useBridge } from "../../data/bridge-context.tsx";
import { useBridgeMutation, useBridgeQuery } from "../../data/use-bridge-query.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useUndo } from "../../ui/undo.tsx";

interface RestoreDialogProps {
  readonly backup: Backup;
  readonly onClose: () => void;
}

/** Previews the changes of a restore, and restores everything or chosen memories. It can be undone. */
export function RestoreDialog({ backup, onClose }: RestoreDialogProps) {
  const { backups: text, language } = useText();
  const bridge = useBridge();
  const client = useQueryClient();
  const undo = useUndo();
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const comparison = useBridgeQuery(
    "backups.compare",
    { name: backup.name, query: useDeferredValue(query) },
    { gcTime: 0, placeholderData: (previous) => previous },
  );
  const restore = useBridgeMutation("backups.restore", {
    onSuccess({ counts, kept }, { ids }) {
      const message = counts === null ? text.replaced : text.restored(counts);
      const back = async () => {
        if (kept !== null) await bridge.invoke("backups.restore", { name: kept, ids });
        await client.invalidateQueries();
      };
      undo.offer(message, back);
      void client.invalidateQueries();
      onClose();
    },
  });
  const start = (ids: readonly string[] | null) =>
    void undo
      .track(() => restore.mutateAsync({ name: backup.name, ids: ids === null ? null : [...ids] }))
      .catch(() => {
        // The mutation holds the error, which is shown above.
      });
  const date = new Date(backup.at).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const isSame = query === "" && comparison.data?.differences.length === 0;
  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      title={text.restoreOf(date)}
      description={isSame ? undefined : text.keep}
      footer={
        isSame || (comparison.data === undefined && !comparison.isError) ? undefined : (
          <>
            <Button disabled={chosen.size === 0 || restore.isPending} onClick={() => start([...chosen])}>
              {text.restoreChosen(chosen.size)}
            </Button>
            <Button variant="primary" disabled={restore.isPending} onClick={() => start(null)}>
              {restore.isPending ? text.restoring : text.restoreAll}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-3">
        {restore.isError && <ErrorState inline error={restore.error} />}
        {comparison.isError && <ErrorState inline error={comparison.error} onRetry={() => void comparison.refetch()} />}
        {comparison.isLoading && (
          <div role="status" aria-label={text.comparing}>
            <Skeleton shape="lines" rows={4} />
          </div>
        )}
        {isSame && <p>{text.same}</p>}
        {comparison.data !== undefined && !isSame && (
          <>
            <SearchField label={text.search} value={query} onChange={setQuery} />
            <Differences comparison={comparison.data} chosen={chosen} onToggle={toggle} />
          </>
        )}
      </div>
    </Dialog>
  );
}

interface DifferencesProps {
  readonly comparison: BackupComparison;
  readonly chosen: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
}

function Differences({ comparison, chosen, onToggle }: DifferencesProps) {
  const text = useText().backups;
  const { counts, differences } = comparison;
  if (differences.length === 0) return <p className="text-ink-faint">{text.noMatch}</p>;
  const groups: readonly (readonly [DifferenceKind, readonly BackupDifference[]])[] = DIFFERENCE_KINDS.map(
    (kind) => [kind, differences.filter((difference) => difference.kind === kind)] as const,
  );
  return groups
    .filter(([, items]) => items.length > 0)
    .map(([kind, items]) => (
      <section key={kind} aria-label={text.difference[kind]}>
        <h3 className="text-sm text-ink-soft">
          {text.group[kind](counts[kind])}
          {kind === "removed" && <span className="text-ink-faint">. {text.removedHint}</span>}
        </h3>
        <ul className="flex flex-col">
          {items.map((item) => (
            <DifferenceLine key={item.id} item={item} chosen={chosen.has(item.id)} onToggle={() => onToggle(item.id)} />
          ))}
        </ul>
        {counts[kind] > items.length && (
          <p className="py-1 text-sm text-ink-faint">{text.more(counts[kind] - items.length)}</p>
        )}
      </section>
    ));
}

interface DifferenceLineProps {
  readonly item: BackupDifference;
  readonly chosen: boolean;
  readonly onToggle: () => void;
}

function DifferenceLine({ item, chosen, onToggle }: DifferenceLineProps) {
  const text = useText().backups;
  const { backedUp, present, namespace, domain, isInTrash, wasInTrash } = item;
  const title = firstLine(backedUp ?? present ?? "");
  const now = present === null || backedUp === null || present === backedUp ? null : firstLine(present);
  const notes = [isInTrash && !wasInTrash ? text.isInTrash : "", wasInTrash && !isInTrash ? text.wasInTrash : ""];
  const details = [namespace, domain, ...notes].filter((each) => each !== "").join(" · ");
  return (
    <li className="border-b border-line last:border-0">
      <label className="flex min-h-7 items-start gap-2.5 rounded-md px-1 py-1.5 hover:bg-hover">
        <input type="checkbox" checked={chosen} onChange={onToggle} className="mt-0.5 size-4 shrink-0 accent-accent" />
        <span className="min-w-0 flex-1">
          <span className="block truncate" dir="auto">
            {title}
          </span>
          {now !== null && (
            <span className="block truncate text-sm text-ink-soft" dir="auto">
              {text.present(now)}
            </span>
          )}
          <span className="block truncate text-sm text-ink-faint">{details}</span>
        </span>
      </label>
    </li>
  );
}

function firstLine(content: string): string {
  return content.trim().split("\n", 1)[0] ?? "";
}
