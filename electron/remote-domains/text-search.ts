import { LRUCache } from "lru-cache";
import type { MemoryFilter } from "../core/filter.ts";
import type { Clock, MemoryScope, RankingFacts } from "../core/ports.ts";
import type { TextQuery, TextTerm } from "../core/search.ts";
import type { RunQuery } from "../postgres/database.ts";
import { conditionsOf, scopeCondition, Values } from "./conditions.ts";
import { lexemeOf, lexemesOf, type SearchedText, type Stem, toTsquery } from "./lexemes.ts";
import { boundedColumn, RANKING_COLUMNS, toRankingFacts } from "./rows.ts";
import { schemaOf } from "./schema.ts";
import { scoredTerms, type TextCandidate } from "./score-texts.ts";

/** Occurrences of a word that are counted; a word with more is common, and the server's statistics say how common. */
const MAX_COUNTED = 1_000;
/** Memories that are ranked by the server for the rarest words, and for those that are all common. */
const MAX_RARE = 3_000;
const MAX_COMMON = 1_000;
/** Candidates that are ranked exactly. */
const MAX_CANDIDATES = 150;
const SEARCHED_COLUMNS = ["content", "tags"].map((column) => boundedColumn("m", column)).join(", ");
/** Common words of a query that are searched together. */
const MAX_COMMON_TERMS = 3;
/** The share of memories above which a word is found faster among the newest ones than through the index. */
const FREQUENT_SHARE = 0.02;
/** A frequent word is searched in this number of the newest memories. */
const MAX_NEWEST = 20_000;
/** Memories are counted up to this number; above it, the server's estimate is used. */
const MAX_COUNTED_ROWS = 20_000;
/** How long counts are used, because other machines write too. A write of this machine ends it. */
const MAX_AGE_MS = 60_000;
/** A few writes of others change smaller counts considerably. These are used for one search only, at most this time. */
const MIN_KEPT_COUNT = 200;
const SEARCH_MS = 2_000;
const MAX_KEPT = 5_000;
/** Phrases decide which memories are results, so more candidates are read for them. */
const MAX_PHRASE_CANDIDATES = 1_000;

/** What a domain contains: the part of a limited caller's namespaces, or everything. */
interface Totals {
  readonly rows: number;
  readonly averageLength: number;
}

/** The candidates of one domain, and the number of its memories with each term of `scoredTerms`. */
export interface FoundTexts {
  readonly candidates: readonly TextCandidate[];
  readonly frequencies: readonly number[];
  readonly totals: Totals;
  /** The facts about the candidates that ranking needs. */
  readonly rankingFacts: ReadonlyMap<string, RankingFacts>;
}

interface TextSearchParts {
  readonly domain: string;
  readonly clock: Clock;
  readonly stem: Stem;
}

/** Full-text search in the tables of a domain, with bounded work for each query. */
export class RemoteTextSearch {
  readonly #parts: TextSearchParts;
  readonly #table: string;
  readonly #counts = new LRUCache<string, { readonly count: number; readonly until: number }>({ max: MAX_KEPT });
  readonly #totals = new LRUCache<string, Totals & { readonly until: number }>({ max: 100 });
  #common: { readonly shares: ReadonlyMap<string, number>; readonly at: number } | null = null;

  constructor(parts: TextSearchParts) {
    this.#parts = parts;
    this.#table = `${schemaOf(parts.domain)}.memories`;
  }

  /** After a write. */
  forget(): void {
    this.#counts.clear();
    this.#totals.clear();
  }

