import { useIsFetching } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { PAGES_KEY } from "../data/use-memory-pages.ts";
import type { MemoryQuery } from "../query/memory-query.ts";
import { markSearchKey } from "./search-timing.ts";

/**
 * What stands in the search field. The query follows at once, or when the search under way has answered: keys typed
 * meanwhile become one search, so that none waits behind others that nobody reads. The field follows the query from
 * elsewhere.
 */
export function useSearchText(
  query: MemoryQuery,
  onQuery: (query: MemoryQuery) => void,
): [string, (value: string) => void] {
  const [value, setValue] = useState(query.text);
  const isSearching = useIsFetching({ queryKey: PAGES_KEY }) > 0;
  const sent = useRef(query.text);
  const latest = useRef({ query, onQuery });
  latest.current = { query, onQuery };

  useEffect(() => {
    if (query.text === sent.current) return;
    sent.current = query.text;
    setValue(query.text);
  }, [query.text]);

  useEffect(() => {
    if (value === sent.current || isSearching) return;
    sent.current = value;
    latest.current.onQuery({ ...latest.current.query, text: value });
  }, [value, isSearching]);

  const type = useCallback((next: string) => {
    markSearchKey(next);
    setValue(next);
  }, []);
  return [value, type];
}
