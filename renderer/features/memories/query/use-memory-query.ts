import { useMemo } from "react";
import { useNavigation } from "../../../navigation/navigation.tsx";
import { formatQuery, type MemoryQuery, parseQuery } from "./memory-query.ts";

/** What the route says of Memories, and how to go on from it. */
export interface MemoryRoute {
  readonly query: MemoryQuery;
  /** The open memory; null: none. */
  readonly id: string | null;
  readonly mode: "read" | "edit" | "create";
  /** Filters, searches or sorts; the open memory stays open. */
  setQuery(query: MemoryQuery): void;
  open(id: string | null, options?: { readonly replace?: boolean }): void;
  edit(id: string): void;
  create(): void;
}

const NEW = "new";
const EDIT = "edit";

/** `#/memories/{view}/{id | new}[/edit]?q=…` */
export function useMemoryRoute(): MemoryRoute {
  const { route, navigate } = useNavigation();
  return useMemo(() => {
    const [view, second, third] = route.path;
    const query = parseQuery(view, route.query);
    const id = second === undefined || second === NEW ? null : second;
    const go = (path: readonly string[], next: MemoryQuery, replace = false) =>
      navigate({ place: "memories", path: [next.view, ...path], query: formatQuery(next) }, { replace });
    return {
      query,
      id,
      mode: second === NEW ? "create" : third === EDIT ? "edit" : "read",
      setQuery: (next) => go(route.path.slice(1), next, true),
      open: (nextId, options) => go(nextId === null ? [] : [nextId], query, options?.replace),
      edit: (nextId) => go([nextId, EDIT], query),
      create: () => go([NEW], { ...query, view: query.view === "trash" ? "all" : query.view }),
    };
  }, [route, navigate]);
}
