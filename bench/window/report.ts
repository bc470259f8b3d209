import { quantile } from "../support/statistics.ts";
import type { FrameTimes } from "./frame-times.ts";
import type { PlaceTimes } from "./open-places.ts";

/** The figures of one run, in milliseconds and messages per second. */
export interface WindowRun {
  readonly firstList: number;
  /** The time from the last key of each search to its painted results. */
  readonly searches: readonly number[];
  readonly scrolling: FrameTimes;
  /** The conversations that were scrolled through. */
  readonly conversations: number;
  readonly scrollingConversations: FrameTimes;
  readonly places: ReadonlyMap<string, PlaceTimes>;
  readonly logging: FrameTimes;
  readonly logRate: number;
  /** The page's objects at the end of the run, in megabytes. */
  readonly heap: number;
}

/** Two frames at 60 Hz: a longer frame means that one was dropped. */
const FRAME_LIMIT = "33.3 ms";
const TASK_LIMIT = "50 ms";

/** Formats a Markdown table: the median of the runs, the worst run, and the limit. */
export function reportRuns(runs: readonly WindowRun[]): string {
  const rows: string[] = [];
  const add = (name: string, limit: string, unit: string, of: (run: WindowRun) => number, worst = Math.max) => {
    const figures = runs.map(of);
    const format = (figure: number) => `${figure.toFixed(unit === "ms" ? 1 : 0)} ${unit}`.trim();
    rows.push(`| ${name} | ${format(quantile(figures, 0.5))} | ${format(worst(...figures))} | ${limit} |`);
  };
  add("time to the first list", "500 ms", "ms", (run) => run.firstList);
  add("search, last key to painted results, p50", "50 ms", "ms", (run) => quantile(run.searches, 0.5));
  add("search, last key to painted results, p95", "100 ms", "ms", (run) => quantile(run.searches, 0.95));
  const frames = (name: string, of: (run: WindowRun) => FrameTimes) => {
    add(`${name}: frame p50`, "16.7 ms", "ms", (run) => of(run).p50);
    add(`${name}: frame p99`, FRAME_LIMIT, "ms", (run) => of(run).p99);
    add(`${name}: frames over 33 ms, of 1,000`, "0", "", (run) => (of(run).late / of(run).frames) * 1000);
    add(`${name}: longest task (0: none over 50 ms)`, TASK_LIMIT, "ms", (run) => of(run).longestTask);
  };
  frames("scrolling", ({ scrolling }) => scrolling);
  add("conversations scrolled through", "10,000", "", ({ conversations }) => conversations, Math.min);
  frames("scrolling conversations", ({ scrollingConversations }) => scrollingConversations);
  for (const place of runs[0]?.places.keys() ?? []) {
    add(`${place} opened`, "100 ms", "ms", ({ places }) => places.get(place)?.first ?? Number.NaN);
    add(`${place} complete`, "", "ms", ({ places }) => places.get(place)?.complete ?? Number.NaN);
  }
  add("live log: messages per second", "1,000", "", ({ logRate }) => logRate, Math.min);
  frames("live log", ({ logging }) => logging);
  add("objects of the page", "", "MB", ({ heap }) => heap);
  return ["| | median of runs | worst run | limit |", "|---|---|---|---|", ...rows].join("\n");
}
