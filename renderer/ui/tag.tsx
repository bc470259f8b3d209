import clsx from "clsx";
import { X } from "lucide-react";
import { markHidden } from "../../electron/core/hidden-characters.ts";
import { useText } from "../text/use-text.ts";
import { OneLine } from "./inline-text.tsx";

interface TagProps {
  readonly label: string;
  /** The kind of label, such as `tag`, displayed before it. */
  readonly kind?: string;
  readonly onClick?: () => void;
  readonly onRemove?: () => void;
  readonly tone?: "plain" | "accent";
}

/** A short label that can be clicked or removed. */
export function Tag({ label, kind, onClick, onRemove, tone = "plain" }: TagProps) {
  const text = useText();
  const content = (
    <>
      {kind !== undefined && <span className="text-ink-faint">{kind}</span>}
      <OneLine className="max-w-48">{markHidden(label)}</OneLine>
    </>
  );
  return (
    <span
      className={clsx(
        "inline-flex h-5.5 min-w-0 items-center rounded-sm text-sm forced-colors:border",
        tone === "accent" ? "bg-accent-soft text-accent-text" : "bg-sunken text-ink-soft",
      )}
    >
      {onClick === undefined ? (
        <span className="flex min-w-0 gap-1 px-1.5">{content}</span>
      ) : (
        <button
          type="button"
          onClick={onClick}
          className="flex h-full min-w-0 items-center gap-1 rounded-sm px-1.5 hover:bg-hover hover:text-ink"
        >
          {content}
        </button>
      )}
      {onRemove !== undefined && (
        <button
          type="button"
          aria-label={text.common.removeNamed(label)}
          onClick={onRemove}
          className="-ml-1 flex size-5 items-center justify-center rounded-sm text-ink-faint hover:bg-hover hover:text-ink"
        >
          <X size={12} aria-hidden />
        </button>
      )}
    </span>
  );
}
