import { Activity, Copy, Folder, Library } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { type ActivityEntry, groupEntries, startOfHour } from "../../../../electron/core/activity.ts";
import {
  type ActivityPart,
  activitySentence,
  activityText,
  isRepeated,
} from "../../../../electron/core/activity-sentence.ts";
import { USER_DOMAIN } from "../../../../electron/core/domain.ts";
import { daysBetween } from "../../../../electron/text/local-time.ts";
import type { MethodInput } from "../../../../electron/window-api/contract.ts";
import { useBridge } from "../../../data/use-bridge.tsx";
import { useBridgePages } from "../../../data/use-bridge-pages.ts";
import { RouteLink, useNavigation } from "../../../navigation/navigation.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { moveFocus } from "../../../ui/list-row.tsx";
import { ContextMenu, type MenuEntry } from "../../../ui/menu.tsx";
import { ErrorState, InlineError, Skeleton } from "../../../ui/states.tsx";
import { useClock } from "../../../ui/time.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { formatClockTime } from "../log/format.ts";

interface FeedProps {
  /** The source of the entries: a project, or some messages of the log. */
  readonly input?: Omit<MethodInput<"activity.entries">, "cursor">;
  readonly label: string;
  readonly empty: ReactNode;
}

const NO_INPUT = {};

/** What happened, by hour and project, newest first. New entries wait while the list is scrolled, in use or under the pointer. */
export function Feed({ input = NO_INPUT, label, empty }: FeedProps) {
  const text = useText();
  const words = text.activity.plain;
  const list = useRef<HTMLDivElement>(null);
  const [reading, setReading] = useState({ scrolled: false, over: false, focused: false });
  const feed = useFeed(input, reading.scrolled || reading.over || reading.focused);
  if (feed.entries === undefined) {
    return feed.error === null ? <Skeleton /> : <ErrorState error={feed.error} onRetry={feed.retry} />;
  }
  const mark = (name: keyof typeof reading, value: boolean) => {
    setReading((before) => (before[name] === value ? before : { ...before, [name]: value }));
  };
  const showNew = () => {
    feed.showAll();
    list.current?.scrollTo({ top: 0 });
  };
  return (
    <section
      aria-label={label}
      className="relative flex min-h-0 flex-1 flex-col"
      onPointerEnter={() => mark("over", true)}
      onPointerLeave={() => mark("over", false)}
    >
      <p role="status" className="absolute inset-x-0 top-1 z-10 flex justify-center empty:hidden">
        {feed.held > 0 && (
          <Button size="small" className="shadow-popup" onClick={showNew}>
            {words.newer(feed.held)}
          </Button>
        )}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the links inside */}
      <div
        ref={list}
        className="min-h-0 flex-1 overflow-y-auto px-4 pt-3 pb-8 max-wide:px-2"
        onScroll={({ currentTarget }) => mark("scrolled", currentTarget.scrollTop > 0)}
        onFocus={() => mark("focused", true)}
        onBlur={() => mark("focused", false)}
        onKeyDown={moveFocus}
      >
        {feed.entries.length === 0 ? empty : <Hours entries={feed.entries} project={input.domain ?? null} />}
        {feed.error !== null && <InlineError error={feed.error} onRetry={feed.retryMore} />}
        {feed.hasMore && (
          <Button size="small" variant="quiet" className="mt-2" onClick={feed.loadMore}>
            {words.earlier}
          </Button>
        )}
      </div>
    </section>
  );
}

interface HoursProps {
  readonly entries: readonly ActivityEntry[];
  /** The project of all entries, which the page names; null if they may be of several. */
  readonly project: string | null;
}