  /** The number of memories with each token. */
  async documentFrequencies(
    query: RunQuery,
    tokens: readonly string[],
    scope: MemoryScope | null,
  ): Promise<Map<string, number>> {
    const counts = await this.#count(
      query,
      tokens.map((token) => ({ kind: "word", token })),
      scope,
    );
    return new Map(tokens.map((token, index) => [token, counts[index] ?? 0]));
  }

  async totals(query: RunQuery, scope: MemoryScope | null): Promise<Totals> {
    const key = JSON.stringify(scope?.namespaces ?? null);
    const known = this.#totals.get(key);
    const now = this.#parts.clock.now();
    if (known !== undefined && now < known.until) return known;
    const values = new Values();
    const condition = scopeCondition(scope?.namespaces, values);
    const { rows } = await query(
      `SELECT count(*) AS rows, avg(length) AS average FROM
         (SELECT m.length FROM ${this.#table} m WHERE ${condition} LIMIT ${MAX_COUNTED_ROWS}) counted`,
      values.list,
    );
    const counted = { rows: Number(rows[0]?.rows ?? 0), averageLength: Number(rows[0]?.average ?? 0) };
    const totals = counted.rows < MAX_COUNTED_ROWS ? counted : { ...counted, rows: await this.#estimate(query, scope) };
    const ageMs = counted.rows < MAX_COUNTED_ROWS ? SEARCH_MS : MAX_AGE_MS;
    this.#totals.set(key, { ...totals, until: now + ageMs });
    return totals;
  }

  /** The best candidates by words. */
  async search(
    query: RunQuery,
    terms: TextQuery,
    filter: MemoryFilter,
    scope: MemoryScope | null,
  ): Promise<FoundTexts> {
    const scored = scoredTerms(terms);
    const frequencies = await this.#count(query, scored, scope);
    const known = await this.totals(query, scope);
    // An estimate can be smaller than the counted number.
    const totals = { ...known, rows: Math.max(known.rows, ...frequencies) };
    const ids = await this.#candidates(query, terms, frequencies, totals, filter);
    return { ...(await this.#read(query, ids)), frequencies, totals };
  }

  /**
   * The number of memories with each term. Common words are not counted: PostgreSQL keeps their shares. A limited
   * caller's are, since the shares are of all memories.
   */
  async #count(query: RunQuery, terms: readonly TextTerm[], scope: MemoryScope | null): Promise<number[]> {
    const { clock, stem } = this.#parts;
    const shares = scope === null ? await this.#commonShares(query) : new Map<string, number>();
    const { rows } = await this.totals(query, scope);
    const now = clock.now();
    const prefix = JSON.stringify(scope?.namespaces ?? null);
    const counts = new Map<string, number>();
    const wanted: string[] = [];
    const texts = terms.map((term) => toTsquery(term, stem));
    texts.forEach((text, index) => {
      const term = terms[index];
      const share = term?.kind === "word" ? shares.get(lexemeOf(term.token, stem)) : undefined;
      const known = this.#counts.get(prefix + text);
      if (share !== undefined) counts.set(text, Math.round(share * rows));
      else if (known !== undefined && now < known.until) counts.set(text, known.count);
      else wanted.push(text);
    });
    if (wanted.length > 0) {
      const values = new Values();
      const given = values.add([...new Set(wanted)], "text[]");
      const condition = scopeCondition(scope?.namespaces, values);
      const found = await query(
        `SELECT given.term, (SELECT count(*) FROM (SELECT 1 FROM ${this.#table} m
           WHERE m.words @@ given.term::tsquery AND ${condition} LIMIT ${MAX_COUNTED}) counted) AS count
         FROM unnest(${given}) given (term)`,
        values.list,
      );
      for (const row of found.rows) {
        const text = String(row.term);
        const count = Number(row.count);
        counts.set(text, count);
        this.#counts.set(prefix + text, { count, until: now + (count < MIN_KEPT_COUNT ? SEARCH_MS : MAX_AGE_MS) });
      }
    }
    return texts.map((text) => counts.get(text) ?? 0);
  }

  /** The shares of the most common lexemes, as PostgreSQL's ANALYZE found them. */
  async #commonShares(query: RunQuery): Promise<ReadonlyMap<string, number>> {
    const now = this.#parts.clock.now();
    if (this.#common !== null && now - this.#common.at < MAX_AGE_MS) return this.#common.shares;
    const [schema = "", table = ""] = this.#table.split(".");
    const { rows } = await query(
      `SELECT c.reltuples AS size, s.most_common_elems::text::text[] AS lexemes, s.most_common_elem_freqs AS shares
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         LEFT JOIN pg_stats s ON s.schemaname = n.nspname AND s.tablename = c.relname AND s.attname = 'words'
       WHERE n.nspname = $1 AND c.relname = $2`,
      [schema, table],
    );
    const shares = new Map<string, number>();
    const [found] = rows;
    const size = Number(found?.size ?? 0);
    if (Array.isArray(found?.lexemes) && Array.isArray(found.shares)) {
      // The last values are the minimum and the maximum.
      found.lexemes.forEach((lexeme, index) => {
        const share = Number((found.shares as unknown[])[index]);
        if (share * size > MAX_COUNTED) shares.set(String(lexeme), share);
      });
    }
    this.#common = { shares, at: now };
    return shares;
  }

  async #estimate(query: RunQuery, scope: MemoryScope | null): Promise<number> {
    if (scope?.namespaces !== undefined) {
      const values = new Values();
      const condition = scopeCondition(scope.namespaces, values);
      const { rows } = await query(`SELECT count(*) AS rows FROM ${this.#table} m WHERE ${condition}`, values.list);
      return Number(rows[0]?.rows);
    }
    const { rows } = await query("SELECT reltuples AS rows FROM pg_class WHERE oid = $1::regclass", [this.#table]);
    return Math.max(MAX_COUNTED_ROWS, Number(rows[0]?.rows));
  }

  /**
   * Bounded work: all memories with the rare words, and of the common words, which differ little in rank, the memories
   * that have them together. A memory that has a common word only is found where nothing better fills the results.
   */
  async #candidates(
    query: RunQuery,
    { any, all }: TextQuery,
    frequencies: readonly number[],
    { rows, averageLength }: Totals,
    filter: MemoryFilter,
  ): Promise<string[]> {
    const { stem } = this.#parts;
    const toText = (term: TextTerm) => `(${toTsquery(term, stem)})`;
    const terms = any
      .map((term, index) => ({ text: toText(term), frequency: frequencies[index] ?? 0 }))
      .filter(({ frequency }) => frequency > 0)
      .sort((one, other) => one.frequency - other.frequency);
    const ranked = terms.map(({ text, frequency }) => ({
      text,
      weight: Math.max(1e-6, Math.log((rows - frequency + 0.5) / (frequency + 0.5))),
    }));
    const find = (match: string, limit: number, isFrequent = false, best = MAX_CANDIDATES) =>
      this.#find(query, { match, ranked, averageLength, filter, limit, isFrequent, best });
    if (all.length > 0) {
      return find(all.map(toText).join(" & "), MAX_PHRASE_CANDIDATES, false, MAX_PHRASE_CANDIDATES);
    }
    let spent = 0;
    const rare = terms.filter(({ frequency }) => {
      spent += frequency;
      return spent <= MAX_RARE;
    });
    const common = terms.slice(rare.length, rare.length + MAX_COMMON_TERMS);
    const found = new Set(rare.length > 0 ? await find(rare.map(({ text }) => text).join(" | "), MAX_RARE) : []);
    const add = async (...given: Parameters<typeof find>) => {
      for (const id of await find(...given)) found.add(id);
    };
    if (common.length > 1) await add(common.map(({ text }) => text).join(" & "), MAX_COMMON);
    if (common.length > 2 && found.size < MAX_CANDIDATES) {
      const [first, second, third] = common.map(({ text }) => text);
      await add(`(${first} & ${second}) | (${first} & ${third}) | (${second} & ${third})`, MAX_COMMON);
    }
    for (const { text, frequency } of common) {
      if (found.size < MAX_CANDIDATES) await add(text, MAX_COMMON, frequency > rows * FREQUENT_SHARE);
    }
    return [...found];
  }

  /** The best of the first `limit` matches, by a rank close to BM25. */
  async #find(
    query: RunQuery,
    {
      match,
      ranked,
      averageLength,
      filter,
      limit,
      isFrequent,
      best,
    }: {
      readonly match: string;
      readonly ranked: readonly { readonly text: string; readonly weight: number }[];
      readonly averageLength: number;
      readonly filter: MemoryFilter;
      readonly limit: number;
      readonly isFrequent: boolean;
      readonly best: number;
    },
  ): Promise<string[]> {
    const values = new Values();
    const matching = values.add(match, "tsquery");
    const conditions = conditionsOf(filter, this.#parts.clock.now(), values);
    const newest = `(SELECT * FROM ${this.#table} ORDER BY created_at DESC, id DESC LIMIT ${MAX_NEWEST})`;
    const gains = ranked.map(
      ({ text, weight }) =>
        `${values.add(weight, "float8")} * power(ts_rank('{0.5, 0.5, 0.25, 1}', c.words, ${values.add(text, "tsquery")}), 1.4)`,
    );
    const norm = `(0.25 + 0.75 * c.length / ${values.add(Math.max(1, averageLength), "float8")})`;
    const { rows } = await query(
      `SELECT c.id FROM (SELECT m.id, m.words, m.length FROM ${isFrequent ? newest : this.#table} m
         WHERE m.words @@ ${matching} AND ${conditions} LIMIT ${limit}) c
       ORDER BY (${gains.join(" + ") || "0"}) / (1 + ${norm}) DESC, c.id DESC LIMIT ${best}`,
      values.list,
    );
    return rows.map(({ id }) => String(id));
  }

  async #read(query: RunQuery, ids: readonly string[]): Promise<Pick<FoundTexts, "candidates" | "rankingFacts">> {
    if (ids.length === 0) return { candidates: [], rankingFacts: new Map() };
    const { rows } = await query(
      `SELECT ${RANKING_COLUMNS}, ${SEARCHED_COLUMNS} FROM ${this.#table} m
       WHERE m.id = ANY ($1::text[])`,
      [ids],
    );
    return {
      candidates: rows.map((row) => ({
        id: String(row.id),
        columns: lexemesOf(row as unknown as SearchedText, this.#parts.stem),
      })),
      rankingFacts: new Map(rows.map((row) => [String(row.id), toRankingFacts(row, this.#parts.domain)])),
    };
  }
}
