import type { FacetCount } from "../../../electron/core/ports.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";

interface NeverRecalledProps {
  readonly counts: readonly FacetCount[];
  readonly onChoose: (namespace: string) => void;
}

/** How much of each namespace nobody asked for. */
export function NeverRecalled({ counts, onChoose }: NeverRecalledProps) {
  const text = useText();
  const words = text.overview;
  const { navigate } = useNavigation();
  const most = Math.max(1, ...counts.map(({ count }) => count));
  if (counts.length === 0) return null;
  return (
    <section aria-label={words.never} className="min-w-0">
      <div className="mb-1 flex items-center gap-2">
        <h2 className="flex-1 font-semibold">{words.never}</h2>
        <Button size="small" variant="quiet" onClick={() => navigate({ place: "health", path: ["unused"] })}>
          {words.putInOrder}
        </Button>
      </div>
      <p className="mb-1 text-sm text-ink-faint">{words.neverText}</p>
      <ul className="-mx-2">
        {counts.map(({ value, count }) => (
          <li key={value}>
            <button
              type="button"
              onClick={() => onChoose(value)}
              className="flex min-h-6.5 w-full items-center gap-3 rounded-md px-2 text-left hover:bg-hover"
            >
              <span className="w-28 shrink-0 truncate">{value}</span>
              <span aria-hidden className="h-2 flex-1">
                <span
                  className="block h-full rounded-sm bg-line-strong forced-colors:bg-[GrayText]"
                  style={{ width: `${Math.max(1, (count / most) * 100)}%` }}
                />
              </span>
              <span className="w-12 shrink-0 text-right text-sm text-ink-soft">{text.common.count(count)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
