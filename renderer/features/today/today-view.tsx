import clsx from "clsx";
import { Check, Plug, SquarePen, Sun } from "lucide-react";
import type { ReactNode } from "react";
import { titleOf } from "../../../electron/core/memory.ts";
import { useAction, useBridgeQuery } from "../../data/use-bridge.tsx";
import { useNavigation } from "../../navigation/navigation.tsx";
import type { Place } from "../../navigation/route.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState, errorSentence } from "../../ui/states.tsx";
import { useClock } from "../../ui/time.tsx";
import { Feed } from "../activity/plain/feed.tsx";
import { useScan, useScanRunner } from "../health/scans.ts";
import { useInbox } from "../inbox/use-inbox.ts";
import { useSampleMemory } from "../memories/data/use-capture.ts";
import { useWelcome } from "../welcome/use-welcome.ts";
import { Welcome } from "../welcome/welcome.tsx";

/** Today: what happened in plain words, and what needs a decision of the owner. Until they are closed, the first steps. */
export function TodayView() {
  const text = useText();
  const words = text.today;
  const { navigate } = useNavigation();
  const { now } = useClock();
  const welcome = useWelcome();
  const date = new Date(now).toLocaleDateString(text.language, { weekday: "long", day: "numeric", month: "long" });
  return (
    <section aria-label={words.title} className="flex h-full min-h-0 flex-col">
      <header className="drag-region flex h-11 shrink-0 items-baseline gap-3 border-b border-line px-4 pt-3">
        <h1 className="font-medium">{words.title}</h1>
        <span className="text-sm text-ink-faint">{date}</span>
      </header>
      <div className="flex min-h-0 flex-1 max-wide:flex-col-reverse">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          {welcome.open ? (
            <FirstSteps onClose={welcome.close} />
          ) : (
            !welcome.undecided && (
              <Feed
                label={words.happened}
                empty={
                  <EmptyState
                    icon={Sun}
                    title={words.empty.title}
                    text={words.empty.text}
                    actions={
                      <>
                        <Button icon={Plug} onClick={() => navigate({ place: "clients" })}>
                          {text.common.connectClient}
                        </Button>
                        <Button icon={SquarePen} onClick={() => navigate({ place: "memories", path: ["all", "new"] })}>
                          {text.common.newMemory}
                        </Button>
                      </>
                    }
                  />
                }
              />
            )
          )}
        </div>
        <Decisions />
      </div>
    </section>
  );
}

function FirstSteps({ onClose }: { readonly onClose: () => void }) {
  return <Welcome sample={useSampleMemory()} onClose={onClose} />;
}

/** What needs a decision of the owner, each with its first action. */
function Decisions() {
  const text = useText();
  const words = text.today.decisions;
  const decisions = useDecisions();
  return (
    <aside
      aria-label={words.title}
      className={clsx(
        "w-80 shrink-0 overflow-y-auto border-l border-line bg-panel p-4 max-wide:w-auto max-wide:border-b max-wide:border-l-0 max-wide:py-2",
        "max-wide:max-h-[45%]",
        decisions.length === 0 && "max-wide:hidden",
      )}
    >
      <h2 className="mb-2 text-sm font-semibold">{words.title}</h2>
      {decisions.length === 0 ? (
        <p className="flex items-center gap-2 text-ink-faint">
          <Check size={14} aria-hidden />
          {words.none}
        </p>
      ) : (
        <ul className="flex flex-col gap-3">
          {decisions.map(({ key, title, detail, actions }) => (
            <li key={key} className="border-b border-line pb-3 last:border-0 max-wide:pb-2">
              <h3 className="font-medium wrap-anywhere">{title}</h3>
              {detail !== undefined && (
                <p className="mt-0.5 line-clamp-3 text-sm wrap-anywhere text-ink-soft" dir="auto">
                  {detail}
                </p>
              )}
              <div className="mt-2 flex flex-wrap gap-2">{actions}</div>
            </li>
          ))}
        </ul>
      )}
    </aside>
  );
}

interface Decision {
  readonly key: string;
  readonly title: string;
  readonly detail?: string;
  readonly actions: ReactNode;
}

/** The newest memories are checked for near duplicates, slowly, so that Today opens as fast as without. */
const CHECKED_FOR_DUPLICATES = 1_000;
const CHECK_PAUSE_MS = 300;

function useDecisions(): readonly Decision[] {
  const text = useText();
  const words = text.today.decisions;
  const { navigate } = useNavigation();
  const inbox = useInbox("waiting");
  const proposals = inbox.counts?.waiting ?? 0;
  const suggestions = useBridgeQuery("suggestions.counts", {}).data?.waiting ?? 0;
  const spaces = useBridgeQuery("spaces.list", {}).data ?? [];
  const conflicts = spaces.reduce((sum, space) => sum + space.conflicts, 0);
  const servers = useBridgeQuery("servers.list", {}).data ?? [];
  const alerts = useBridgeQuery("app.status", {}).data?.alerts ?? [];
  const failedBackup = alerts.find(({ details }) => details?.reason === "backup_failed");
  const backUp = useAction("backups.make", { done: () => words.backedUp, refreshes: ["app.status"] });
  // Health checks the other memories when it is open.
  useScanRunner("duplicates", { isOn: true, pauseMs: CHECK_PAUSE_MS, limit: CHECKED_FOR_DUPLICATES });
  const duplicates = useScan("duplicates").found.length;
  const go = (label: string, place: Place, ...path: readonly string[]) => (
    <Button size="small" onClick={() => navigate({ place, path })}>
      {label}
    </Button>
  );
  const first = inbox.current?.memory;
  const when = (isWaiting: boolean, decision: () => Decision) => (isWaiting ? [decision()] : []);
  return [
    ...when(failedBackup !== undefined, () => ({
      key: "backup",
      title: words.backup,
      detail: errorSentence(failedBackup, text),
      actions: (
        <Button size="small" disabled={backUp.isPending} onClick={() => backUp.mutate({})}>
          {words.backUp}
        </Button>
      ),
    })),
    ...when(proposals > 0, () => ({
      key: "proposals",
      title: words.proposals(proposals),
      ...(first === undefined ? {} : { detail: titleOf(first.content) }),
      actions: (
        <>
          {first !== undefined && (
            <Button size="small" aria-label={words.keepFirst(titleOf(first.content))} onClick={() => void inbox.keep()}>
              {text.common.keep}
            </Button>
          )}
          {go(words.review, "inbox")}
        </>
      ),
    })),
    ...when(suggestions > 0, () => ({
      key: "suggestions",
      title: words.suggestions(suggestions),
      detail: words.suggestionsText,
      actions: go(words.review, "inbox"),
    })),
    ...when(conflicts > 0, () => ({
      key: "conflicts",
      title: words.conflicts(conflicts),
      detail: words.conflictsText,
      actions: go(text.common.compare, "health", "conflicts"),
    })),
    ...servers
      .filter(({ tools }) => tools.waiting > 0)
      .map(({ id, name, tools }) => ({
        key: `tools ${id}`,
        title: words.tools(tools.waiting, name),
        detail: words.toolsText,
        actions: go(words.review, "servers", id),
      })),
    ...when(duplicates > 0, () => ({
      key: "duplicates",
      title: words.duplicates(duplicates),
      detail: words.duplicatesText,
      actions: go(words.review, "health", "duplicates"),
    })),
  ];
}
