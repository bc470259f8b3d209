import { Library, Pin, SearchX, Trash2 } from "lucide-react";
import { useNavigation } from "../../../navigation/navigation.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { clearFilters, isFiltered, type MemoryQuery } from "../query/memory-query.ts";

interface NothingListedProps {
  readonly query: MemoryQuery;
  readonly onQuery: (query: MemoryQuery) => void;
  readonly onNew: () => void;
  /** The first steps stand beside the list and say what to do. */
  readonly isWelcoming: boolean;
}

/** Why the list is empty, and what to do about it. */
export function NothingListed({ query, onQuery, onNew, isWelcoming }: NothingListedProps) {
  const text = useText();
  const { navigate } = useNavigation();
  const words = text.memories.empty;
  if (isFiltered(query)) {
    return (
      <EmptyState
        icon={SearchX}
        title={words.noMatchTitle}
        text={words.noMatchText}
        actions={<Button onClick={() => onQuery(clearFilters(query))}>{text.memories.filters.clear}</Button>}
      />
    );
  }
  if (query.view === "pinned") return <EmptyState icon={Pin} title={words.pinnedTitle} text={words.pinnedText} />;
  if (query.view === "trash") return <EmptyState icon={Trash2} title={words.trashTitle} text={words.trashText} />;
  if (isWelcoming) return <EmptyState icon={Library} title={words.title} text={words.textShort} />;
  return (
    <EmptyState
      icon={Library}
      title={words.title}
      text={words.text}
      actions={
        <>
          <Button variant="primary" onClick={() => navigate({ place: "clients" })}>
            {words.connect}
          </Button>
          <Button onClick={onNew}>{words.write}</Button>
        </>
      }
    />
  );
}
