import { useMemo } from "react";
import { useNavigation } from "../../navigation/navigation.tsx";

/** The address of the sources and settings: `#/conversations/setup`. Ids of conversations start with a digit. */
const SETUP = "setup";

export const TIME_SPANS = ["7d", "30d", "365d"] as const;
type TimeSpan = (typeof TIME_SPANS)[number];

/** The search and filters of the list. */
export interface ConversationQuery {
  readonly text: string;
  /** Null selects all, here and below. */
  readonly client: string | null;
  readonly project: string | null;
  readonly since: TimeSpan | null;
}

export const NO_QUERY: ConversationQuery = { text: "", client: null, project: null, since: null };

export function isLimited({ text, client, project, since }: ConversationQuery): boolean {
  return text.trim() !== "" || client !== null || project !== null || since !== null;
}

/** The query as the window's methods take it, without its text. */
export function filterOf({ client, project, since }: ConversationQuery) {
  return {
    ...(client !== null && { client }),
    ...(project !== null && { project }),
    ...(since !== null && { since }),
  };
}

/** The route of Conversations, `#/conversations/{id}/{message}?q=…` or `#/conversations/setup`, and ways to change it. */
export function useConversationRoute() {
  const { route, navigate } = useNavigation();
  return useMemo(() => {
    const [first = null, second] = route.path;
    const since = route.query.get("since");
    const query: ConversationQuery = {
      text: route.query.get("q") ?? "",
      client: route.query.get("client"),
      project: route.query.get("project"),
      since: TIME_SPANS.find((span) => span === since) ?? null,
    };
    const go = (path: readonly string[], next: ConversationQuery, replace = false) =>
      navigate({ place: "conversations", path, query: parametersOf(next) }, { replace });
    return {
      query,
      isSetup: first === SETUP,
      /** Null if none is open. */
      id: first === SETUP ? null : first,
      /** The number of the message to show; null for the start. */
      message: second !== undefined && /^[1-9]\d{0,6}$/.test(second) ? Number(second) : null,
      setQuery: (next: ConversationQuery) => go(route.path, next, true),
      open: (id: string | null, message: number | null = null, options?: { readonly replace?: boolean }) =>
        go(id === null ? [] : message === null ? [id] : [id, String(message)], query, options?.replace),
      openSetup: (options?: { readonly replace?: boolean }) => go([SETUP], query, options?.replace),
    };
  }, [route, navigate]);
}

function parametersOf({ text, client, project, since }: ConversationQuery): Record<string, string> {
  return {
    ...(text !== "" && { q: text }),
    ...(client !== null && { client }),
    ...(project !== null && { project }),
    ...(since !== null && { since }),
  };
}
