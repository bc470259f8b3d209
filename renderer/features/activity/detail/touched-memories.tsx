import { useQueries } from "@tanstack/react-query";
import { type Memory, titleOf } from "../../../../electron/core/memory.ts";
import type { RequestDetail } from "../../../../electron/core/request-log.ts";

import { useBridge } from "../../../data/bridge-context.tsx";
import { useNavigation } from "../../../navigation/navigation.tsx";
import { useText } from "../../../text/use-text.ts";
import { possibleMemoryIds } from "./possible-memory-ids.ts";
import { Section } from "./section.tsx";

interface TouchedMemoriesProps {
  readonly detail: RequestDetail;
}

/** Links to the memories whose ids stand in the message; what is no memory, or none any more, is left out. */
export function TouchedMemories({ detail }: TouchedMemoriesProps) {
  const text = useText().activity.detail;
  const bridge = useBridge();
  const { navigate } = useNavigation();
  const memories = useQueries({
    queries: possibleMemoryIds(detail).map((reference) => ({
      queryKey: ["memories.get", { reference }],
      queryFn: () => bridge.invoke("memories.get", { reference }),
      retry: false,
    })),
    combine: (answers) => answers.map((answer) => answer.data).filter((memory) => memory !== undefined),
  });
  if (memories.length === 0) {
    return null;
  }
  const open = (memory: Memory) =>
    navigate({ place: "memories", path: [memory.deletedAt === null ? "all" : "trash", memory.id] });
  return (
    <Section name={text.memories}>
      <ul className="px-2 pb-2">
        {memories.map((memory) => (
          <li key={memory.id}>
            <button
              type="button"
              onClick={() => open(memory)}
              className="flex w-full min-w-0 items-baseline gap-3 rounded-md px-2 py-1 text-left hover:bg-hover"
            >
              <span className="min-w-0 flex-1 truncate text-accent-text" dir="auto">
                {titleOf(memory.content)}
              </span>
              <span className="shrink-0 text-sm text-ink-faint">
                {memory.deletedAt === null ? `${memory.namespace} · ${memory.domain}` : text.inTrash}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
