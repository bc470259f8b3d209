import type { AppStatus } from "../../electron/ipc/contract.ts";
import type { Text } from "../text/en.ts";

export type Tone = "good" | "warn" | "bad" | "plain";

/** The look of a notice about the service. */
export const NOTICE_TONES: Readonly<Record<Tone, string>> = {
  good: "",
  plain: "",
  warn: "bg-warn-soft text-warn-text",
  bad: "bg-bad-soft text-bad-text",
};

interface StatusWords {
  readonly tone: Tone;
  readonly label: string;
  /** What is wrong and what to do; null where nothing is. */
  readonly problem: string | null;
}

/** The state of the service in words. `status` is undefined until it is first known. */
export function describeStatus(status: AppStatus | undefined, reachable: boolean, text: Text): StatusWords {
  const words = text.frame.status;
  if (!reachable) return { tone: "bad", label: words.unreachable, problem: text.common.offlineHint };
  if (status === undefined) return { tone: "plain", label: words.starting, problem: null };
  if (status.serving === "serving") return { tone: "good", label: words.serving, problem: null };
  if (status.serving === "paused") return { tone: "warn", label: words.paused, problem: words.pausedHint };
  // Why stands above every place, with its remedies.
  return { tone: "bad", label: words.failed, problem: null };
}
