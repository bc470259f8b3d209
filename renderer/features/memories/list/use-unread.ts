import { useCallback, useEffect, useState } from "react";
import { readStored, writeStored } from "../../../data/use-stored.ts";
import type { MemoryRow } from "../data/memory-pages.ts";

interface Visit {
  /** When the window was last left, ISO 8601. */
  readonly until: string;
  /** What was opened since. */
  readonly opened: readonly string[];
}
const STORED = "visit";

/** Which memories assistants captured since the last visit and the owner has not opened yet. */
export function useUnread(openId: string | null): (row: MemoryRow) => boolean {
  const [visit, setVisit] = useState<Visit>(() => readStored(STORED, { until: new Date().toISOString(), opened: [] }));

  useEffect(() => writeStored(STORED, visit), [visit]);
  useEffect(() => {
    if (openId === null) return;
    setVisit((current) =>
      current.opened.includes(openId) ? current : { ...current, opened: [...current.opened, openId] },
    );
  }, [openId]);
  useEffect(() => {
    const leave = () => writeStored(STORED, { until: new Date().toISOString(), opened: [] });
    window.addEventListener("pagehide", leave);
    return () => window.removeEventListener("pagehide", leave);
  }, []);

  return useCallback(
    ({ memory }) => memory.client !== null && memory.createdAt > visit.until && !visit.opened.includes(memory.id),
    [visit],
  );
}
