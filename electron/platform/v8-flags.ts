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

/** The flags by the major version of V8: Node 24 has 13, Electron 14. V8 prints an error for an unknown flag. */
const FLAGS: Readonly<Record<string, readonly string[]>> = {
  13: [...EARLY_OPTIMISATION, KEEP_OPTIMISED_CODE],
  14: EARLY_OPTIMISATION,
};

/**
 * Sets flags of V8 that make calls after a start or a pause faster (ADR 0056). An untested version keeps its defaults.
 * @param version `process.versions.v8`
 */
export function setV8Flags(version: string, set: (flag: string) => void = setFlagsFromString): void {
  const [major = ""] = version.split(".");
  for (const flag of FLAGS[major] ?? []) set(flag);
}
