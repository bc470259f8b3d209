import { CLIENT_COLUMNS } from "../core/client-identity.ts";
import type { MemoryFilter, MemorySort } from "../core/filter.ts";
import { readsLikeInstruction } from "../core/injected-instructions.ts";
import type { Memory, Revision } from "../core/memory.ts";
import { MAX_CONTENT_BYTES } from "../core/memory-fields.ts";
import type { Facets, MemoryScope, RankingFacts } from "../core/ports.ts";
import { SHORT_ID_LENGTH } from "../core/urn.ts";
import type { RunQuery } from "../postgres/database.ts";
import { conditionsOf, scopeCondition, Values } from "./conditions.ts";
import {
  boundedColumn,
  MEMORY_COLUMNS,
  RANKING_COLUMNS,
  type RowSource,
  STATE_COLUMNS,
  toMemory,
  toRankingFacts,
  toRevision,
} from "./rows.ts";
import { schemaOf } from "./schema.ts";

/**
 * The start of a page: after the memory with this key and id, or after all memories with this key, or with the first of
 * them.
 */
export interface ListPosition {
  readonly key: number;
  readonly after: { readonly id: string } | "key" | "nothing";
}

/** `recalled`: remote memories have no recalls; ids are in the order of time, so the newest come first. */
const SORTS: Readonly<Record<MemorySort, { readonly column: string; readonly isAscending: boolean }>> = {
  created: { column: "created_at", isAscending: false },
  "created-ascending": { column: "created_at", isAscending: true },
  updated: { column: "updated_at", isAscending: false },
  recalled: { column: "0", isAscending: false },
};
/** A revision has its content only if a later one replaced it. */
const REVISION_COLUMNS = STATE_COLUMNS.filter((column) => column !== "content");
/** Facets are counted over at most this number of memories. */
const MAX_COUNTED = 50_000;

/** Reads the memories of one domain. */
export class RemoteReader {
  readonly #source: RowSource;
  readonly #schema: string;

  constructor(source: RowSource) {
    this.#source = source;
    this.#schema = schemaOf(source.domain);
  }

