import { CheckCircle2, CircleAlert } from "lucide-react";
import { markHidden } from "../../../../electron/core/hidden-characters.ts";
import type { ServerMoveResult } from "../../../../electron/core/server-moves.ts";
import type { ServerLogLine } from "../../../../electron/core/servers.ts";
import { errorText } from "../../../../electron/text/error-text.ts";
import { useText } from "../../../text/use-text.ts";
import { useNoteText } from "../../clients/note-text.ts";
import { WrittenFile } from "../../clients/write/plan-preview.tsx";
import { LogLines } from "../log-lines.tsx";

/** What was moved, what was not and why, and the file that was written. */
export function MoveResult({ result: { moved, failed, file, nextStep } }: { readonly result: ServerMoveResult }) {
  const text = useText();
  const words = text.servers.moving;
  const noteText = useNoteText();
  return (
    <div role="status" className="flex flex-col gap-3">
      {moved.length > 0 && (
        <ul aria-label={words.movedList} className="flex flex-col gap-1">
          {moved.map(({ name, serverName }) => (
            <li key={name} className="flex items-center gap-1.5 text-good-text">
              <CheckCircle2 size={14} className="shrink-0" aria-hidden />
              {name === serverName ? words.moved(name) : words.movedAs(markHidden(name), serverName)}
            </li>
          ))}
        </ul>
      )}
      {failed.map(({ name, error }) => {
        const lines = Array.isArray(error.details?.log) ? (error.details.log as readonly ServerLogLine[]) : [];
        return (
          <section key={name} aria-label={words.notMoved(markHidden(name))}>
            <p className="flex items-start gap-1.5 text-bad-text">
              <CircleAlert size={14} className="mt-0.5 shrink-0" aria-hidden />
              <span className="min-w-0 wrap-anywhere">
                {text.common.sentences(words.notMoved(markHidden(name)), errorText(error, text).message)}
              </span>
            </p>
            {lines.length > 0 && <LogLines lines={lines} className="mt-1.5 max-h-32 rounded-md bg-sunken" />}
          </section>
        );
      })}
      {file === null ? (
        <p className="text-ink-soft">{words.fileUnchanged}</p>
      ) : (
        <div>
          <WrittenFile file={file} removed={false} />
          <p className="mt-1 text-ink-soft">{noteText(nextStep)}</p>
        </div>
      )}
    </div>
  );
}
