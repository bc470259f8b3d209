import { useMemo } from "react";
import { useNavigation } from "../../../navigation/navigation.tsx";
import { formatQuery, type MemoryQuery, parseQuery } from "./memory-query.ts";

const NEW = "new";
const EDIT = "edit";

/** The route of Memories, `#/memories/{view}/{id | new}[/edit]?q=…`, and ways to change it. */
export function useMemoryRoute() {
  const { route, navigate } = useNavigation();
  return useMemo(() => {
    const [view, second, third] = route.path;
    const query = parseQuery(view, route.query);
    const go = (path: readonly string[], next: MemoryQuery, replace = false) =>
      navigate({ place: "memories", path: [next.view, ...path], query: formatQuery(next) }, { replace });
    return {
      query,
      /** Id of the open memory; null if none is open. */
      id: second === undefined || second === NEW ? null : second,
      mode: second === NEW ? ("create" as const) : third === EDIT ? ("edit" as const) : ("read" as const),
      /** Changes the list. The open memory stays open. */
      setQuery: (next: MemoryQuery) => go(route.path.slice(1), next, true),
      open: (id: string | null, options?: { readonly replace?: boolean }) =>
        go(id === null ? [] : [id], query, options?.replace),
      edit: (id: string) => go([id, EDIT], query),
      create: () => go([NEW], { ...query, view: query.view === "trash" ? "all" : query.view }),
    };
  }, [route, navigate]);
}
