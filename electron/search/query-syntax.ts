import { FILTER_FIELD_LIST, type FilterField, type MemoryFilter } from "../core/filter.ts";
import type { SearchNotice, TextTerm } from "../core/search.ts";
import type { ParsedQuery } from "../core/search-engine.ts";
import { RecollectError, toErrorBody } from "../text/errors.ts";
import { termOfPhrase, wordsOfQuery } from "./query-terms.ts";

type Definition = (typeof FILTER_FIELD_LIST)[number][1];

/** The fields that a query can name, by each of their names. */
const FIELDS = new Map(
  FILTER_FIELD_LIST.flatMap(([field, definition]) =>
    (definition.queryNames ?? []).map((name): [string, { field: FilterField; definition: Definition }] => [
      name,
      { field, definition },
    ]),
  ),
);
/** A filter at the start of a word: its name, a colon, and a value that is quoted or ends at whitespace. */
const FILTER = new RegExp(
  String.raw`(?<![^\s])(${[...FIELDS.keys()].join("|")}):(?:"([^"]*)"(?![^\s])|((?!:|\/\/)(?:"[^"]*"|[^\s"])+))`,
  "giu",
);
const PHRASE = /"([^"]*)"|“([^“”]*)”/gu;
/** A longer quotation is quoted text, not a phrase that must match exactly. */
const MAX_PHRASE_TOKENS = 24;

/**
 * Parses a query: words, "phrases" and filters (`ns: tag: -tag: domain: source: client: via: since: before: asof:
 * trash: superseded: validity: recalled:`). Values may be quoted; `ns`, `domain`, `tag` and `-tag` accept several
 * values, separated by commas. Everything else is text: unknown `names:`, addresses, `std::vector`, 12:30, operators.
 * Never throws; `notices` list changed and ignored parts.
 */
export function parseQuery(query: string, now: number): ParsedQuery {
  const filters = createFilterCollector(now);
  const rest = query
    .toWellFormed()
    .replace(FILTER, (written: string, name: string, quoted: string | undefined, bare: string | undefined) =>
      filters.add(name.toLowerCase(), quoted, bare ?? "") ? " " : written,
    );
  const all = new Map<string, TextTerm>();
  const text = rest.replace(PHRASE, (_, straight: string | undefined, curly: string | undefined) => {
    const phrase = straight ?? curly ?? "";
    const term = termOfPhrase(phrase);
    if (term !== null && (term.kind !== "phrase" || term.tokens.length <= MAX_PHRASE_TOKENS)) {
      all.set(JSON.stringify(term), term);
    }
    return ` ${phrase} `;
  });
  const { terms, words } = parseText(text);
  return {
    text: text.replace(/\s+/g, " ").trim(),
    terms: { any: [...new Map([...all, ...keyed(terms.any)]).values()], all: [...all.values()] },
    words,
    ...filters.finish(),
  };
}

/** Reads running text, such as a prompt: nothing in it is a filter or a required phrase. Never throws. */
export function parseText(text: string): ParsedQuery {
  const wellFormed = text.toWellFormed();
  const words = wordsOfQuery(wellFormed);
  const any = new Map(keyed(words.flatMap(({ terms }) => terms)));
  return {
    text: wellFormed.replace(/\s+/g, " ").trim(),
    terms: { any: [...any.values()], all: [] },
    words,
    filter: {},
    notices: [],
    isPrompt: true,
  };
}

function keyed(terms: readonly TextTerm[]): [string, TextTerm][] {
  return terms.map((term) => [JSON.stringify(term), term]);
}

/** Collects the filters of one query. A value that cannot be parsed becomes a notice. */
function createFilterCollector(now: number) {
  const filter: Partial<Record<FilterField, unknown>> = {};
  /** Values of the fields that take several, in the order written. */
  const lists = new Map<FilterField, string[]>();
  const notices: SearchNotice[] = [];

  /** Adds the values that can be parsed; if there are none, the filter remains text. */
  function addToList(name: string, field: FilterField, values: readonly string[], parse: (value: string) => string) {
    const accepted: string[] = [];
    const refused: string[] = [];
    for (const value of values) {
      try {
        accepted.push(parse(value));
      } catch {
        refused.push(value);
      }
    }
    for (const value of refused) {
      const reason = accepted.length === 0 ? "filter_searched_as_text" : "filter_ignored";
      notices.push({ reason, params: { filter: `${name}:${clip(value)}` } });
    }
    if (accepted.length > 0) lists.set(field, [...new Set([...(lists.get(field) ?? []), ...accepted])]);
    return accepted.length > 0;
  }

  return {
    /** Returns false if the value cannot belong to a filter and remains text. */
    add(name: string, quoted: string | undefined, bare: string): boolean {
      const { field, definition } = FIELDS.get(name) ?? {};
      const value = (quoted ?? bare.replaceAll('"', "")).trim();
      if (field === undefined || definition === undefined || value === "") return false;
      if (definition.parseTyped !== undefined) {
        return addToList(name, field, quoted === undefined ? splitList(bare) : [value], definition.parseTyped);
      }
      try {
        filter[field] = definition.parse(value, now);
      } catch (error) {
        if (!(error instanceof RecollectError)) throw error;
        notices.push(
          error.details?.reason === "time_invalid"
            ? { reason: "time_ignored", params: { filter: `${name}:${clip(value)}` } }
            : { reason: "filter_refused", params: { error: toErrorBody(error) } },
        );
      }
      return true;
    },
    finish(): { filter: MemoryFilter; notices: SearchNotice[] } {
      for (const [field, { parse }] of FILTER_FIELD_LIST) {
        const values = lists.get(field);
        try {
          const parsed = values === undefined ? undefined : parse(values, now);
          if (parsed !== undefined) filter[field] = parsed;
        } catch (error) {
          if (!(error instanceof RecollectError)) throw error;
          notices.push({ reason: "filter_refused", params: { error: toErrorBody(error) } });
        }
      }
      return { filter: filter as MemoryFilter, notices };
    },
  };
}

/** Splits at commas outside quotes and removes the quotes. */
function splitList(list: string): string[] {
  return [...list.matchAll(/(?:"[^"]*"|[^",])+/gu)]
    .map(([value]) => value.replaceAll('"', "").trim())
    .filter((value) => value !== "");
}

function clip(value: string): string {
  return [...value].length > 40 ? `${[...value].slice(0, 39).join("")}…` : value;
}
