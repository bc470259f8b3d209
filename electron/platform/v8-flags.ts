import { setFlagsFromString } from "node:v8";

/** V8 optimises a function after fewer calls, and does not wait as long after a new type. */
const EARLY_OPTIMISATION = [
  "--invocation-count-for-maglev=100",
  "--invocation-count-for-turbofan=2000",
  "--minimum-invocations-after-ic-update=100",
];
/**
 * The collection of an idle process keeps the optimised code. Otherwise V8 discards it after eight seconds without work,
 * and the next calls take up to 60 % more processor time.
 */
const KEEP_OPTIMISED_CODE = "--no-memory-reducer-favors-memory";

/** The flags by the major version of V8. V8 prints an error for a flag that it does not have. */
const FLAGS: Readonly<Record<string, readonly string[]>> = {
  13: [...EARLY_OPTIMISATION, KEEP_OPTIMISED_CODE],
  14: EARLY_OPTIMISATION,
};

/**
 * Sets flags of V8 for calls after a start or a pause (ADR 0053). Other versions of V8 than Node 24's and Electron's keep
 * their defaults.
 * @param version `process.versions.v8`
 */
export function setV8Flags(version: string, set: (flag: string) => void = setFlagsFromString): void {
  const [major = ""] = version.split(".");
  for (const flag of FLAGS[major] ?? []) set(flag);
}
