import type { TokenDay } from "../../../../electron/core/request-log.ts";
import { useText } from "../../../text/use-text.ts";
import { useClients } from "../use-clients.ts";

/** Days that are shown: the two latest weeks with requests. */
const MAX_DAYS = 14;

/** The tokens that a client's model wrote to Recollect and read from it, by day; nothing if there are none. */
export function TokenUse({ subject }: { readonly subject: string }) {
  const words = useText();
  const text = words.clients.tokenUse;
  const clients = useClients().data ?? [];
  const days = sumOfDays(clients.filter((client) => client.subject === subject).flatMap(({ tokenDays }) => tokenDays));
  if (days.length === 0) return null;
  return (
    <section aria-label={words.common.tokens}>
      <h3 className="mt-6 font-medium">{words.common.tokens}</h3>
      <p className="text-sm text-ink-faint">{text.hint}</p>
      <table className="mt-2 w-full max-w-100 text-left">
        <thead>
          <tr className="text-sm text-ink-faint">
            <th className="py-1 pr-3 font-normal">{words.common.day}</th>
            <th className="px-3 py-1 text-right font-normal">{text.written}</th>
            <th className="py-1 pl-3 text-right font-normal">{text.read}</th>
          </tr>
        </thead>
        <tbody>
          {days.slice(0, MAX_DAYS).map(({ day, tokensIn, tokensOut }) => (
            <tr key={day} className="border-t border-line tabular-nums">
              <td className="py-1 pr-3">{dayName(day, words.language)}</td>
              <td className="px-3 py-1 text-right">{tokensIn.toLocaleString(words.language)}</td>
              <td className="py-1 pl-3 text-right">{tokensOut.toLocaleString(words.language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The sums of each day, the newest first: a client may have been seen under several names. */
function sumOfDays(days: readonly TokenDay[]): TokenDay[] {
  const sums = new Map<string, TokenDay>();
  for (const { day, tokensIn, tokensOut } of days) {
    const sum = sums.get(day) ?? { day, tokensIn: 0, tokensOut: 0 };
    sums.set(day, { day, tokensIn: sum.tokensIn + tokensIn, tokensOut: sum.tokensOut + tokensOut });
  }
  return [...sums.values()].sort((one, other) => other.day.localeCompare(one.day));
}

/** A day without a time of day, in the reader's time zone. */
function dayName(day: string, language: string): string {
  return new Date(`${day}T12:00:00`).toLocaleDateString(language, { weekday: "short", day: "numeric", month: "short" });
}
