import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import type { Findings } from "../../../../electron/core/memory-service.ts";
import type { BridgeError } from "../../../bridge.ts";
import { useBridgeEvent } from "../../../data/use-bridge-event.ts";

/** A walk through all memories as far as it has come; it goes on while it is looked at. */
interface Walk<T> {
  readonly items: readonly T[];
  readonly scanned: number;
  readonly cursor: string | null;
  readonly state: "walking" | "done" | "failed";
  readonly error: BridgeError | null;
}

const START = { items: [], scanned: 0, cursor: null, state: "walking", error: null } as const;

/** Between two steps others have their turn, in milliseconds. */
const PAUSE = 30;

interface WalkOptions<T> {
  readonly name: string;
  readonly step: (cursor: string | null) => Promise<Findings<T>>;
  /** The memories a finding is about: once one of them changes, the finding is dropped. */
  readonly idsOf: (finding: T) => readonly string[];
}

/** Walks step by step, shows what was found so far, and rests when the view is left. */
export function useWalk<T>({ name, step, idsOf }: WalkOptions<T>) {
  const client = useQueryClient();
  const key = ["health.walk", name];
  const { data: walk } = useQuery<Walk<T>>({
    queryKey: key,
    queryFn: () => START,
    initialData: START,
    enabled: false,
    gcTime: 30 * 60_000,
  });
  const change = (next: (walk: Walk<T>) => Walk<T>) =>
    client.setQueryData<Walk<T>>(["health.walk", name], (current) => next(current ?? START));

  const { state, cursor } = walk;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step is taken for each cursor, and only then
  useEffect(() => {
    if (state !== "walking") return;
    let isLeft = false;
    const timer = setTimeout(() => {
      step(cursor).then(
        ({ items, scanned, nextCursor }) => {
          if (isLeft) return;
          change((before) => ({
            items: items.length === 0 ? before.items : [...before.items, ...items],
            scanned: before.scanned + scanned,
            cursor: nextCursor ?? null,
            state: nextCursor === undefined ? "done" : "walking",
            error: null,
          }));
        },
        (error: BridgeError) => !isLeft && change((before) => ({ ...before, state: "failed", error })),
      );
    }, PAUSE);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [state, cursor]);

  useBridgeEvent("memories.changed", (changes) => {
    const changed = new Set(changes.filter(({ kind }) => kind !== "captured").map(({ id }) => id));
    if (changed.size === 0) return;
    change((before) => ({
      ...before,
      items: before.items.filter((item) => !idsOf(item).some((id) => changed.has(id))),
    }));
  });

  return {
    ...walk,
    again: useCallback(() => client.setQueryData(["health.walk", name], START), [client, name]),
    goOn: () => change((before) => ({ ...before, state: "walking", error: null })),
  };
}
