import { TriangleAlert } from "lucide-react";
import type { FilePreview } from "../../../../electron/ipc/contract.ts";
import { useText } from "../../../text/use-text.ts";
import { DifferenceLines } from "./difference-lines.tsx";

/** One file that would be written: which, what changes in it, and what to know first. */
export function PlanPreview({ preview }: { readonly preview: FilePreview }) {
  const { write: text, told } = useText().clients;
  const { path, exists, difference, warnings, backupPath } = preview;
  return (
    <div>
      <p className="mb-1.5 flex min-w-0 items-baseline gap-2">
        <span className="shrink-0 font-medium">{exists ? text.changes : text.newFile}</span>
        <code className="min-w-0 truncate font-mono text-sm text-ink-soft" title={path} data-selectable>
          {path}
        </code>
      </p>
      {difference.length === 0 ? (
        <p className="text-ink-soft">{text.nothing}</p>
      ) : (
        <DifferenceLines label={text.difference(path)} lines={difference} />
      )}
      {warnings.map((warning) => (
        <p key={warning} className="mt-1.5 flex gap-1.5 text-warn-text">
          <TriangleAlert size={14} className="mt-0.5 shrink-0" aria-hidden />
          {told(warning)}
        </p>
      ))}
      {backupPath !== null && <p className="mt-1.5 text-sm text-ink-faint">{text.backup}</p>}
    </div>
  );
}
