import { useQueryClient } from "@tanstack/react-query";
import { DatabaseBackup, FolderOpen } from "lucide-react";
import { useDeferredValue, useState } from "react";
import {
  type Backup,
  type BackupComparison,
  type BackupDifference,
  countsOfBackup,
  DIFFERENCE_KINDS,
} from "../../../electron/core/backup.ts";
import { titleOf } from "../../../electron/core/memory.ts";
import { useBridge, useBridgeMutation, useBridgeQuery } from "../../data/use-bridge.tsx";
import { useUndoable } from "../../data/use-undoable.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { formatBytes } from "../../ui/bytes.ts";
import { CheckField, toggled } from "../../ui/choice.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { AddField, SearchField } from "../../ui/field.tsx";
import { OneLine } from "../../ui/inline-text.tsx";
import { FolderPath, Setting, SettingGroup } from "../../ui/setting.tsx";
import { InlineError, Loaded, Skeleton } from "../../ui/states.tsx";
import { RelativeTime } from "../../ui/time.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useUndo } from "../../ui/undo.tsx";

/** The backups of the memories: when, how many, a second place, and the restore of each. */
export function BackupSettings({ folder }: { readonly folder: string }) {
  const { common, backups: text } = useText();
  const list = useBridgeQuery("backups.list", {});
  const [restoring, setRestoring] = useState<Backup | null>(null);
  return (
    <SettingGroup title={common.backups}>
      <Loaded query={list} inline shape="lines" rows={3}>
        {({ backups, secondFolder }) => (
          <>
            <Setting name={text.newest} hint={text.hint}>
              <Newest backup={backups.find(({ memories }) => memories !== null)} />
              <BackUpNow />
            </Setting>
            <Setting name={common.folder}>
              <FolderPath path={folder} />
            </Setting>
            <SecondFolder folder={secondFolder} />
            {backups.length > 0 && (
              <Setting name={text.list}>
                <ul aria-label={text.list} className="flex w-full flex-col">
                  {backups.map((backup) => (
                    <BackupLine key={backup.name} backup={backup} onRestore={() => setRestoring(backup)} />
                  ))}
                </ul>
              </Setting>
            )}
          </>
        )}
      </Loaded>
      {restoring !== null && <RestoreDialog backup={restoring} onClose={() => setRestoring(null)} />}
    </SettingGroup>
  );
}

function Newest({ backup }: { readonly backup: Backup | undefined }) {
  const text = useText().backups;
  const counts = backup === undefined ? null : countsOfBackup(backup);
  if (backup === undefined || counts === null) return <span className="text-ink-faint">{text.none}</span>;
  return (
    <span>
      <RelativeTime at={backup.at} form="long" />
      <span className="text-ink-faint"> · {text.contents(counts)}</span>
    </span>
  );
}

function BackUpNow() {
  const text = useText().backups;
  const toast = useToast();
  const make = useBridgeMutation("backups.make", {
    refreshes: ["backups.list"],
    onSuccess: ({ memories }) => void toast.show(text.made(memories ?? 0)),
  });
  return (
    <>
      <Button size="small" icon={DatabaseBackup} disabled={make.isPending} onClick={() => make.mutate({})}>
        {make.isPending ? text.making : text.now}
      </Button>
      <InlineError error={make.error} />
    </>
  );
}

function BackupLine({ backup, onRestore }: { readonly backup: Backup; readonly onRestore: () => void }) {
  const text = useText().backups;
  const { at, kind, bytes, name } = backup;
  const counts = countsOfBackup(backup);
  return (
    <li className="flex items-center gap-3 border-b border-line py-1.5 last:border-0" title={name}>
      <div className="min-w-0 flex-1">
        <RelativeTime at={at} form="long" />
        <span className="text-ink-faint"> · {text.kind[kind]}</span>
        <div className="text-sm text-ink-faint tabular-nums">
          {counts === null ? text.unreadable : text.contents(counts)} · {formatBytes(bytes)}
        </div>
      </div>
      {counts !== null && (
        <Button size="small" aria-label={`${text.restore} ${name}`} onClick={onRestore}>
          {text.restore}
        </Button>
      )}
    </li>
  );
}

