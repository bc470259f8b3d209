import { useQuery, useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { capturedVia } from "../../../electron/core/filter.ts";
import type { Memory } from "../../../electron/core/memory.ts";
import type { Findings, TextFinding } from "../../../electron/core/memory-service.ts";
import { localDay } from "../../../electron/text/local-time.ts";
import type { BridgeError } from "../../bridge.ts";
import { useBridge, useBridgeEvent, useBridgeQuery } from "../../data/use-bridge.tsx";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { clientName } from "../../ui/client-name.ts";
import { INPUT_STYLE } from "../../ui/field.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { Select } from "../../ui/select.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { useToast } from "../../ui/toast.tsx";
import { nameMemories } from "../memories/data/name-memories.ts";
import { useMemoryActions } from "../memories/data/use-memory-actions.ts";
import { type FindingAction, type FindingKind, FindingList, MemoryLine, NothingFound } from "./finding-list.tsx";
import { useDismissed } from "./use-dismissed.ts";

/** Memories that may contain a secret. */
export function Secrets() {
  const bridge = useBridge();
  return <TextFindings kind="secrets" findNext={(cursor) => bridge.invoke("memories.findSecrets", { cursor })} />;
}

/** Memories that read like an instruction to an assistant. */
export function Instructions() {
  const bridge = useBridge();
  const findNext = (cursor: string | null) => bridge.invoke("memories.findInstructions", { cursor });
  return <TextFindings kind="instructions" findNext={findNext} />;
}

/** Memories with characters that are not visible. */
export function HiddenCharacters() {
  const bridge = useBridge();
  const findNext = (cursor: string | null) => bridge.invoke("memories.findHiddenCharacters", { cursor });
  return <TextFindings kind="hidden" findNext={findNext} />;
}

interface TextFindingsProps {
  readonly kind: "secrets" | "instructions" | "hidden";
  readonly findNext: (cursor: string | null) => Promise<Findings<TextFinding>>;
}

/**
 * Memories with a passage that the owner should look at, to edit, delete or dismiss them. Lines name the client that the
 * memory is from if the client is at fault.
 */
function TextFindings({ kind, findNext }: TextFindingsProps) {
  const namesClient = kind !== "secrets";
  const text = useText();
  const words = text.health;
  const { navigate } = useNavigation();
  const { remove } = useMemoryActions();
  const { dismiss } = useDismissed();
  // Contains the revision, so that a dismissed memory is checked again after a change.
  const keyOf = ({ memory }: TextFinding) => `${kind === "secrets" ? "secret" : kind}:${memory.id}@${memory.revision}`;
  // The excerpt of a secret is masked; the title may contain it.
  const nameFinding = ({ memory, excerpt }: TextFinding) =>
    nameMemories([kind === "secrets" ? { content: excerpt } : memory], text.memories);
  const actionsOf = (finding: TextFinding): FindingAction[] => [
    {
      label: text.common.edit,
      keys: "e",
      run: () => navigate({ place: "memories", path: ["all", finding.memory.id, "edit"] }),
    },
    { label: text.common.delete, keys: "backspace", run: () => void remove([finding.memory.id]) },
    { label: words.dismiss, keys: "l", quiet: true, run: () => dismiss(keyOf(finding), nameFinding(finding)) },
  ];
  return (
    <>
      {namesClient && <TrashFromClient />}
      <ScannedFindings
        kind={kind}
        findNext={findNext}
        without={(finding, changed) => (changed.has(finding.memory.id) ? null : finding)}
        keyOf={keyOf}
        actionsOf={actionsOf}
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

interface ScanOptions<T> {
  readonly kind: FindingKind;
  /** Checks the next memories from a cursor; null is the start. */
  readonly findNext: (cursor: string | null) => Promise<Findings<T>>;
  /** The finding without the changed memories; null drops it. */
  readonly without: (finding: T, changed: ReadonlySet<string>) => T | null;
}

interface ScannedFindingsProps<T> extends ScanOptions<T> {
  readonly keyOf: (finding: T) => string;
  readonly actionsOf: (finding: T) => readonly FindingAction[];
  readonly lines: 1 | 2;
  readonly children: (finding: T, isActive: boolean) => ReactNode;
}

/** Findings of a scan of all memories, shown while it runs. */
export function ScannedFindings<T extends { readonly memory: Memory }>(props: ScannedFindingsProps<T>) {
  const { kind, findNext, without, keyOf, actionsOf, lines, children } = props;
  const text = useText().health;
  const { isDismissed } = useDismissed();
  const scan = useScan<T>({ kind, findNext, without });
  const shown = scan.items.filter((finding) => !isDismissed(keyOf(finding)));
  return (
    <>
      <ScanProgress scan={scan} found={shown.length} />
      {shown.length === 0 && scan.state === "done" && <NothingFound kind={kind} onCheckAgain={scan.restart} />}
      {shown.length > 0 && (
        <FindingList
          label={text.kinds[kind]}
          items={shown}
          keyOf={keyOf}
          memoryOf={({ memory }) => memory}
          actionsOf={actionsOf}
          lines={lines}
        >
          {children}
        </FindingList>
      )}
    </>
  );
}

/** The state of a scan of all memories. */
interface Scan<T> {
  readonly items: readonly T[];
  /** Number of memories checked. */
  readonly scanned: number;
  readonly cursor: string | null;
  readonly state: "running" | "done" | "failed";
  readonly error: BridgeError | null;
}

const START = { items: [], scanned: 0, cursor: null, state: "running", error: null } as const;

/** Pause between two steps, so that other requests are not delayed. */
const STEP_PAUSE_MS = 30;
/** How long the result of a scan is kept after its view was closed. */
const RESULT_LIFETIME_MS = 30 * 60_000;

/** Scans step by step while the view is open, and continues when it is opened again. */
function useScan<T>({ kind, findNext, without }: ScanOptions<T>) {
  const client = useQueryClient();
  const queryKey = ["health.scan", kind];
  const { data: scan } = useQuery<Scan<T>>({
    queryKey,
    queryFn: () => START,
    initialData: START,
    enabled: false,
    gcTime: RESULT_LIFETIME_MS,
  });
  const update = (next: (scan: Scan<T>) => Scan<T>) =>
    client.setQueryData<Scan<T>>(queryKey, (current) => next(current ?? START));

  const { state, cursor } = scan;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one step for each cursor
  useEffect(() => {
    if (state !== "running") return;
    let isCancelled = false;
    const timer = setTimeout(() => {
      findNext(cursor).then(
        ({ items, scanned, nextCursor }) => {
          if (isCancelled) return;
          update((before) => ({
            items: items.length === 0 ? before.items : [...before.items, ...items],
            scanned: before.scanned + scanned,
            cursor: nextCursor ?? null,
            state: nextCursor === undefined ? "done" : "running",
            error: null,
          }));
        },
        (error: BridgeError) => !isCancelled && update((before) => ({ ...before, state: "failed", error })),
      );
    }, STEP_PAUSE_MS);
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
  }, [state, cursor]);

  useBridgeEvent("memories.changed", (changes) => {
    const changed = new Set(changes.filter(({ kind }) => kind !== "captured").map(({ id }) => id));
    if (changed.size === 0) return;
    update((before) => ({
      ...before,
      items: before.items.map((item) => without(item, changed)).filter((item) => item !== null),
    }));
  });

  return {
    ...scan,
    restart: () => update(() => START),
    resume: () => update((before) => ({ ...before, state: "running", error: null })),
  };
}

/** The progress of a scan, its error, or the number of findings. */
function ScanProgress({ scan, found }: { readonly scan: ReturnType<typeof useScan>; readonly found: number }) {
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

/** Moves everything to the trash that was captured with one client's token since a day, in one step that can be undone. */
function TrashFromClient() {
  const text = useText();
  const words = text.health.fromClient;
  const bridge = useBridge();
  const toast = useToast();
  const { remove } = useMemoryActions();
  const [chosen, setChosen] = useState<string | null>(null);
  const [since, setSince] = useState(() => localDay(Date.now()));
  const [isBusy, setIsBusy] = useState(false);
  // The client that connected last is the most likely one.
  const grants = (useBridgeQuery("clients.grants", {}).data ?? []).toSorted((one, other) =>
    (other.lastUsedAt ?? "").localeCompare(one.lastUsedAt ?? ""),
  );
  const subjects = grants.map(({ subject }) => subject);
  const via = chosen ?? subjects[0] ?? "";
  const filter = capturedVia(via, since);
  const count = useBridgeQuery("memories.count", filter).data ?? 0;
  if (via === "") return null;

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
    } catch (error) {
      toast.fail(error);
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <section
      aria-label={words.label}
      className="flex max-w-248 flex-wrap items-center gap-2 px-4 pb-3 text-sm text-ink-soft"
    >
      {words.from}
      <Select
        label={text.common.client}
        value={via}
        options={subjects.map((subject) => ({ value: subject, label: subject }))}
        onChange={setChosen}
      />
      {words.sinceShort}
      <input
        type="date"
        aria-label={words.since}
        value={since}
        max={localDay(Date.now())}
        onChange={(event) => event.currentTarget.value !== "" && setSince(event.currentTarget.value)}
        className={`${INPUT_STYLE} w-auto!`}
      />
      <Button size="small" disabled={count === 0 || isBusy} onClick={() => void trash()}>
        {words.trash(count)}
      </Button>
    </section>
  );
}
