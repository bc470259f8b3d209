import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Difference } from "../reading/difference.tsx";
import { type Draft, type DraftField, draftOf } from "./draft.ts";
import type { Conflict } from "./use-editor.ts";
import { useLastEditor } from "./use-last-editor.ts";

interface ConflictPanelProps {
  readonly conflict: Conflict;
  readonly mine: Draft;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
  readonly onMerge: () => void;
}

/** Both versions of a memory, and the choice between them. */
export function ConflictPanel({ conflict, mine, onMine, onTheirs, onMerge }: ConflictPanelProps) {
  const text = useText();
  const words = text.memories.conflict;
  const who = useLastEditor(conflict.current.id);
  const theirs = draftOf(conflict.current);
  const fields = conflict.conflicts.filter((field) => field !== "content");
  return (
    <section role="alert" className="flex max-w-180 min-[2000px]:mx-auto flex-col gap-3">
      <h2 className="text-lg font-semibold">{words.title(who)}</h2>
      <p className="text-ink-soft">{words.text}</p>
      <Difference before={theirs.content} after={mine.content} />
      {fields.length > 0 && (
        <ul className="text-ink-soft">
          {fields.map((field) => (
            <li key={field}>
              {words.fields[field]}: {words.valueMine} {fieldWords(mine, field, words.none)}, {words.valueTheirs}{" "}
              {fieldWords(theirs, field, words.none)}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={onMerge}>{words.merge}</Button>
        <Button onClick={onTheirs}>{words.theirs}</Button>
        <Button variant="primary" onClick={onMine}>
          {words.mine}
        </Button>
      </div>
    </section>
  );
}

function fieldWords(draft: Draft, field: DraftField, none: string): string {
  const value = draft[field];
  const words = typeof value === "string" ? value : value.join(", ");
  return words === "" ? none : words;
}
