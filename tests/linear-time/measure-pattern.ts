import type { Pattern } from "./list-patterns.ts";
import { isBounded, unitsOf } from "./pattern-samples.ts";

/** Exponential time is measured at these sizes. */
const SHORT_UNITS = [20, 26, 32, 38, 44];
const MAX_SHORT_MS = 60;
const UNITS = 4 * 1024;
/** Quadratic time at this size is several times longer. */
const QUICK_MS = 1.5;
/** Linear time doubles with the text, quadratic time grows fourfold. */
const MAX_GROWTH = 3;
const TRIES = 4;
/** Characters after the repetition; each breaks the matches of other expressions. */
const ENDS = ["\u0000", "\n!", "/", " "];

/** A text for which the time of an expression grows faster than the text; null if there is none. */
export function findSlowText({ source, flags }: Pattern): { readonly text: string; readonly growth: string } | null {
  if (isBounded(source, flags)) return null;
  const expression = new RegExp(
    flags.includes("y") ? `(?<![\\w-])(?:${source})` : source,
    `${flags.replace(/[gyd]/g, "")}g`,
  );
  for (const [lead, unit] of unitsOf(source, flags)) {
    for (const end of ENDS) {
      const growth = growthOf(expression, (size) => lead + unit.repeat(Math.ceil(size / unit.length)) + end);
      if (growth !== null) return { text: JSON.stringify([lead, unit, end]), growth };
    }
  }
  return null;
}

/** Compares times of the processor. Another process may have used its caches: the shortest of several tries counts. */
function growthOf(expression: RegExp, textOf: (size: number) => string): string | null {
  for (const units of SHORT_UNITS) {
    const text = textOf(units);
    // The first time includes the compilation.
    const short = Math.min(timeOf(expression, text), timeOf(expression, text));
    if (short > MAX_SHORT_MS) return `${units} characters: ${short.toFixed(1)} ms`;
  }
  const text = textOf(UNITS);
  if (timeOf(expression, text) < QUICK_MS) return null;
  const [once, twice] = shortestTimes(expression, text, textOf(UNITS * 2));
  // The first measurement may have been disturbed: of a short time, the growth says nothing.
  if (once < QUICK_MS || twice <= MAX_GROWTH * once) return null;
  // A disturbed measurement is not repeated at other sizes, growth is.
  const [later, fourfold] = shortestTimes(expression, textOf(UNITS * 2), textOf(UNITS * 4));
  if (fourfold <= MAX_GROWTH * later) return null;
  return `${UNITS} characters: ${once.toFixed(1)} ms, twice: ${twice.toFixed(1)} ms, four times: ${fourfold.toFixed(1)} ms`;
}

function shortestTimes(expression: RegExp, text: string, double: string): readonly [number, number] {
  let [once, twice] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let tries = 0; tries < TRIES; tries += 1) {
    once = Math.min(once, timeOf(expression, text));
    twice = Math.min(twice, timeOf(expression, double));
  }
  return [once, twice];
}

function timeOf(expression: RegExp, text: string): number {
  const start = process.cpuUsage();
  expression.lastIndex = 0;
  for (let match = expression.exec(text); match !== null; match = expression.exec(text)) {
    if (match[0] === "") expression.lastIndex += 1;
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