function Hours({ entries, project }: HoursProps) {
  const text = useText();
  const words = text.activity.plain;
  const { now, format } = useClock();
  const hours = [...Map.groupBy(entries, ({ at }) => startOfHour(at))];
  const nameOf = (hour: number) => {
    const clock = new Date(hour).toLocaleTimeString(text.language, {
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    const days = daysBetween(hour, now);
    if (days === 0) return clock;
    return words.onDay(days === 1 ? text.common.yesterday : format.moment(new Date(hour), now, "short"), clock);
  };
  return hours.map(([hour, inHour]) => (
    <section key={hour} aria-label={nameOf(hour)} className="mb-4 max-w-200">
      <h2 className="px-2 py-1 text-sm font-semibold first-letter:uppercase">{nameOf(hour)}</h2>
      {[...Map.groupBy(inHour, ({ domain }) => domain)].map(([domain, inDomain]) => (
        <div key={domain ?? ""} className="mb-1">
          {project === null && (
            <h3 className="px-2 text-xs text-ink-faint">
              {domain === null ? (
                words.noProject
              ) : domain === USER_DOMAIN ? (
                words.everywhere
              ) : (
                <RouteLink
                  to={{ place: "projects", path: [domain] }}
                  className="rounded-sm hover:text-accent-text hover:underline"
                >
                  {domain}
                </RouteLink>
              )}
            </h3>
          )}
          <ul>
            {inDomain.map((entry) => (
              <ActivityLine key={entry.key} entry={entry} namesProject={project === null} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  ));
}

/**
 * The entries, newest first, page by page. While the owner reads, the shown entries stay, and newer ones are counted.
 * Older ones are appended in any case, because they move nothing.
 */
function useFeed(input: Omit<MethodInput<"activity.entries">, "cursor">, isReading: boolean) {
  const bridge = useBridge();
  const { items, error, retry, hasMore, loadMore, retryMore } = useBridgePages<ActivityEntry>({
    queryKey: ["activity.entries", input],
    read: (cursor, signal) =>
      bridge.invoke("activity.entries", cursor === undefined ? input : { ...input, cursor }, signal),
  });
  const [shown, setShown] = useState<readonly ActivityEntry[] | null>(null);
  const all = items === undefined ? undefined : groupEntries(items);
  // The pointer may be over the list before it has entries.
  const isHeld = isReading && shown !== null && shown.length > 0;
  const [newestShown] = shown ?? [];
  const known = new Map(shown?.map((entry) => [entry.key, entry]));
  const newer = (all ?? []).filter((entry) => newestShown === undefined || entry.at > newestShown.at);
  const older = (all ?? []).filter((entry) => !known.has(entry.key) && !newer.includes(entry));
  const entries = isHeld ? [...shown, ...older] : all;
  const latest = JSON.stringify(all?.map(({ key, at, times, found }) => [key, at, times, found]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: entries are compared by value
  useEffect(() => {
    if (!isHeld && all !== undefined) setShown(all);
  }, [isHeld, latest]);
  return {
    error,
    retry,
    hasMore,
    loadMore,
    retryMore,
    entries,
    /** The number of entries that are held back. */
    held: isHeld ? newer.length : 0,
    /** Shows them. */
    showAll: () => setShown(all ?? null),
  };
}

const LINK = "rounded-sm text-ink underline decoration-line-strong underline-offset-2 hover:text-accent-text";

interface ActivityLineProps {
  readonly entry: ActivityEntry;
  /** Whether the sentence names the project; not if the page is about it. */
  readonly namesProject: boolean;
}

/** One thing that happened, as a sentence with links; its time leads to the message in the log. */
function ActivityLine({ entry, namesProject }: ActivityLineProps) {
  const text = useText();
  const words = { sentences: text.activity.sentences, errors: text.errors };
  const { format } = useClock();
  const time = formatClockTime(entry.at).slice(0, 5);
  const { navigate } = useNavigation();
  const toast = useToast();
  const { request, memory, domain } = entry;
  const id = memory?.id ?? "";
  const menu: readonly MenuEntry[] = [
    ...(id === ""
      ? []
      : [
          {
            label: text.activity.plain.openMemory,
            icon: Library,
            onSelect: () => navigate({ place: "memories", path: ["all", id] }),
          },
        ]),
    ...(domain === null || domain === USER_DOMAIN
      ? []
      : [
          {
            label: text.activity.plain.openProject,
            icon: Folder,
            onSelect: () => navigate({ place: "projects", path: [domain] }),
          },
        ]),
    ...(request === null
      ? []
      : [
          {
            label: text.activity.plain.openMessage,
            icon: Activity,
            onSelect: () => navigate({ place: "activity", path: [String(request)] }),
          },
        ]),
    {
      label: text.memories.actions.copy,
      icon: Copy,
      onSelect: () => toast.copy(activityText(entry, words), text.memories.done.copied),
    },
  ];
  const isProblem = entry.kind === "failed" || entry.kind === "refused";
  return (
    <ContextMenu
      entries={menu}
      render={<li className="flex items-baseline gap-3 rounded-md px-2 py-1 hover:bg-hover" />}
    >
      <time
        dateTime={entry.at}
        title={format.exact(new Date(entry.at))}
        className="w-9 shrink-0 text-sm text-ink-faint"
      >
        {entry.request === null ? (
          time
        ) : (
          <RouteLink
            data-row
            to={{ place: "activity", path: [String(entry.request)] }}
            aria-label={text.activity.plain.showMessage(time)}
            className="rounded-sm hover:text-accent-text hover:underline"
          >
            {time}
          </RouteLink>
        )}
      </time>
      <span className={isProblem ? "min-w-0 wrap-anywhere text-bad-text" : "min-w-0 wrap-anywhere text-ink-soft"}>
        {activitySentence(namesProject ? entry : { ...entry, domain: null }, words).map((part, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence keep their order
          typeof part === "string" ? part : <Part key={index} part={part} />,
        )}
        {isRepeated(entry) && (
          <span className="ml-2 text-sm text-ink-faint">{text.activity.sentences.times(entry.times)}</span>
        )}
      </span>
    </ContextMenu>
  );
}

function Part({ part }: { readonly part: ActivityPart }) {
  const { kind, text, id } = part;
  switch (kind) {
    case "memory":
      return id === undefined ? (
        <em dir="auto">{text}</em>
      ) : (
        <RouteLink to={{ place: "memories", path: ["all", id] }} className={LINK} dir="auto">
          {text}
        </RouteLink>
      );
    case "project":
      return (
        <RouteLink to={{ place: "projects", path: [text] }} className={LINK} dir="auto">
          {text}
        </RouteLink>
      );
    case "query":
      return (
        <RouteLink to={{ place: "memories", path: ["all"], query: { q: text } }} className={LINK} dir="auto">
          {text}
        </RouteLink>
      );
    case "server":
      return (
        <RouteLink to={{ place: "servers" }} className={LINK} dir="auto">
          {text}
        </RouteLink>
      );
    case "tool":
      return <code className="font-mono text-sm">{text}</code>;
    case "client":
      return (
        <span className="font-medium text-ink" dir="auto">
          {text}
        </span>
      );
  }
}
