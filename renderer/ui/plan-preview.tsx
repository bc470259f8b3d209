import clsx from "clsx";
import { CheckCircle2, TriangleAlert } from "lucide-react";
import type { DifferenceLine, FilePreview } from "../../electron/window-api/contract.ts";
import { useText } from "../text/use-text.ts";
import { Code } from "./inline-text.tsx";
import { MASK, splitSecrets } from "./masked-snippet.ts";
import { useNoteText } from "./note-text.ts";

/** The changes of one file before they are written, with warnings. */
export function PlanPreview({ preview }: { readonly preview: FilePreview }) {
  const text = useText().clients.write;
  const noteText = useNoteText();
  const { path, exists, difference, warnings, backupPath } = preview;
  return (
    <div>
      <p className="mb-1.5 flex min-w-0 items-baseline gap-2">
        <span className="shrink-0 font-medium">{exists ? text.changes : text.newFile}</span>
        <Code className="min-w-0 truncate text-ink-soft" title={path}>
          {path}
        </Code>
      </p>
      {difference.length === 0 ? (
        <p className="text-ink-soft">{text.nothing}</p>
      ) : (
        <DifferenceLines label={text.difference(path)} lines={difference} />
      )}
      {warnings.map((warning) => (
        <p key={warning.reason} className="mt-1.5 flex gap-1.5 text-warn-text">
          <TriangleAlert size={14} className="mt-0.5 shrink-0" aria-hidden />
          {noteText(warning)}
        </p>
      ))}
      {backupPath !== null && <p className="mt-1.5 text-sm text-ink-faint">{text.backup}</p>}
    </div>
  );
}

interface WrittenFileProps {
  readonly file: Pick<FilePreview, "path" | "backupPath">;
  /** Whether our part was removed. */
  readonly removed: boolean;
}

/** Confirms that a file was written, and names its backup. */
export function WrittenFile({ file: { path, backupPath }, removed }: WrittenFileProps) {
  const text = useText().clients.write;
  return (
    <>
      <p className="flex min-w-0 items-center gap-1.5 text-good-text">
        <CheckCircle2 size={14} className="shrink-0" aria-hidden />
        <span className="min-w-0 break-all">{removed ? text.removed(path) : text.written(path)}</span>
      </p>
      {backupPath !== null && (
        <p className="mt-1 text-sm break-all text-ink-faint" data-selectable>
          {text.keptAs(backupPath)}
        </p>
      )}
    </>
  );
}

const STYLES: Readonly<Record<DifferenceLine["kind"], string>> = {
  same: "text-ink-soft",
  added: "bg-good-soft text-good-text",
  removed: "bg-bad-soft text-bad-text",
  gap: "text-ink-faint",
};
const MARKS: Readonly<Record<DifferenceLine["kind"], string>> = { same: " ", added: "+", removed: "−", gap: "⋮" };

/** A difference by lines, with tokens masked. */
function DifferenceLines({ label, lines }: { readonly label: string; readonly lines: readonly DifferenceLine[] }) {
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
