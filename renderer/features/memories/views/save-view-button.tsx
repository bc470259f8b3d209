import { Bookmark } from "lucide-react";
import { useState } from "react";
import { useCommands } from "../../../commands/commands.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { labelOfFilter } from "../list/use-filter-choices.ts";
import { activeFilters, type MemoryQuery } from "../query/memory-query.ts";
import { NameDialog } from "./name-dialog.tsx";
import { useSavedViews } from "./use-saved-views.ts";
import { viewAddress } from "./view-address.ts";

/** Keeps the present words and filters as a view under a name; not shown where they are one already. */
export function SaveViewButton({ query }: { readonly query: MemoryQuery }) {
  const text = useText();
  const words = text.memories.views;
  const { views, save } = useSavedViews();
  const [asks, setAsks] = useState(false);
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
      run: () => setAsks(true),
    },
  ]);
  const values = activeFilters(query).map(({ kind, value }) => labelOfFilter(text.memories.filters, kind, value));
  const suggested = [query.text.trim(), ...values].filter((part) => part !== "").join(", ");
  if (isSaved) return null;
  return (
    <>
      <Button variant="quiet" size="small" icon={Bookmark} onClick={() => setAsks(true)}>
        {words.save}
      </Button>
      {asks && (
        <NameDialog
          title={words.saveTitle}
          initial={suggested.slice(0, 80)}
          onName={(name) => save(name, address)}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}
