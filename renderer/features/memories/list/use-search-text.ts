import { useCallback, useEffect, useRef, useState } from "react";
import type { MemoryQuery } from "../query/memory-query.ts";
import { markSearchKey } from "./search-timing.ts";

/** One search for a quick run of keys, in milliseconds: shorter than the eye, longer than the hand. */
const PAUSE = 40;

/** What stands in the search field; the query follows a moment later, and the field follows the query from elsewhere. */
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

  useEffect(() => {
    if (value === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = value;
      latest.current.onQuery({ ...latest.current.query, text: value });
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [value]);

  const type = useCallback((next: string) => {
    markSearchKey(next);
    setValue(next);
  }, []);
  return [value, type];
}
