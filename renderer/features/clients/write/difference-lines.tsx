import clsx from "clsx";
import type { DifferenceLine } from "../../../../electron/ipc/contract.ts";
import { useText } from "../../../text/use-text.ts";
import { MASK, splitSecrets } from "../masked-snippet.ts";

const STYLES: Readonly<Record<DifferenceLine["kind"], string>> = {
  same: "text-ink-soft",
  added: "bg-good-soft text-good-text",
  removed: "bg-bad-soft text-bad-text",
  gap: "text-ink-faint",
};
const MARKS: Readonly<Record<DifferenceLine["kind"], string>> = { same: " ", added: "+", removed: "−", gap: "⋮" };

interface DifferenceLinesProps {
  readonly label: string;
  readonly lines: readonly DifferenceLine[];
}

/** What changes in a file, line by line; a token in it is masked. */
export function DifferenceLines({ label, lines }: DifferenceLinesProps) {
  const text = useText().clients.write;
  return (
    <figure
      aria-label={label}
      className="overflow-hidden rounded-md bg-sunken py-1.5 font-mono text-sm shadow-[inset_0_0_0_1px_var(--line)] forced-colors:border"
    >
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a difference have no identity but their place
        <div key={index} className={clsx("flex min-h-[1lh] px-3", STYLES[line.kind])} data-selectable>
          <span className="w-4 shrink-0 select-none" aria-hidden>
            {MARKS[line.kind]}
          </span>
          {line.kind !== "same" && line.kind !== "gap" && <span className="sr-only">{text.marks[line.kind]}</span>}
          <span className="min-w-0 wrap-anywhere whitespace-pre-wrap">{masked(line.text)}</span>
        </div>
      ))}
    </figure>
  );
}

function masked(text: string): string {
  return splitSecrets(text)
    .map((part) => (part.secret ? MASK : part.text))
    .join("");
}
