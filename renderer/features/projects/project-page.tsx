import { ArrowRight, FolderOpen, History } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { isClient } from "../../../electron/core/client-name.ts";
import { titleOf } from "../../../electron/core/memory.ts";
import { useBridgeQuery } from "../../data/use-bridge.tsx";
import { RouteLink, useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { clientTitle } from "../../ui/client-name.ts";
import { OneLine } from "../../ui/inline-text.tsx";
import { EmptyState, Loaded } from "../../ui/states.tsx";
import { RelativeTime } from "../../ui/time.tsx";
import { Feed } from "../activity/plain/feed.tsx";
import { createDayFormat } from "../timeline/calendar-days.ts";

/** The kinds of memories that say how to work in a project. */
const RULES = ["decisions", "patterns"];
const MAX_RULES = 12;
const MAX_CONVERSATIONS = 6;
/** The entries that are read for the names of servers. */
const MAX_ENTRIES = 200;
const ROW = "flex items-baseline gap-3 rounded-md px-2 py-1 hover:bg-hover";

/** A project: its decisions and rules, its changes, its conversations, assistants and servers, and its size over time. */
export function ProjectPage({ name }: { readonly name: string }) {
  const text = useText();
  const words = text.projects;
  const { navigate } = useNavigation();
  const facets = useBridgeQuery("memories.facets", { domain: name });
  const known = useBridgeQuery("connections.catalogue", {}).data ?? [];
  const titleOfClient = (client: string) =>
    known.find((each) => !each.isGeneric && isClient(client, each))?.title ?? clientTitle(client);
  const input = useMemo(() => ({ domain: name }), [name]);
  const list = { place: "memories" as const, path: ["all"], query: { domain: name } };
  return (
    <section aria-label={name} className="flex h-full min-h-0 flex-col">
      <header className="drag-region flex h-11 shrink-0 items-center gap-3 border-b border-line px-4">
        <h1 className="min-w-0 flex-1 truncate font-medium" dir="auto">
          {name}
        </h1>
        {facets.data !== undefined && facets.data.total > 0 && (
          <Button size="small" icon={ArrowRight} onClick={() => navigate(list)}>
            {words.showAll(facets.data.total)}
          </Button>
        )}
      </header>
      <Loaded query={facets}>
        {({ total, clients }) =>
          total === 0 ? (
            <EmptyState icon={FolderOpen} title={words.unknown.title} text={words.unknown.text} />
          ) : (
            <div className="flex min-h-0 flex-1 max-wide:flex-col max-wide:overflow-y-auto">
              <div className="flex min-w-0 flex-1 flex-col gap-6 p-4 wide:overflow-y-auto">
                <Rules name={name} />
                <Conversations name={name} />
                <Part title={words.clients}>
                  <ul>
                    {clients.map(({ value, count }) => (
                      <li key={value} className={ROW}>
                        <RouteLink
                          to={{ ...list, query: { domain: name, client: value } }}
                          className="min-w-0 flex-1 truncate hover:text-accent-text"
                        >
                          {value === "" ? text.activity.sentences.you : titleOfClient(value)}
                        </RouteLink>
                        <span className="text-sm text-ink-faint">{words.captured(count)}</span>
                      </li>
                    ))}
                  </ul>
                </Part>
                <Servers name={name} />
                <SizeChart name={name} />
              </div>
              <div className="flex min-h-0 w-[45%] max-w-130 shrink-0 flex-col border-l border-line max-wide:min-h-80 max-wide:w-auto max-wide:max-w-none max-wide:border-t max-wide:border-l-0">
                <h2 className="px-6 pt-4 text-sm font-semibold">{words.changed}</h2>
                <Feed
                  label={words.changed}
                  input={input}
                  empty={<EmptyState icon={History} title={words.nothingChanged} />}
                />
              </div>
            </div>
          )
        }
      </Loaded>
    </section>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-1 px-2 text-sm font-semibold">{title}</h2>
      {children}
    </section>
  );
}

function Rules({ name }: { readonly name: string }) {
  const words = useText().projects;
  const rules = useBridgeQuery("memories.list", { domain: name, namespace: RULES, sort: "updated", limit: MAX_RULES });
  return (
    <Part title={words.decisions}>
      <Loaded query={rules} inline rows={3} shape="lines">
        {({ items }) =>
          items.length === 0 ? (
            <p className="px-2 text-ink-faint">{words.noDecisions}</p>
          ) : (
            <ul>
              {items.map(({ id, content, updatedAt }) => (
                <li key={id} className={ROW}>
                  <RouteLink
                    to={{ place: "memories", path: ["all", id], query: { domain: name } }}
                    className="min-w-0 flex-1 truncate hover:text-accent-text"
                    dir="auto"
                  >
                    {titleOf(content)}
                  </RouteLink>
                  <RelativeTime at={updatedAt} className="shrink-0 text-sm text-ink-faint" />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Part>
  );
}

function Conversations({ name }: { readonly name: string }) {
  const words = useText().projects;
  const sessions = useBridgeQuery("conversations.sessions", { project: name, limit: MAX_CONVERSATIONS });
  return (
    <Part title={words.conversations}>
      <Loaded query={sessions} inline rows={3} shape="lines">
        {({ items }) =>
          items.length === 0 ? (
            <p className="px-2 text-ink-faint">{words.noConversations}</p>
          ) : (
            <ul>
              {items.map(({ id, title, client, lastAt }) => (
                <li key={id} className={ROW}>
                  <RouteLink
                    to={{ place: "conversations", path: [id] }}
                    className="min-w-0 flex-1 truncate hover:text-accent-text"
                    dir="auto"
                  >
                    {title ?? id}
                  </RouteLink>
                  <OneLine className="shrink-0 text-sm text-ink-faint">{clientTitle(client)}</OneLine>
                  {lastAt !== null && <RelativeTime at={lastAt} className="shrink-0 text-sm text-ink-faint" />}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Part>
  );
}

function Servers({ name }: { readonly name: string }) {
  const words = useText().projects;
  const entries = useBridgeQuery("activity.entries", { domain: name, limit: MAX_ENTRIES }).data?.items ?? [];
  const servers = [...new Set(entries.flatMap(({ server }) => server ?? []))];
  if (servers.length === 0) return null;
  return (
    <Part title={words.servers}>
      <ul>
        {servers.map((server) => (
          <li key={server} className={ROW}>
            <RouteLink to={{ place: "servers" }} className="hover:text-accent-text">
              {server}
            </RouteLink>
          </li>
        ))}
      </ul>
    </Part>
  );
}

const WIDTH = 480;
const HEIGHT = 72;
const DAY_MS = 86_400_000;

interface Step {
  readonly day: string;
  readonly total: number;
}

/** The number of current memories of a project by the day of their capture, as a line and as a table; nothing on the first day. */
function SizeChart({ name }: { readonly name: string }) {
  const text = useText();
  const words = text.projects;
  const { data } = useBridgeQuery("memories.captureActivity", { domain: name });
  const nameOf = useMemo(() => createDayFormat(text.language), [text.language]);
  const steps = useMemo(() => sizeByDay(data?.days ?? []), [data]);
  const [first] = steps;
  const last = steps.at(-1);
  if (first === undefined || last === undefined || steps.length < 2) return null;
  return (
    <section aria-label={words.size}>
      <h2 className="mb-1 px-2 text-sm font-semibold">{words.size}</h2>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.sizeSummary(nameOf(first.day), nameOf(last.day), last.total)}
        className="h-18 w-full max-w-120 px-2 text-accent"
      >
        <path
          d={linePath(steps)}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.5}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <details className="px-2 text-sm">
        <summary className="w-fit rounded-sm text-ink-soft hover:text-ink">{text.common.asTable}</summary>
        <table className="mt-1">
          <caption className="sr-only">{words.size}</caption>
          <thead className="text-left text-ink-faint">
            <tr>
              <th scope="col" className="pr-8 font-normal">
                {text.common.day}
              </th>
              <th scope="col" className="text-right font-normal">
                {text.frame.memories}
              </th>
            </tr>
          </thead>
          <tbody>
            {steps.toReversed().map(({ day, total }) => (
              <tr key={day}>
                <td className="pr-8">{nameOf(day)}</td>
                <td className="text-right">{text.common.count(total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

/** The total after each day. @param days in their order */
export function sizeByDay(days: readonly { readonly day: string; readonly count: number }[]): Step[] {
  let total = 0;
  return days.map(({ day, count }) => {
    total += count;
    return { day, total };
  });
}

/** A line with a step at each day, from the first one to the last. */
export function linePath(steps: readonly Step[]): string {
  const days = steps.map(({ day }) => Date.parse(day) / DAY_MS);
  const [first = 0] = days;
  const span = Math.max(1, (days.at(-1) ?? first) - first);
  const most = Math.max(1, steps.at(-1)?.total ?? 1);
  const yOf = (total: number) => Math.round((HEIGHT - 2 - (total / most) * (HEIGHT - 4)) * 10) / 10;
  const points = steps.map(({ total }, index) => {
    const x = Math.round((((days[index] ?? first) - first) / span) * WIDTH * 10) / 10;
    return index === 0 ? `M${x} ${yOf(total)}` : `H${x}V${yOf(total)}`;
  });
  return `${points.join("")}H${WIDTH}`;
}
