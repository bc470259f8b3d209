import type { Page } from "@playwright/test";

/**
 * Addresses of the places. Repeated from `renderer/navigation/route.ts`, which is part of another TypeScript project. An
 * address that is not known any more opens Today.
 */
const PLACES = [
  "today",
  "memories",
  "inbox",
  "conversations",
  "timeline",
  "map",
  "health",
  "activity",
  "clients",
  "clientMemories",
  "servers",
  "projects",
  "spaces",
  "remoteDomains",
  "settings",
] as const;
/** A place is complete if nothing was added to it for this time. */
const QUIET_MS = 1_500;
/** A place that changes all the time is measured until its last change before this limit. */
const LIMIT_MS = 6_000;

/** The time until a place is there, in milliseconds. */
export interface PlaceTimes {
  /** Until its first elements are painted: its heading and controls. */
  readonly first: number;
  /** Until its last elements are painted. */
  readonly complete: number;
}

/** Waits until nothing more is added to the page's content. Its result is {@link PlaceTimes}. */
const OPEN = `
  const start = performance.now();
  let first = null;
  let complete = 0;
  let timer;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      observer.disconnect();
      resolve({ first: first ?? 0, complete });
    }, ${QUIET_MS});
  };
  const observer = new MutationObserver((changes) => {
    if (!changes.some(({ addedNodes }) => addedNodes.length > 0)) return;
    if (performance.now() - start > ${LIMIT_MS}) return;
    // A task that is queued in a frame runs after the frame is painted.
    requestAnimationFrame(() => setTimeout(() => {
      complete = performance.now() - start;
      first ??= complete;
    }));
    wait();
  });
  observer.observe(document.querySelector("main"), { childList: true, subtree: true });
  wait();
`;

function open(page: Page, place: string): Promise<PlaceTimes> {
  return page.evaluate<PlaceTimes>(`new Promise((resolve) => {${OPEN} location.hash = "#/${place}";})`);
}

/** Opens each place of the window, the first time since the page was loaded. */
export async function openPlaces(page: Page): Promise<ReadonlyMap<string, PlaceTimes>> {
  const times = new Map<string, PlaceTimes>();
  for (const place of PLACES) {
    await open(page, place === "settings" ? "today" : "settings");
    times.set(place, await open(page, place));
  }
  return times;
}

/** The memory of the page's own objects after a garbage collection, in megabytes. */
export async function heapMegabytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usedSize / 1024 / 1024;
}
