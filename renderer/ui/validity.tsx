import clsx from "clsx";
import { type Validity, validityAt } from "../../electron/core/validity.ts";
import { useText } from "../text/use-text.ts";
import { useClock } from "./relative-time.tsx";

interface ValidityTextProps {
  readonly memory: Validity;
  /** `short`, the default: the day, only for a memory that is not valid now. `long`: the interval. */
  readonly form?: "short" | "long";
  readonly className?: string;
}

/** Since when a memory has expired, or from and until when it is valid, with the exact times on hover. */
export function ValidityText({ memory, form = "short", className }: ValidityTextProps) {
  const words = useText().memories.validity;
  const { format } = useClock();
  const { validFrom, validUntil } = memory;
  // The window's clock ticks less often than memories expire; their event renders this again.
  const now = Date.now();
  const state = validityAt(memory, now);
  if (state === "current" && (form === "short" || (validFrom === null && validUntil === null))) return null;
  const shown = (time: string | null) => (time === null ? null : format.moment(new Date(time), now, form));
  const [from, until] = [shown(validFrom), shown(validUntil)];
  const title = [validFrom, validUntil].flatMap((time) => (time === null ? [] : format.exact(new Date(time))));
  return (
    <span title={title.join(" – ")} className={clsx(state === "expired" && "text-warn-text", className)}>
      {state === "expired" && until !== null
        ? words.expired(until)
        : words.between(from, form === "short" ? null : until)}
    </span>
  );
}
