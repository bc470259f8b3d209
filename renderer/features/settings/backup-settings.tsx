import { DatabaseBackup, FolderOpen } from "lucide-react";
import { useState } from "react";
import type { Backup } from "../../../electron/core/backup.ts";
import { useBridge } from "../../data/bridge-context.tsx";
import { useBridgeMutation, useBridgeQuery } from "../../data/use-bridge-query.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { formatBytes } from "../../ui/bytes.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { Field, TextInput } from "../../ui/field.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Setting, SettingGroup } from "../../ui/setting.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useToast } from "../../ui/toast.tsx";
import { FolderPath } from "./folder-path.tsx";
import { RestoreDialog } from "./restore-dialog.tsx";

/** The backups of the memories: when, how many, a second place, and the restore of each. */
export function BackupSettings({ folder }: { readonly folder: string }) {
  const { common, backups: text } = useText();
  const list = useBridgeQuery("backups.list", {});
  const [restoring, setRestoring] = useState<Backup | null>(null);
  const refetch = () => void list.refetch();
  const backups = list.data?.backups;
  return (
    <SettingGroup title={common.backups}>
      {list.isError && <ErrorState inline error={list.error} onRetry={refetch} />}
      {backups === undefined && !list.isError && <Skeleton shape="lines" rows={3} />}
      {backups !== undefined && (
        <>
          <Setting name={text.newest} hint={text.hint}>
            <Newest backup={backups.find(({ memories }) => memories !== null)} />
            <BackUpNow onDone={refetch} />
          </Setting>
          <Setting name={common.folder}>
            <FolderPath path={folder} />
          </Setting>
          <SecondFolder folder={list.data?.secondFolder ?? null} onDone={refetch} />
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
      {restoring !== null && <RestoreDialog backup={restoring} onClose={() => setRestoring(null)} />}
    </SettingGroup>
  );
}

function Newest({ backup }: { readonly backup: Backup | undefined }) {
  const text = useText().backups;
  if (backup === undefined) return <span className="text-ink-faint">{text.none}</span>;
  return (
    <span>
      <RelativeTime at={backup.at} form="long" />
      <span className="text-ink-faint"> · {text.contents(backup.memories ?? 0, backup.trash ?? 0)}</span>
    </span>
  );
}

function BackUpNow({ onDone }: { readonly onDone: () => void }) {
  const text = useText().backups;
  const toast = useToast();
  const make = useBridgeMutation("backups.make", {
    onSuccess: ({ memories }) => toast.show({ message: text.made(memories ?? 0) }),
    onSettled: onDone,
  });
  return (
    <>
      <Button size="small" icon={DatabaseBackup} disabled={make.isPending} onClick={() => make.mutate({})}>
        {make.isPending ? text.making : text.now}
      </Button>
      {make.isError && <ErrorState inline error={make.error} />}
    </>
  );
}

function BackupLine({ backup, onRestore }: { readonly backup: Backup; readonly onRestore: () => void }) {
  const text = useText().backups;
  const { at, kind, memories, trash, bytes, name } = backup;
  return (
    <li className="flex items-center gap-3 border-b border-line py-1.5 last:border-0" title={name}>
      <div className="min-w-0 flex-1">
        <RelativeTime at={at} form="long" />
        <span className="text-ink-faint"> · {text.kind[kind]}</span>
        <div className="text-sm text-ink-faint tabular-nums">
          {memories === null ? text.unreadable : text.contents(memories, trash ?? 0)} · {formatBytes(bytes)}
        </div>
      </div>
      {memories !== null && (
        <Button size="small" aria-label={`${text.restore} ${name}`} onClick={onRestore}>
          {text.restore}
        </Button>
      )}
    </li>
  );
}

/** The second place: chosen in the system's dialog on a desktop, otherwise by its path. */
function SecondFolder({ folder, onDone }: { readonly folder: string | null; readonly onDone: () => void }) {
  const { common, backups: words } = useText();
  const text = words.second;
  const { host } = useBridge();
  const [path, setPath] = useState("");
  const save = useBridgeMutation("backups.setSecondFolder", { onSuccess: () => setPath(""), onSettled: onDone });
  const choose = useBridgeMutation("app.chooseFolder", {
    onSuccess: (chosen) => chosen !== null && save.mutate({ folder: chosen }),
  });
  return (
    <Setting name={text.label} hint={text.hint}>
      {folder !== null ? (
        <>
          <FolderPath path={folder} />
          <Button size="small" disabled={save.isPending} onClick={() => save.mutate({ folder: null })}>
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
        <form
          className="flex w-full items-start gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (path.trim() !== "") save.mutate({ folder: path.trim() });
          }}
        >
          <Field label={text.path} hideLabel className="min-w-40 flex-1">
            <TextInput
              value={path}
              placeholder={text.path}
              spellCheck={false}
              autoComplete="off"
              className="font-mono"
              onChange={(event) => setPath(event.currentTarget.value)}
            />
          </Field>
          <Button type="submit" disabled={path.trim() === "" || save.isPending}>
            {common.save}
          </Button>
        </form>
      )}
      {save.isError && <ErrorState inline error={save.error} />}
    </Setting>
  );
}
