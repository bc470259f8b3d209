import { useText } from "../../text/use-text.ts";

/** Of the accent, by level; the empty day is a line's grey. */
export const STRENGTH = [0, 0.3, 0.52, 0.76, 1] as const;

/** What the darkness of a day means. */
export function LevelLegend() {
  const words = useText().overview;
  return (
    <span aria-hidden className="flex items-center gap-1 max-[700px]:hidden">
      {words.less}
      {STRENGTH.map((strength) => (
        <span
          key={strength}
          className="size-2.75 rounded-[2.5px] bg-line contrast-more:bg-transparent contrast-more:shadow-[inset_0_0_0_1px_var(--line)] forced-colors:border"
        >
          {strength > 0 && (
            <span
              className="block size-full rounded-[2.5px] bg-accent forced-colors:bg-[Highlight]"
              style={{ opacity: strength }}
            />
          )}
        </span>
      ))}
      {words.more}
    </span>
  );
}
