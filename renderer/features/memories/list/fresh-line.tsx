import { ArrowUp } from "lucide-react";
import { useText } from "../../../text/use-text.ts";

interface FreshLineProps {
  readonly count: number;
  readonly onShow: () => void;
}

/** Says that something new stands above, and leads there. It stands in the line above the list, so that nothing moves. */
export function FreshLine({ count, onShow }: FreshLineProps) {
  const text = useText();
  return (
    <div className="pointer-events-none absolute inset-x-0 -top-7 z-10 flex justify-center">
      <span className="sr-only" role="status">
        {count > 0 && text.memories.freshLong(count)}
      </span>
      {count > 0 && (
        <button
          type="button"
          onClick={onShow}
          className="pointer-events-auto flex h-6 items-center gap-1 rounded-full bg-raised pr-2.5 pl-2 text-sm text-accent-text shadow-[inset_0_0_0_1px_var(--line)] hover:bg-accent-soft forced-colors:border"
        >
          <ArrowUp size={12} aria-hidden />
          {text.memories.fresh(count)}
        </button>
      )}
    </div>
  );
}
