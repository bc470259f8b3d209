import { parseDomain } from "../core/domain.ts";
import type { FilterInput } from "../core/memory-service.ts";
import { MOMENT_FORMS, parseMoment } from "../core/moment.ts";
import { parseNamespace } from "../core/namespace.ts";
import type { TextTerm } from "../core/search.ts";
import type { ParsedQuery } from "../core/search-engine.ts";
import { normaliseTag } from "../core/tags.ts";
import { termOfPhrase, wordsOfQuery } from "./query-terms.ts";

/** A filter at the start of a word: its name, a colon, and a value that is quoted or ends at white space. */
const FILTER =
  /(?<![^\s])(-tags?|tags?|ns|namespace|domain|source|client|since|before):(?:"([^"]*)"(?![^\s])|((?!:|\/\/)(?:"[^"]*"|[^\s"])+))/giu;
const PHRASE = /"([^"]*)"|“([^“”]*)”/gu;
/** A quotation longer than this is text that someone quoted, not a phrase to be found as it stands. */
const MAX_PHRASE_TOKENS = 24;

/**
 * Reads a query: words, "phrases" and filters (`ns: tag: -tag: domain: source: client: since: before:`). Values may be
 * quoted; `ns`, `domain`, `tag` and `-tag` take several, separated by commas. Anything else is text: unknown `names:`,
 * addresses, `std::vector`, 12:30, operators. Never throws; what was not taken as written is said in `notices`.
 */
export function parseQuery(query: string, now: number): ParsedQuery {
  const filter: MutableFilter = { namespace: [], domain: [], tags: [], withoutTags: [] };
  const notices: string[] = [];
  const rest = query
    .toWellFormed()
    .replace(FILTER, (whole: string, name: string, quoted: string | undefined, bare: string | undefined) => {
      const taken = takeFilter(filter, name.toLowerCase(), quoted, bare ?? "", now, notices);
      return taken ? " " : whole;
    });
  const all = new Map<string, TextTerm>();
  const text = rest.replace(PHRASE, (_, straight: string | undefined, curly: string | undefined) => {
    const phrase = straight ?? curly ?? "";
    const term = termOfPhrase(phrase);
    if (term !== null && (term.kind !== "phrase" || term.tokens.length <= MAX_PHRASE_TOKENS)) {
      all.set(JSON.stringify(term), term);
    }
    return ` ${phrase} `;
  });
  const any = new Map(all);
  for (const { terms } of wordsOfQuery(text)) {
    for (const term of terms) any.set(JSON.stringify(term), term);
  }
  return {
    text: text.replace(/\s+/g, " ").trim(),
    terms: { any: [...any.values()], all: [...all.values()] },
    filter: compact(filter),
    notices,
  };
}

interface MutableFilter {
  namespace: string[];
  domain: string[];
  tags: string[];
  withoutTags: string[];
  source?: string;
  client?: string;
  since?: string;
  before?: string;
}

/** Takes one filter in; false where its value cannot be one and it stays text. */
function takeFilter(
  filter: MutableFilter,
  name: string,
  quoted: string | undefined,
  bare: string,
  now: number,
  notices: string[],
): boolean {
  const value = (quoted ?? bare.replaceAll('"', "")).trim();
  const values = quoted === undefined ? splitList(bare) : [value];
  if (value === "") return false;
  switch (name) {
    case "ns":
    case "namespace":
      return takeEach(values, filter.namespace, (one) => (one === "_" ? one : parseNamespace(one)), name, notices);
    case "domain":
      return takeEach(values, filter.domain, (one) => (one === "_" ? one : parseDomain(one)), name, notices);
    case "tag":
    case "tags":
      return takeEach(values, filter.tags, checkTag, name, notices);
    case "-tag":
    case "-tags":
      return takeEach(values, filter.withoutTags, checkTag, name, notices);
    case "since":
    case "before":
      if (parseMoment(value, now) === null) notices.push(`${name}:${clip(value)} was left out: use ${MOMENT_FORMS}.`);
      else filter[name] = value;
      return true;
    default:
      filter[name === "source" ? "source" : "client"] = value;
      return true;
  }
}

/** Adds what `check` accepts; where it accepts nothing the filter stays text, and a notice says so. */
function takeEach(
  values: readonly string[],
  target: string[],
  check: (value: string) => string,
  name: string,
  notices: string[],
): boolean {
  const accepted: string[] = [];
  const refused: string[] = [];
  for (const value of values) {
    try {
      accepted.push(check(value));
    } catch {
      refused.push(value);
    }
  }
  for (const value of refused) {
    notices.push(`${name}:${clip(value)} is no filter${accepted.length === 0 ? " and was searched as text" : ""}.`);
  }
  target.push(...accepted.filter((value) => !target.includes(value)));
  return accepted.length > 0;
}

function checkTag(value: string): string {
  const tag = normaliseTag(value);
  if (tag === "") throw new RangeError("empty tag");
  return tag;
}

/** Splits at commas outside quotes and removes the quotes. */
function splitList(list: string): string[] {
  return [...list.matchAll(/(?:"[^"]*"|[^",])+/gu)]
    .map(([value]) => value.replaceAll('"', "").trim())
    .filter((value) => value !== "");
}

function compact(filter: MutableFilter): FilterInput {
  const { namespace, domain, tags, withoutTags, ...rest } = filter;
  return {
    ...rest,
    ...(namespace.length === 0 ? {} : { namespace }),
    ...(domain.length === 0 ? {} : { domain }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(withoutTags.length === 0 ? {} : { withoutTags }),
  };
}

function clip(value: string): string {
  return [...value].length > 40 ? `${[...value].slice(0, 39).join("")}…` : value;
}
