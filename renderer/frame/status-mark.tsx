import clsx from "clsx";
import { Pause, TriangleAlert } from "lucide-react";
import type { Tone } from "./describe-status.ts";

/** The state at a glance: a dot while all is well, else a sign of its own, for colour alone says nothing to some. */
export function StatusMark({ tone }: { readonly tone: Tone }) {
  if (tone === "warn") return <Pause size={12} className="-mx-0.5 shrink-0 fill-current text-warn-text" aria-hidden />;
  if (tone === "bad") return <TriangleAlert size={14} className="-mx-0.75 shrink-0 text-bad-text" aria-hidden />;
  return (
    <span
      className={clsx(
        "size-2 shrink-0 rounded-full forced-colors:bg-[CanvasText]",
        tone === "good" ? "bg-good" : "bg-line-strong",
      )}
    />
  );
}
