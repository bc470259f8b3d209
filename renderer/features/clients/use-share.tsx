import type { ClientUseDay } from "../../../electron/core/use.ts";
import { useBridgeQuery } from "../../data/use-bridge.tsx";
import { useText } from "../../text/use-text.ts";

const NONE: readonly ClientUseDay[] = [];
/** The height of a bar of 100 %, in pixels. */
const HEIGHT = 14;

/** The share of the memories given to a client that its answers used, in total and by day; nothing if it is not known. */
export function UseShare({ subject }: { readonly subject: string }) {
  const words = useText().use;
  const { data = NONE } = useBridgeQuery("use.byClient", {}, { refetchOnMount: "always" });
  const days = data
    .filter((day) => day.subject === subject && day.given > day.unknown)
    .map(({ day, given, used, unknown }) => ({ day, used, known: given - unknown }));
  if (days.length === 0) return null;
  const sum = (value: (day: (typeof days)[number]) => number) => days.reduce((total, day) => total + value(day), 0);
  const title = words.clientTitle(days.map(({ day, used, known }) => words.day(day, used, known)));
  return (
    <span className="flex items-end gap-2 text-sm text-ink-faint" title={title}>
      <span className="flex items-end gap-px" aria-hidden>
        {days.map(({ day, used, known }) => (
          <span
            key={day}
            className="w-1 rounded-[1px] bg-accent"
            style={{ height: `${Math.max(1, Math.round((HEIGHT * used) / known))}px` }}
          />
        ))}
      </span>
      {words.client(
        sum(({ used }) => used),
        sum(({ known }) => known),
      )}
    </span>
  );
}