/** The second place: chosen in the system's dialog on a desktop, otherwise by its path. */
function SecondFolder({ folder }: { readonly folder: string | null }) {
  const { common, backups: words } = useText();
  const text = words.second;
  const { host } = useBridge();
  const save = useUndoable("backups.setSecondFolder", {
    refreshes: ["backups.list"],
    done: () => common.changed(text.label),
    inverse: () => ({ folder }),
    showsError: true,
  });
  const choose = useBridgeMutation("app.chooseFolder", {
    onSuccess: (chosen) => chosen !== null && save.mutate({ folder: chosen }),
  });
  return (
    <Setting name={text.label} hint={text.hint}>
      {folder !== null ? (
        <>
          <FolderPath path={folder} />
          <Button
            size="small"
            disabled={save.isPending}
            onClick={() => save.mutate({ folder: null }, { announced: true })}
          >
            {common.remove}
          </Button>
        </>
      ) : host === "desktop" ? (
        <>
          <span className="text-ink-faint">{text.none}</span>
          <Button size="small" icon={FolderOpen} disabled={choose.isPending} onClick={() => choose.mutate({})}>
            {text.choose}
          </Button>
        </>
      ) : (
        <AddField
          label={text.path}
          action={common.save}
          disabled={save.isPending}
          code
          className="w-full"
          onAdd={(path, onSuccess) => save.mutate({ folder: path }, { onSuccess })}
        />
      )}
      <InlineError error={save.error} />
    </Setting>
  );
}

/** Previews the changes of a restore, and restores everything or chosen memories. It can be undone. */
function RestoreDialog({ backup, onClose }: { readonly backup: Backup; readonly onClose: () => void }) {
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
    onSuccess({ counts, kept, salvaged }, { ids }) {
      const replaced = salvaged === null ? text.replaced : text.salvaged(salvaged);
      const message = counts === null ? replaced : text.restored(counts);
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
        <InlineError error={restore.error} />
        <InlineError error={comparison.error} onRetry={() => void comparison.refetch()} />
        {comparison.isLoading && (
          <div role="status" aria-label={text.comparing}>
            <Skeleton shape="lines" rows={4} />
          </div>
        )}
        {isSame && <p>{text.same}</p>}
        {comparison.data !== undefined && !isSame && (
          <>
            <SearchField label={text.search} value={query} onChange={setQuery} />
            <Differences
              comparison={comparison.data}
              chosen={chosen}
              onToggle={(id) => setChosen(toggled(chosen, id))}
            />
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
  return DIFFERENCE_KINDS.map((kind) => [kind, differences.filter((difference) => difference.kind === kind)] as const)
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
  const title = titleOf(backedUp ?? present ?? "");
  const now = present === null || backedUp === null || present === backedUp ? null : titleOf(present);
  const notes = [isInTrash && !wasInTrash ? text.isInTrash : "", wasInTrash && !isInTrash ? text.wasInTrash : ""];
  const details = [namespace, domain, ...notes].filter((each) => each !== "").join(" · ");
  return (
    <li className="border-b border-line last:border-0">
      <CheckField
        layout="flex min-h-7 items-start gap-2.5 rounded-md px-1 py-1.5 hover:bg-hover"
        className="mt-0.5"
        checked={chosen}
        onChange={onToggle}
      >
        <span className="min-w-0 flex-1">
          <OneLine className="block">{title}</OneLine>
          {now !== null && <OneLine className="block text-sm text-ink-soft">{text.present(now)}</OneLine>}
          <span className="block truncate text-sm text-ink-faint">{details}</span>
        </span>
      </CheckField>
    </li>
  );
}
