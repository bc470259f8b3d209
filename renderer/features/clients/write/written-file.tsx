import { CheckCircle2 } from "lucide-react";
import type { FilePreview } from "../../../../electron/ipc/contract.ts";
import { useText } from "../../../text/use-text.ts";

interface WrittenFileProps {
  readonly file: Pick<FilePreview, "path" | "backupPath">;
  /** Whether ours was taken out, instead of put in. */
  readonly removed: boolean;
}

/** That a file was written, and where it is kept as it was before. */
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
