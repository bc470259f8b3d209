import { setFlagsFromString } from "node:v8";

/** Optimise a function after fewer calls, and after fewer calls since it last got an argument of a new type. */
const EARLY_OPTIMISATION = [
  "--invocation-count-for-maglev=100",
  "--invocation-count-for-turbofan=2000",
  "--minimum-invocations-after-ic-update=100",
];
/**
 * Keep optimised code in an idle process. Otherwise V8 discards it eight seconds after the last work, and the next calls
 * take up to 60 % more processor time.
 */
const KEEP_OPTIMISED_CODE = "--no-memory-reducer-favors-memory";

/**
 * A full collection when the heap has grown by half and not by up to four times: up to 100 MB less are resident after many
 * calls, for 5 to 10 % more processor time.
 */
const SMALL_HEAP = "--heap-growing-percent=50";

/**
 * The flags by the major version of V8: Node 22 has 12, Node 24 has 13, Electron 14. V8 prints an error for an unknown
 * flag.
 */
const FLAGS: Readonly<Record<string, readonly string[]>> = {
  12: [SMALL_HEAP],
  13: [SMALL_HEAP, KEEP_OPTIMISED_CODE, ...EARLY_OPTIMISATION],
  14: [SMALL_HEAP, ...EARLY_OPTIMISATION],
};

/**
 * Sets flags of V8 that keep memory small and make calls after a start or a pause faster (ADR 0056). An untested version
 * keeps its defaults. Call it after the start: once a flag has changed, Node's modules and the first thread are compiled
 * without Node's code cache, which takes 35 ms (ADR 0057).
 * @param version `process.versions.v8`
 */
export function setV8Flags(version: string, set: (flag: string) => void = setFlagsFromString): void {
  const [major = ""] = version.split(".");
  for (const flag of FLAGS[major] ?? []) set(flag);
}
