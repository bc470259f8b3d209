import { Bookmark } from "lucide-react";
import { useState } from "react";
import { useCommands } from "../../../commands/commands.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { activeFilters, filterLabel, type MemoryQuery } from "../query/memory-query.ts";
import { MAX_NAME_LENGTH, NameDialog } from "./name-dialog.tsx";
import { useSavedViews, viewAddress } from "./saved-views.ts";

/** Saves the search text and filters as a named view. Not shown if such a view exists. */
export function SaveViewButton({ query }: { readonly query: MemoryQuery }) {
  const text = useText();
  const words = text.memories.views;
  const { views, save } = useSavedViews();
  const [isAsking, setIsAsking] = useState(false);
  const address = viewAddress(query);
  const isSaved = views.some((view) => view.address === address);
  useCommands([
    {
      id: "memories.save-view",
      title: words.save,
      group: text.memories.actions.group,
      icon: Bookmark,
      keys: ["s"],
      enabled: !isSaved,
      run: () => setIsAsking(true),
    },
  ]);
  const values = activeFilters(query).map(({ kind, value }) => filterLabel(text.memories.filters, kind, value));
  const suggested = [query.text.trim(), ...values].filter((part) => part !== "").join(", ");
  if (isSaved) return null;
  return (
    <>
      <Button variant="quiet" size="small" icon={Bookmark} onClick={() => setIsAsking(true)}>
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
