import { useRef } from "react";
import { commandsOf } from "../../commands/command.ts";
import { useCommands } from "../../commands/commands.tsx";
import { useBridgeQuery } from "../../data/use-bridge.tsx";
import { useText } from "../../text/use-text.ts";
import { SplitPane } from "../../ui/panes.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { ListPane } from "./list/list-pane.tsx";
import { ConversationPane } from "./reading/conversation-pane.tsx";
import { SetupPage } from "./setup/setup-page.tsx";
import { isLimited, NO_QUERY, useConversationRoute } from "./use-conversation-route.ts";
import { useConversationSelection } from "./use-conversation-selection.ts";
import { useConversations } from "./use-conversations.ts";

/** Conversations of earlier sessions. Before the first one is stored, the available transcripts. */
export function ConversationsView() {
  const { isSetup, id } = useConversationRoute();
  const settings = useBridgeQuery("conversations.settings", {});
  const status = useBridgeQuery("conversations.status", {}, { refetchOnMount: "always" });
  const failed = [settings, status].find(({ isError, data }) => isError && data === undefined);
  if (failed !== undefined) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (settings.data === undefined || status.data === undefined) return <Skeleton rows={5} />;
  const isFirstRun = settings.data.clients.length === 0 && status.data.sessions === 0;
  if (isSetup || (isFirstRun && id === null)) {
    return <SetupPage settings={settings.data} status={status.data} isFirstRun={isFirstRun} />;
  }
  return <Panes />;
}

function Panes() {
  const route = useConversationRoute();
  const { query, id } = route;
  const { common, frame, conversations: words, memories } = useText();
  const list = useConversations(query);
  const listRef = useRef<HTMLDivElement>(null);
  const pageRef = useRef<HTMLDivElement>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  const selection = useConversationSelection(list);
  const step = (steps: number) => () => {
    const rows = list.rows ?? [];
    const at = rows.findIndex(({ session }) => session.id === id);
    const next = rows[Math.max(0, Math.min(rows.length - 1, at === -1 ? 0 : at + steps))];
    listRef.current?.focus();
    if (next !== undefined) route.open(next.session.id, next.best, { replace: id !== null });
  };
  const goBack = () => {
    const isPageFocused = pageRef.current?.contains(document.activeElement) === true;
    if (isPageFocused && listRef.current?.checkVisibility() === true) listRef.current.focus();
    else if (selection.several.length > 0) selection.clear();
    else if (isLimited(query)) route.setQuery(NO_QUERY);
    else if (id !== null) route.open(null);
    listRef.current?.focus();
  };
  const command = commandsOf("conversations", words.group, { hidden: true });
  useCommands([
    command("search", common.searchConversations, () => searchRef.current?.select(), { keys: ["/"] }),
    command("next", words.actions.next, step(1), { keys: ["j"] }),
    command("previous", words.actions.previous, step(-1), { keys: ["k"] }),
    command("select-all", memories.actions.selectAll, () => selection.all(), { keys: ["mod+a"], inFields: false }),
    command("back", common.back, goBack, { keys: ["escape"] }),
  ]);
  return (
    <section aria-label={frame.conversations} className="h-full">
      <SplitPane
        id="conversations"
        initial={372}
        min={280}
        max={640}
        narrow={id === null ? "first" : "second"}
        first={<ListPane list={list} selection={selection} listRef={listRef} pageRef={pageRef} searchRef={searchRef} />}
        second={<ConversationPane key={id} words={list.words} pageRef={pageRef} />}
      />
    </section>
  );
}