  async getMany(query: RunQuery, ids: readonly string[]): Promise<Memory[]> {
    const { rows } = await query(
      `SELECT ${MEMORY_COLUMNS} FROM ${this.#schema}.memories m WHERE m.id = ANY ($1::text[])`,
      [[...ids]],
    );
    return rows.map((row) => toMemory(row, this.#source));
  }

  async rankingFacts(query: RunQuery, ids: readonly string[]): Promise<Map<string, RankingFacts>> {
    const { rows } = await query(
      `SELECT ${RANKING_COLUMNS} FROM ${this.#schema}.memories m WHERE m.id = ANY ($1::text[])`,
      [[...ids]],
    );
    return new Map(rows.map((row) => [String(row.id), toRankingFacts(row, this.#source.domain)]));
  }

  async idsLike(query: RunQuery, part: string, limit: number, scope: MemoryScope | null): Promise<string[]> {
    const select = async (matching: (part: string) => string) => {
      const values = new Values();
      const condition = scopeCondition(scope?.namespaces, values);
      const { rows } = await query(
        `SELECT id FROM ${this.#schema}.memories m
         WHERE ${condition} AND (${matching(values.add(part, "text"))}) LIMIT ${values.add(limit, "int")}`,
        values.list,
      );
      return rows.map(({ id }) => String(id));
    };
    const found = await select(
      (text) => `m.id >= ${text} AND m.id < ${text} || '~'
        OR "right"(m.id, 4) = "right"(${text}, 4) AND "right"(m.id, length(${text})) = ${text}`,
    );
    if (found.length > 0) return found;
    return await select((text) => `"left"("right"(m.id, ${SHORT_ID_LENGTH}), length(${text})) = ${text}`);
  }

  async list(
    query: RunQuery,
    {
      filter,
      sort,
      limit,
      after,
      now,
    }: {
      readonly filter: MemoryFilter;
      readonly sort: MemorySort;
      readonly limit: number;
      readonly after: ListPosition | null;
      readonly now: number;
    },
  ): Promise<Memory[]> {
    const { column: name, isAscending } = SORTS[sort];
    const column = name === "0" ? "0::bigint" : `m.${name}`;
    const [direction, sign] = isAscending ? (["ASC", ">"] as const) : (["DESC", "<"] as const);
    const values = new Values();
    const conditions = conditionsOf(filter, now, values);
    const seek = after === null ? "true" : seekCondition(after, column, sign, values);
    const { rows } = await query(
      `SELECT ${MEMORY_COLUMNS} FROM ${this.#schema}.memories m WHERE ${conditions} AND ${seek}
       ORDER BY ${name === "0" ? "" : `${column} ${direction}, `}m.id ${direction} LIMIT ${values.add(limit, "int")}`,
      values.list,
    );
    return rows.map((row) => toMemory(row, this.#source));
  }

  /** Newest revision first. */
  async history(query: RunQuery, id: string): Promise<Revision[]> {
    const s = this.#schema;
    const { rows } = await query(
      `SELECT r.memory, r.revision, r.action, substr(coalesce(origin.content, m.content), 1, ${MAX_CONTENT_BYTES}) AS content,
         ${[...REVISION_COLUMNS, ...CLIENT_COLUMNS, "at"].map((column) => boundedColumn("r", column)).join(", ")}
       FROM ${s}.memories m JOIN ${s}.revisions r ON r.memory = m.id
         JOIN ${s}.revisions origin ON origin.memory = m.id AND origin.revision = r.content_revision
       WHERE m.id = $1 ORDER BY r.revision DESC`,
      [id],
    );
    return rows.map((row) => toRevision(row, this.#source));
  }

  /** The versions of the newest memories, by id. A memory that any program changes has another version. */
  async versions(query: RunQuery, limit: number): Promise<Map<string, string>> {
    const { rows } = await query(
      `SELECT id, xmin::text AS version FROM ${this.#schema}.memories ORDER BY created_at DESC, id DESC LIMIT $1`,
      [limit],
    );
    return new Map(rows.map(({ id, version }) => [String(id), String(version)]));
  }

  /** @param without the ids of memories that are not counted */
  async count(query: RunQuery, filter: MemoryFilter, without: readonly string[], now: number): Promise<number> {
    const values = new Values();
    const conditions = countedCondition(filter, without, now, values);
    const { rows } = await query(
      `SELECT count(*) AS count FROM ${this.#schema}.memories m WHERE ${conditions}`,
      values.list,
    );
    return Number(rows[0]?.count);
  }

  /**
   * Counts over the newest {@link MAX_COUNTED} memories that match.
   * @param without the ids of memories that are not counted
   */
  async facets(query: RunQuery, filter: MemoryFilter, without: readonly string[], now: number): Promise<Facets> {
    const values = new Values();
    const conditions = countedCondition(filter, without, now, values);
    const { rows } = await query(
      `WITH found AS MATERIALIZED (SELECT m.namespace, m.tags, m.client_name FROM ${this.#schema}.memories m
         WHERE ${conditions} ORDER BY m.created_at DESC, m.id DESC LIMIT ${MAX_COUNTED})
       SELECT 'total' AS kind, '' AS value, count(*) AS count FROM found
       UNION ALL SELECT 'namespaces', namespace, count(*) FROM found GROUP BY namespace
       UNION ALL SELECT 'clients', client_name, count(*) FROM found WHERE client_name IS NOT NULL GROUP BY client_name
       UNION ALL (SELECT 'tags', tag, count(*) FROM found, unnest(found.tags) tag GROUP BY tag
         ORDER BY count(*) DESC, tag LIMIT 500)`,
      values.list,
    );
    const of = (kind: string) =>
      rows.filter((row) => row.kind === kind).map((row) => ({ value: String(row.value), count: Number(row.count) }));
    const total = of("total")[0]?.count ?? 0;
    return {
      total,
      domains: total === 0 ? [] : [{ value: this.#source.domain, count: total }],
      namespaces: of("namespaces"),
      tags: of("tags"),
      clients: of("clients"),
    };
  }

  async trash(query: RunQuery): Promise<string[]> {
    const { rows } = await query(`SELECT id FROM ${this.#schema}.memories WHERE deleted_at IS NOT NULL ORDER BY id`);
    return rows.map(({ id }) => String(id));
  }

  /** The namespaces of the newest 10,000 memories, except names that read like an instruction. */
  async namespaces(query: RunQuery): Promise<string[]> {
    const { rows } = await query(
      `SELECT DISTINCT namespace FROM (SELECT namespace FROM ${this.#schema}.memories
         ORDER BY created_at DESC, id DESC LIMIT 10000) newest`,
    );
    return rows.map(({ namespace }) => String(namespace)).filter((name) => !readsLikeInstruction(name));
  }

  /**
   * As `MemoryStore.neighbours`: the nearest in time, of the same session or the same source.
   * @returns by id
   */
  async neighbours(
    query: RunQuery,
    ids: readonly string[],
    withinMs: number,
    limit: number,
    filter: MemoryFilter,
    now: number,
  ): Promise<Map<string, string[]>> {
    const s = this.#schema;
    const values = new Values();
    const given = values.add(ids, "text[]");
    const within = values.add(withinMs, "bigint");
    const count = values.add(limit, "int");
    const conditions = conditionsOf(filter, now, values).replaceAll("m.", "n.");
    const near = (column: string) => `SELECT n.id, n.created_at FROM ${s}.memories n
      WHERE n.${column} = o.${column} AND n.created_at BETWEEN o.created_at - ${within} AND o.created_at + ${within}
        AND n.id <> o.id`;
    const { rows } = await query(
      `SELECT o.id AS origin, near.id FROM ${s}.memories o CROSS JOIN LATERAL (
         SELECT DISTINCT found.id, abs(found.created_at - o.created_at) AS distance
         FROM (${near("session")} UNION ALL ${near("source")}) found ORDER BY distance, id LIMIT ${count}) near
       JOIN ${s}.memories n ON n.id = near.id
       WHERE o.id = ANY (${given}) AND ${conditions} ORDER BY near.distance, near.id`,
      values.list,
    );
    const found = new Map<string, string[]>();
    for (const { origin, id } of rows) found.set(String(origin), [...(found.get(String(origin)) ?? []), String(id)]);
    return found;
  }
}

function countedCondition(filter: MemoryFilter, without: readonly string[], now: number, values: Values): string {
  const conditions = conditionsOf(filter, now, values);
  return without.length === 0 ? conditions : `${conditions} AND m.id <> ALL (${values.add(without, "text[]")})`;
}

function seekCondition({ key, after }: ListPosition, column: string, sign: string, values: Values): string {
  const value = values.add(key, "bigint");
  if (after === "nothing") return `${column} ${sign}= ${value}`;
  if (after === "key") return `${column} ${sign} ${value}`;
  return `(${column}, m.id) ${sign} (${value}, ${values.add(after.id, "text")} COLLATE "C")`;
}
