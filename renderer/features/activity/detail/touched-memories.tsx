import { useQueries } from "@tanstack/react-query";
import { ListFilter } from "lucide-react";
import { useMemo, useState } from "react";
import { type Memory, titleOf } from "../../../../electron/core/memory.ts";
import { isInjection, type RequestFilter } from "../../../../electron/core/request-filter.ts";
import type { RequestDetail } from "../../../../electron/core/request-log.ts";
import type { GivenOutcome } from "../../../../electron/core/use.ts";
import { useBridge, useBridgeQuery } from "../../../data/use-bridge.tsx";
import { RouteLink, useNavigation } from "../../../navigation/navigation.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { OneLine } from "../../../ui/inline-text.tsx";
import { Section } from "./section.tsx";

interface TouchedMemoriesProps {
  readonly detail: RequestDetail;
  readonly onFilter: (filter: RequestFilter) => void;
}

/** Memories looked up at first and with each "Show more". */
const STEP = 12;
/** Ids looked up at most: more than a page of search results. */
const MAX_IDS = 200;

/** Links to the memories whose ids occur in the message. Ids without a memory are left out. */
export function TouchedMemories({ detail, onFilter }: TouchedMemoriesProps) {
  const text = useText().activity.detail;
  const bridge = useBridge();
  const { navigate } = useNavigation();
  const ids = useMemo(() => possibleMemoryIds(detail), [detail]);
  const [shown, setShown] = useState(STEP);
  const outcomes = useOutcomes(detail);
  const memories = useQueries({
    queries: ids.slice(0, shown).map((reference) => ({
      queryKey: ["memories.get", { reference }],
      queryFn: () => bridge.invoke("memories.get", { reference }),
      retry: false,
    })),
    combine: (results) => results.map(({ data }) => data).filter((memory) => memory !== undefined),
  });
  if (memories.length === 0) return null;
  const open = (memory: Memory) =>
    navigate({ place: "memories", path: [memory.deletedAt === null ? "all" : "trash", memory.id] });
  return (
    <Section name={text.memories}>
      <ul className="px-2 pb-2">
        {memories.map((memory) => (
          <li key={memory.id} className="group flex items-center">
            <button
              type="button"
              onClick={() => open(memory)}
              className="flex min-w-0 flex-1 items-baseline gap-3 rounded-md px-2 py-1 text-left hover:bg-hover"
            >
              <OneLine className="min-w-0 flex-1 text-accent-text">{titleOf(memory.content)}</OneLine>
              <span className="shrink-0 text-sm text-ink-faint">
                {memory.deletedAt === null ? `${memory.namespace} · ${memory.domain}` : text.inTrash}
              </span>
            </button>
            <OutcomeOfMemory outcome={outcomes.find((outcome) => outcome.memory === memory.id)} />
            <IconButton
              label={text.onlyThisMemoryLong(titleOf(memory.content))}
              icon={ListFilter}
              size="small"
              onClick={() => onFilter({ memory: memory.id })}
            />
          </li>
        ))}
      </ul>
      {ids.length > shown && (
        <Button size="small" variant="quiet" className="mb-2 ml-2" onClick={() => setShown(shown + STEP)}>
          {text.moreMemories(ids.length - shown)}
        </Button>
      )}
    </Section>
  );
}

/** A memory is recorded as given when its answer is composed: before it is sent. */
const TOLERANCE_MS = 1_000;
const NONE: readonly GivenOutcome[] = [];

/** What became of the memories that a hook added to a conversation; empty for any other message. */
function useOutcomes(detail: RequestDetail): readonly GivenOutcome[] {
  const start = Date.parse(detail.at);
  const at = (milliseconds: number) => new Date(milliseconds).toISOString();
  const span = { from: at(start - TOLERANCE_MS), to: at(start + detail.durationMs + TOLERANCE_MS) };
  const { data } = useBridgeQuery(
    "use.between",
    { subject: detail.subject ?? "-", ...span },
    { enabled: isInjection(detail), refetchOnMount: "always" },
  );
  return data ?? NONE;
}

/** Whether an answer used a memory, with a link to it. */
function OutcomeOfMemory({ outcome }: { readonly outcome: GivenOutcome | undefined }) {
  const words = useText().use.outcome;
  if (outcome === undefined) return null;
  const { used, conversation, message } = outcome;
  if (used !== true || conversation === null || message === null) {
    return <span className="shrink-0 text-sm text-ink-faint">{used === false ? words.unused : words.unknown}</span>;
  }
  return (
    <RouteLink
      to={{ place: "conversations", path: [conversation, String(message)] }}
      className="shrink-0 text-sm text-accent-text underline underline-offset-2"
    >
      {words.used}
    </RouteLink>
  );
}

/** A ULID that is not part of a longer word. */
const ULID = /(?<![0-9A-Za-z])[0-7][0-9A-HJKMNP-TV-Z]{25}(?![0-9A-Za-z])/g;

/**
 * The ids in a message that may be memory ids, in order of appearance: target, request, response. Other ids (sessions)
 * have the same form, so each must be looked up before it is shown.
 */
export function possibleMemoryIds(detail: RequestDetail): string[] {
  const ids = new Set<string>();
  for (const text of [detail.target, detail.requestBody, detail.responseBody]) {
    for (const [id] of text?.matchAll(ULID) ?? []) {
      if (id !== detail.sessionId) ids.add(id);
      if (ids.size === MAX_IDS) return [...ids];
    }
  }
  return [...ids];
}
