import { Activity, Copy, Folder, Library } from "lucide-react";
import type { ActivityEntry } from "../../../../electron/core/activity.ts";
import {
  type ActivityPart,
  activitySentence,
  activityText,
  isRepeated,
} from "../../../../electron/core/activity-sentence.ts";
import { USER_DOMAIN } from "../../../../electron/core/domain.ts";
import { RouteLink, useNavigation } from "../../../navigation/navigation.tsx";
import { useText } from "../../../text/use-text.ts";
import { ContextMenu, type MenuEntry } from "../../../ui/menu.tsx";
import { useClock } from "../../../ui/time.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { formatClockTime } from "../log/format.ts";

const LINK = "rounded-sm text-ink underline decoration-line-strong underline-offset-2 hover:text-accent-text";

interface ActivityLineProps {
  readonly entry: ActivityEntry;
  /** Whether the sentence names the project; not if the page is about it. */
  readonly namesProject: boolean;
}

/** One thing that happened, as a sentence with links; its time leads to the message in the log. */
export function ActivityLine({ entry, namesProject }: ActivityLineProps) {
  const text = useText();
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
      onSelect: () => toast.copy(activityText(entry, text.activity.sentences), text.memories.done.copied),
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
        {activitySentence(namesProject ? entry : { ...entry, domain: null }, text.activity.sentences).map(
          (part, index) =>
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
