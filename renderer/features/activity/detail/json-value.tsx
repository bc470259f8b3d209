import { useText } from "../../../text/use-text.ts";
import { FOLDED_LENGTH, isLong } from "./json-tree.ts";

interface JsonValueProps {
  readonly value: unknown;
  /** Whether a long string is shown to its end. */
  readonly unfolded: boolean;
}

/** A plain JSON value; a long string is folded until it is asked for. */
export function JsonValue({ value, unfolded }: JsonValueProps) {
  const text = useText().activity.tree;
  if (typeof value !== "string") {
    return <span className={value === null ? "text-ink-faint" : "text-accent-text"}>{String(value)}</span>;
  }
  if (!isLong(value)) {
    return <span className="whitespace-pre-wrap text-ink-soft">{JSON.stringify(value)}</span>;
  }
  return (
    <span className="whitespace-pre-wrap text-ink-soft">
      {unfolded ? value : `${value.slice(0, FOLDED_LENGTH)}…`}
      <span className="ml-2 font-sans text-accent-text">
        {unfolded ? text.showLess : text.showAll(value.length - FOLDED_LENGTH)}
      </span>
    </span>
  );
}
