import clsx from "clsx";
import { X } from "lucide-react";
import { useText } from "../text/use-text.ts";

interface TagProps {
  readonly label: string;
  /** A word before the label that says what it is, such as `tag`. */
  readonly kind?: string;
  readonly onClick?: () => void;
  readonly onRemove?: () => void;
  readonly tone?: "plain" | "accent";
}

/** A short word that can be followed or taken away. */
export function Tag({ label, kind, onClick, onRemove, tone = "plain" }: TagProps) {
  const text = useText();
  const words = (
    <>
      {kind !== undefined && <span className="text-ink-faint">{kind}</span>}
      <span className="max-w-48 truncate" dir="auto">
        {label}
      </span>
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
        <span className="flex min-w-0 gap-1 px-1.5">{words}</span>
      ) : (
        <button
          type="button"
          onClick={onClick}
          className="flex h-full min-w-0 items-center gap-1 rounded-sm px-1.5 hover:bg-hover hover:text-ink"
        >
          {words}
        </button>
      )}
      {onRemove !== undefined && (
        <button
          type="button"
          aria-label={text.common.remove(label)}
          onClick={onRemove}
          className="-ml-1 flex size-5 items-center justify-center rounded-sm text-ink-faint hover:bg-hover hover:text-ink"
        >
          <X size={12} aria-hidden />
        </button>
      )}
    </span>
  );
}
