import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { DuplicateGroup, Findings, TextFinding } from "../../../electron/core/memory-service.ts";
import type { Bridge, BridgeError } from "../../bridge.ts";
import { useBridge, useBridgeEvent } from "../../data/use-bridge.tsx";
import { useDismissed } from "./use-dismissed.ts";

/** What a scan of all memories looks for. */
interface ScanKind<Finding> {
  /** Checks the next memories from a cursor; null is the start. */
  readonly findNext: (bridge: Bridge, cursor: string | null) => Promise<Findings<Finding>>;
  /** The key under which a finding is dismissed. */
  readonly keyOf: (finding: Finding) => string;
  /** The finding without the changed memories; null drops it. */
  readonly without: (finding: Finding, changed: ReadonlySet<string>) => Finding | null;
}

/** The scans, in the order in which Health runs them. */
export const SCANS = {
  duplicates: {
    findNext: (bridge, cursor) => bridge.invoke("memories.findDuplicates", { cursor }),
    keyOf: keyOfGroup,
    without: withoutMemories,
  } satisfies ScanKind<DuplicateGroup>,
  secrets: {
    findNext: (bridge, cursor) => bridge.invoke("memories.findSecrets", { cursor }),
    keyOf: keyOfText("secret"),
    without: withoutMemory,
  } satisfies ScanKind<TextFinding>,
  instructions: {
    findNext: (bridge, cursor) => bridge.invoke("memories.findInstructions", { cursor }),
    keyOf: keyOfText("instructions"),
    without: withoutMemory,
  } satisfies ScanKind<TextFinding>,
  hidden: {
    findNext: (bridge, cursor) => bridge.invoke("memories.findHiddenCharacters", { cursor }),
    keyOf: keyOfText("hidden"),
    without: withoutMemory,
  } satisfies ScanKind<TextFinding>,
} as const;

export type ScanName = keyof typeof SCANS;
export const SCAN_NAMES = Object.keys(SCANS) as readonly ScanName[];
export type FindingOf<Name extends ScanName> = Parameters<(typeof SCANS)[Name]["keyOf"]>[0];

/** Contains the revision, so that a dismissed memory is checked again after a change. */
function keyOfText(prefix: string): (finding: TextFinding) => string {
  return ({ memory }) => `${prefix}:${memory.id}@${memory.revision}`;
}

function withoutMemory(finding: TextFinding, changed: ReadonlySet<string>): TextFinding | null {
  return changed.has(finding.memory.id) ? null : finding;
}

/** A dismissed group is shown again when a memory joins it: the newest memory, or the size, is another then. */
function keyOfGroup({ memory, duplicates }: DuplicateGroup): string {
  const oldest = duplicates.map((each) => each.memory.id).sort()[0];
  return `duplicate:${memory.id}:${oldest}${duplicates.length === 1 ? "" : `:${duplicates.length}`}`;
}

/** The others are near duplicates of the newest, but perhaps not of one another. */
function withoutMemories(group: DuplicateGroup, changed: ReadonlySet<string>): DuplicateGroup | null {
  if (changed.has(group.memory.id)) return null;
  const duplicates = group.duplicates.filter(({ memory }) => !changed.has(memory.id));
  if (duplicates.length === group.duplicates.length) return group;
  return duplicates.length === 0 ? null : { ...group, duplicates };
}

/** The state of a scan of all memories. */
interface ScanState<Finding> {
  readonly items: readonly Finding[];
  /** Number of memories checked. */
  readonly scanned: number;
  readonly cursor: string | null;
  readonly state: "running" | "done" | "failed";
  readonly error: BridgeError | null;
}

const START = { items: [], scanned: 0, cursor: null, state: "running", error: null } as const;

/** How long the result of a scan is kept after its view was closed. */
const RESULT_LIFETIME_MS = 30 * 60_000;

export type Scan<Name extends ScanName> = ReturnType<typeof useScan<Name>>;

/** The state of a scan, and its findings without dismissed ones. {@link useScanRunner} runs it. */
export function useScan<Name extends ScanName>(name: Name) {
  type Finding = FindingOf<Name>;
  const client = useQueryClient();
  const { isDismissed } = useDismissed();
  const queryKey = ["health.scan", name];
  const { keyOf } = SCANS[name] as unknown as ScanKind<Finding>;
  const { data: scan } = useQuery<ScanState<Finding>>({
    queryKey,
    queryFn: () => START,
    initialData: START,
    enabled: false,
    gcTime: RESULT_LIFETIME_MS,
  });
  const update = (next: (scan: ScanState<Finding>) => ScanState<Finding>) =>
    client.setQueryData<ScanState<Finding>>(queryKey, (current) => next(current ?? START));
  return {
    ...scan,
    found: scan.items.filter((finding) => !isDismissed(keyOf(finding))),
    update,
    restart: () => update(() => START),
    resume: () => update((before) => ({ ...before, state: "running", error: null })),
  };
}

interface RunOptions {
  readonly isOn: boolean;
  /** Pause before each step, so that other requests are not delayed. */
  readonly pauseMs?: number;
  /** Stops after this number of memories; the newest are checked first. */
  readonly limit?: number;
}

const STEP_PAUSE_MS = 30;

/** Runs a scan step by step while it is on, and continues after the last step. Call it once for each scan. */
export function useScanRunner(name: ScanName, options: RunOptions): void {
  const { isOn, pauseMs = STEP_PAUSE_MS, limit = Number.POSITIVE_INFINITY } = options;
  const bridge = useBridge();
  const { state, cursor, scanned, update } = useScan(name);
  const { findNext, without } = SCANS[name] as unknown as ScanKind<FindingOf<ScanName>>;
  const isRunning = isOn && state === "running" && scanned < limit;

  // biome-ignore lint/correctness/useExhaustiveDependencies: one step for each cursor
  useEffect(() => {
    if (!isRunning) return;
    let isCancelled = false;
    const timer = setTimeout(() => {
      findNext(bridge, cursor).then(
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
    }, pauseMs);
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
  }, [isRunning, cursor]);

  useBridgeEvent("memories.changed", (changes) => {
    const changed = new Set(changes.filter(({ kind }) => kind !== "captured").map(({ id }) => id));
    if (changed.size === 0) return;
    update((before) => ({
      ...before,
      items: before.items.map((item) => without(item, changed)).filter((item) => item !== null),
    }));
  });
}
