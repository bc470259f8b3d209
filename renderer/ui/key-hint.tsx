import clsx from "clsx";
import { formatKeys } from "./keys.ts";

interface KeyHintProps {
  /** Such as `mod+k` or `?`. */
  readonly keys: string;
  readonly tone?: "quiet" | "on-accent";
}

/** A keyboard shortcut in the notation of the platform. */
export function KeyHint({ keys, tone = "quiet" }: KeyHintProps) {
  return (
    <kbd
      className={clsx(
        "inline-flex gap-0.5 font-sans text-xs whitespace-nowrap",
        tone === "quiet" ? "text-ink-faint" : "text-on-accent",
      )}
    >
      {formatKeys(keys)}
    </kbd>
  );
}
