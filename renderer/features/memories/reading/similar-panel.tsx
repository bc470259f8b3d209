import type { UseQueryResult } from "@tanstack/react-query";
import { titleOf } from "../../../../electron/core/memory.ts";
import type { SimilarMemory } from "../../../../electron/core/search.ts";
import { useNavigation } from "../../../navigation/navigation.tsx";
import { formatRoute } from "../../../navigation/route.ts";
import { useText } from "../../../text/use-text.ts";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";

interface SimilarPanelProps {
  readonly similar: UseQueryResult<readonly SimilarMemory[]>;
}

/** Memories much like the open one. */
export function SimilarPanel({ similar }: SimilarPanelProps) {
  const text = useText();
  const { navigate } = useNavigation();
  const words = text.memories.similar;
  if (similar.isError) return <ErrorState inline error={similar.error} onRetry={() => void similar.refetch()} />;
  if (similar.data === undefined) return <Skeleton rows={2} />;
  if (similar.data.length === 0) return <p className="py-1 text-ink-faint">{words.none}</p>;
  return (
    <ul className="-mx-2">
      {similar.data.map(({ memory, score }) => {
        const target = { place: "memories" as const, path: ["all", memory.id] };
        return (
          <li key={memory.id}>
            <a
              href={formatRoute({ ...target, query: new URLSearchParams() })}
              onClick={(event) => {
                event.preventDefault();
                navigate(target);
              }}
              className="flex items-baseline gap-3 rounded-md px-2 py-1 hover:bg-hover"
            >
              <span className="min-w-0 flex-1 truncate" dir="auto">
                {titleOf(memory.content)}
              </span>
              <span className="shrink-0 text-sm text-ink-faint">{memory.namespace}</span>
              <span className="shrink-0 text-sm text-ink-faint">{words.alike(Math.round(score * 100))}</span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
