import { useCallback, useEffect, useRef, useState } from "react";
import type { MemoryQuery } from "../query/memory-query.ts";
import { markSearchKey } from "./paint-timing.ts";

/**
 * What stands in the search field. The query follows with the same key, before anything is drawn: a search that another
 * takes the place of is taken back, so none waits behind others that nobody reads. The field follows the query from
 * elsewhere.
 */
export function useSearchText(
  query: MemoryQuery,
  onQuery: (query: MemoryQuery) => void,
): [string, (value: string) => void] {
  const [value, setValue] = useState(query.text);
  const sent = useRef(query.text);
  const latest = useRef({ query, onQuery });
  latest.current = { query, onQuery };

  useEffect(() => {
    if (query.text === sent.current) return;
    sent.current = query.text;
    setValue(query.text);
  }, [query.text]);

  const type = useCallback((next: string) => {
    markSearchKey(next);
    setValue(next);
    sent.current = next;
    latest.current.onQuery({ ...latest.current.query, text: next });
  }, []);
  return [value, type];
}
