import { Bookmark } from "lucide-react";
import { useState } from "react";
import { commandsOf } from "../../../commands/command.ts";
import { useCommands } from "../../../commands/commands.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { FormDialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/field.tsx";
import { activeFilters, filterLabel, type MemoryQuery } from "../query/memory-query.ts";
import { useSavedViews, viewAddress } from "./saved-views.ts";

/** Saves the search text and filters as a named view. Not shown if such a view exists. */
export function SaveViewButton({ query }: { readonly query: MemoryQuery }) {
  const text = useText();
  const words = text.memories.views;
  const { views, save } = useSavedViews();
  const [isAsking, setIsAsking] = useState(false);
  const address = viewAddress(query);
  const isSaved = views.some((view) => view.address === address);
  const ask = () => setIsAsking(true);
  const command = commandsOf("memories", text.memories.actions.group);
  useCommands([command("save-view", words.save, ask, { icon: Bookmark, keys: ["s"], enabled: !isSaved })]);
  const values = activeFilters(query).map(({ kind, value }) => filterLabel(text.memories.filters, kind, value));
  const suggested = [query.text.trim(), ...values].filter((part) => part !== "").join(", ");
  if (isSaved) return null;
  return (
    <>
      <Button variant="quiet" size="small" icon={Bookmark} onClick={ask}>
        {words.save}
      </Button>
      {isAsking && (
        <NameDialog
          title={words.saveTitle}
          initial={suggested.slice(0, MAX_NAME_LENGTH)}
          onName={(name) => save(name, address)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

interface NameDialogProps {
  readonly title: string;
  readonly initial: string;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

/** Maximum length of a view's name, in characters (see the window's contract). */
const MAX_NAME_LENGTH = 80;

/** Asks for the name of a view. */
export function NameDialog({ title, initial, onName, onClose }: NameDialogProps) {
  const text = useText();
  const [name, setName] = useState(initial);
  return (
    <FormDialog
      size="small"
      title={title}
      submitLabel={text.common.save}
      canSubmit={name.trim() !== ""}
      onSubmit={() => {
        onClose();
        onName(name.trim());
      }}
      onClose={onClose}
    >
      <TextField
        label={text.common.name}
        value={name}
        maxLength={MAX_NAME_LENGTH}
        dir="auto"
        onChange={setName}
        onFocus={(event) => event.target.select()}
      />
    </FormDialog>
  );
}
