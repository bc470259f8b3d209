import type { CommandText } from "../../text/command-line.ts";

/** What `recollect doctor` checks, in this order. */
export const CHECKS = [
  "dataFolder",
  "application",
  "port",
  "keys",
  "index",
  "model",
  "backups",
  "clients",
  "plugins",
  "spaces",
  "servers",
  "alerts",
] as const;
export type CheckName = (typeof CHECKS)[number];

/** `warning`: it works, and something can be improved. `error`: something does not work. */
export type FindingState = "ok" | "warning" | "error";

/** The result of a check: a problem, and its remedy. */
export interface Finding {
  readonly check: CheckName;
  readonly state: FindingState;
  readonly message: string;
  /** How to repair it; null if nothing is wrong. */
  readonly remedy: string | null;
  /** Repairs it safely; null if a person has to decide. */
  readonly fix: (() => Promise<void>) | null;
}

type Parts = Partial<Pick<Finding, "remedy" | "fix">>;

/** Makes the findings of one check. */
export function findingsOf(check: CheckName, { doctor }: CommandText) {
  const make = (state: FindingState, message: string, { remedy = null, fix = null }: Parts = {}): Finding => ({
    check,
    state,
    message,
    remedy: remedy ?? (fix === null ? null : doctor.fixable),
    fix,
  });
  return {
    ok: (message: string) => make("ok", message),
    warning: (message: string, parts?: Parts) => make("warning", message, parts),
    error: (message: string, parts?: Parts) => make("error", message, parts),
  };
}
