import { RotateCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { capturedVia } from "../../../electron/core/filter.ts";
import { markHidden } from "../../../electron/core/hidden-characters.ts";
import type { TextFinding } from "../../../electron/core/memory-service.ts";
import { localDay } from "../../../electron/text/local-time.ts";
import { useBridge, useBridgeQuery } from "../../data/use-bridge.tsx";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { clientName } from "../../ui/client-name.ts";
import { FormDialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { SelectField } from "../../ui/select.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { nameMemories } from "../memories/data/name-memories.ts";
import { useMemoryActions } from "../memories/data/use-memory-actions.ts";
import { FindingList, MemoryLine, NothingFound } from "./finding-list.tsx";
import type { FindingAction } from "./finding-selection.tsx";
import { formatProjects } from "./format-projects.ts";
import { type FindingOf, SCANS, type Scan, type ScanName, useScan } from "./scans.ts";
import { useDismissed } from "./use-dismissed.ts";

/** Memories that may contain a secret. */
export function Secrets() {
  return <TextFindings kind="secrets" />;
}

/** Memories that read like an instruction to an assistant. */
export function Instructions() {
  return <TextFindings kind="instructions" />;
}

/** Memories with characters that are not visible. */
export function HiddenCharacters() {
  return <TextFindings kind="hidden" />;
}

interface TextFindingsProps {
  readonly kind: Exclude<ScanName, "duplicates">;
}

/**
 * Memories with a passage that the owner should look at, to edit, delete or dismiss them. Lines name the client that the
 * memory is from if the client is at fault.
 */
function TextFindings({ kind }: TextFindingsProps) {
  const namesClient = kind !== "secrets";
  const text = useText();
  const words = text.health;
  const { navigate } = useNavigation();
  const { remove } = useMemoryActions();
  const { dismiss } = useDismissed();
  const { keyOf } = SCANS[kind];
  // The excerpt of a secret is masked; the title may contain it.
  const nameFindings = (findings: readonly TextFinding[]) =>
    nameMemories(
      findings.map(({ memory, excerpt }) => (kind === "secrets" ? { content: excerpt } : memory)),
      text.memories,
    );
  const shared = (findings: readonly TextFinding[]): FindingAction[] => [
    {
      label: text.common.delete,
      keys: "backspace",
      isDestructive: true,
      run: () => void remove(findings.map(({ memory }) => memory.id)),
    },
    {
      label: words.dismiss,
      keys: "l",
      quiet: true,
      run: () => dismiss(findings.map(keyOf), nameFindings(findings)),
    },
  ];
  const actionsOf = (finding: TextFinding): FindingAction[] => [
    {
      label: text.common.edit,
      keys: "e",
      run: () => navigate({ place: "memories", path: ["all", finding.memory.id, "edit"] }),
    },
    ...shared([finding]),
  ];
  return (
    <>
      {namesClient && <FromClient />}
      <ScannedFindings
        kind={kind}
        actionsOf={actionsOf}
        bulkActionsOf={shared}
        // The title of a secret may contain it.
        nameOf={({ excerpt }) => markHidden(excerpt)}
        lines={1}
      >
        {({ memory, excerpt }, isActive) => (
          <MemoryLine
            memory={memory}
            excerpt={excerpt}
            note={namesClient && memory.client !== null ? clientName(memory.client, text) : undefined}
            inTabOrder={isActive}
          />
        )}
      </ScannedFindings>
    </>
  );
}

interface ScannedFindingsProps<Name extends ScanName> {
  readonly kind: Name;
  readonly actionsOf: (finding: FindingOf<Name>) => readonly FindingAction[];
  readonly bulkActionsOf: (findings: readonly FindingOf<Name>[]) => readonly FindingAction[];
  readonly nameOf?: (finding: FindingOf<Name>) => string;
  readonly lines: 1 | 2;
  readonly children: (finding: FindingOf<Name>, isActive: boolean) => ReactNode;
}

/** Findings of a scan of all memories, shown while it runs. */
export function ScannedFindings<Name extends ScanName>(props: ScannedFindingsProps<Name>) {
  const { kind, actionsOf, bulkActionsOf, nameOf, lines, children } = props;
  const text = useText().health;
  const scan = useScan(kind);
  const shown = scan.found;
  return (
    <>
      <ScanProgress scan={scan} found={shown.length} />
      {shown.length === 0 && scan.state === "done" && <NothingFound kind={kind} onCheckAgain={scan.restart} />}
      {shown.length > 0 && (
        <FindingList
          label={text.kinds[kind]}
          items={shown}
          keyOf={SCANS[kind].keyOf as (finding: FindingOf<Name>) => string}
          memoryOf={({ memory }) => memory}
          actionsOf={actionsOf}
          bulkActionsOf={bulkActionsOf}
          nameOf={nameOf}
          lines={lines}
        >
          {children}
        </FindingList>
      )}
    </>
  );
}

type Progress = Pick<Scan<ScanName>, "state" | "scanned" | "error" | "restart" | "resume">;

/** The progress of a scan, its error, or the number of findings. */
function ScanProgress({ scan, found }: { readonly scan: Progress; readonly found: number }) {
  const text = useText();
  const total = useBridgeQuery("memories.counts", {}).data?.memories ?? 0;
  if (scan.state === "failed") {
    return (
      <div className="max-w-248 px-4 pb-2">
        <ErrorState inline error={scan.error} onRetry={scan.resume} />
      </div>
    );
  }
  if (scan.state === "running") {
    const { count } = text.common;
    const words = text.health.progress(count(scan.scanned), count(Math.max(total, scan.scanned)));
    return (
      <div className="max-w-248 px-4 pb-2">
        <ProgressBar label={text.health.checking} done={scan.scanned} total={total} valueText={words} />
      </div>
    );
  }
  if (found === 0) return null;
  return (
    <div className="flex max-w-248 items-center gap-2 px-4 text-sm text-ink-faint">
      <span role="status" className="flex-1">
        {text.health.found(found)}
      </span>
      <Button variant="quiet" size="small" icon={RotateCw} onClick={scan.restart}>
        {text.health.again}
      </Button>
    </div>
  );
}

/** Memories read in one request. */
const PAGE_SIZE = 200;
/** Memories moved to the trash in one request. */
const MAX_MOVED = 10_000;

/** Opens a dialog that moves everything of one client to the trash; nothing if no client has a token. */
function FromClient() {
  const words = useText().health.fromClient;
  const [isOpen, setOpen] = useState(false);
  const grants = useBridgeQuery("clients.grants", {}).data ?? [];
  if (grants.length === 0) return null;
  return (
    <div className="px-4 pb-3">
      <Button size="small" onClick={() => setOpen(true)}>
        {words.open}
      </Button>
      {isOpen && <FromClientDialog onClose={() => setOpen(false)} />}
    </div>
  );
}

/**
 * Moves everything to the trash that was captured with one client's token since a day, in one step that can be undone. It
 * names the projects first: they are not on the page.
 */
function FromClientDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const words = text.health.fromClient;
  const bridge = useBridge();
  const { remove } = useMemoryActions();
  const [chosen, setChosen] = useState<string | null>(null);
  const [since, setSince] = useState(() => localDay(Date.now()));
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  // The client that connected last is the most likely one.
  const grants = (useBridgeQuery("clients.grants", {}).data ?? []).toSorted((one, other) =>
    (other.lastUsedAt ?? "").localeCompare(one.lastUsedAt ?? ""),
  );
  const subjects = grants.map(({ subject }) => subject);
  const via = chosen ?? subjects[0] ?? "";
  const filter = capturedVia(via, since);
  const count = useBridgeQuery("memories.count", filter).data ?? 0;
  const projects = useBridgeQuery("memories.facets", filter).data?.domains ?? [];

  const trash = async () => {
    setIsBusy(true);
    try {
      const ids: string[] = [];
      for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
        const page = await bridge.invoke("memories.list", { ...filter, limit: PAGE_SIZE, cursor });
        ids.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      for (let from = 0; from < ids.length; from += MAX_MOVED) await remove(ids.slice(from, from + MAX_MOVED));
      onClose();
    } catch (failure) {
      setError(failure);
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <FormDialog
      size="small"
      title={words.label}
      description={words.text}
      submitLabel={words.trash(count)}
      canSubmit={count > 0}
      isDanger
      isBusy={isBusy}
      error={error}
      onSubmit={() => void trash()}
      onClose={onClose}
    >
      <SelectField
        label={text.common.client}
        value={via}
        options={subjects.map((subject) => ({ value: subject, label: subject }))}
        onChange={setChosen}
      />
      <TextField
        type="date"
        label={words.since}
        value={since}
        max={localDay(Date.now())}
        onChange={(day) => day !== "" && setSince(day)}
      />
      <p className="text-ink-soft" role="status">
        {count === 0 ? words.none : formatProjects(projects, text)}
      </p>
    </FormDialog>
  );
}
