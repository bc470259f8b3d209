import type { MemoryFilter } from "../core/filter.ts";
import type { Clock, PassageVector } from "../core/ports.ts";
import type { Similarities, VectorAnswer, VectorHit } from "../core/search.ts";
import type { RunQuery } from "../postgres/database.ts";
import { conditionsOf, Values } from "./conditions.ts";
import { boundedColumn } from "./rows.ts";
import { type RemoteVectors, schemaOf } from "./schema.ts";

/** Passages read through the index for each wanted memory: several can belong to one memory. */
const SURPLUS = 2;
/** pgvector's limit. */
const MAX_CANDIDATES = 1_000;
/** Up to this number of passages the distribution of similarities is exact; above it, it is estimated from a sample. */
const MAX_EXACT = 5_000;
const SAMPLE_SIZE = 2_000;
/** The best passages of a memory whose mean is its pooled similarity, as in the local search. */
const POOLED = 3;
const NONE: VectorAnswer = { hits: [], similarities: { count: 0, mean: 0, deviation: 0 } };

/** Search by meaning in the tables of a domain. The vectors are int8 values, which `halfvec` holds exactly. */
export class RemoteVectorSearch {
  readonly #schema: string;
  readonly #clock: Clock;

  constructor(domain: string, clock: Clock) {
    this.#schema = schemaOf(domain);
    this.#clock = clock;
  }

  /** The memories nearest to a vector of the domain's model. */
  async search(
    query: RunQuery,
    vectors: RemoteVectors,
    vector: Int8Array,
    filter: MemoryFilter,
    limit: number,
  ): Promise<VectorAnswer> {
    const { extension: e, dimensions } = vectors;
    if (vector.length !== dimensions) return NONE;
    const s = this.#schema;
    const type = `${e}.halfvec(${dimensions})`;
    const count = Math.min(MAX_CANDIDATES, limit * SURPLUS);
    await query(`SET LOCAL hnsw.ef_search = ${count}`);
    const values = new Values();
    const given = values.add(toText(vector), type);
    const conditions = conditionsOf(filter, this.#clock.now(), values);
    const distance = (column: string) => `(${column}::${type} OPERATOR(${e}.<=>) ${given})`;
    const { rows } = await query(
      `WITH near AS MATERIALIZED (
         SELECT v.memory, v.vector FROM ${s}.vectors v ORDER BY ${distance("v.vector")} LIMIT ${count}),
       found AS MATERIALIZED (SELECT DISTINCT near.memory FROM near JOIN ${s}.memories m ON m.id = near.memory
         WHERE ${conditions})
       SELECT v.memory, v.number, 1 - ${distance("v.vector")} AS similarity FROM found
         JOIN ${s}.vectors v ON v.memory = found.memory JOIN ${s}.memories m ON m.id = v.memory
       WHERE v.content_revision = m.content_revision
       ORDER BY v.memory, similarity DESC, v.number`,
      values.list,
    );
    const passages = new Map<string, { number: number; similarity: number }[]>();
    for (const row of rows) {
      const id = String(row.memory);
      const entry = { number: Number(row.number), similarity: Number(row.similarity) };
      const known = passages.get(id);
      if (known === undefined) passages.set(id, [entry]);
      else known.push(entry);
    }
    const hits = [...passages].map(([id, all]): VectorHit => {
      const best = all.slice(0, POOLED);
      const pooled = best.reduce((sum, { similarity }) => sum + similarity, 0) / best.length;
      return { id, similarity: all[0]?.similarity ?? 0, passage: all[0]?.number ?? 0, pooled, passages: all.length };
    });
    hits.sort((one, other) => other.similarity - one.similarity || (one.id < other.id ? -1 : 1));
    return { hits: hits.slice(0, limit), similarities: await this.#similarities(query, vectors, vector) };
  }

  /** Memories without vectors of their current content, longest waiting first. */
  async pending(query: RunQuery, limit: number): Promise<{ id: string; content: string; revision: number }[]> {
    const s = this.#schema;
    const { rows } = await query(
      `SELECT m.id, ${boundedColumn("m", "content")}, m.content_revision FROM ${s}.memories m
       WHERE m.deleted_at IS NULL AND NOT EXISTS
         (SELECT 1 FROM ${s}.vectors v WHERE v.memory = m.id AND v.content_revision = m.content_revision)
       ORDER BY m.created_at, m.id LIMIT $1`,
      [limit],
    );
    return rows.map((row) => ({
      id: String(row.id),
      content: String(row.content),
      revision: Number(row.content_revision),
    }));
  }

  /** Stores the passages of a memory unless its content changed; returns whether it stored them. */
  async put(
    query: RunQuery,
    { extension }: RemoteVectors,
    id: string,
    revision: number,
    passages: readonly PassageVector[],
  ): Promise<boolean> {
    const s = this.#schema;
    const { rows } = await query(`SELECT content_revision FROM ${s}.memories WHERE id = $1 FOR UPDATE`, [id]);
    if (rows[0] === undefined || Number(rows[0].content_revision) !== revision) return false;
    await query(`DELETE FROM ${s}.vectors WHERE memory = $1`, [id]);
    for (const [number, { vector }] of passages.entries()) {
      await query(
        `INSERT INTO ${s}.vectors (memory, number, content_revision, vector)
         VALUES ($1, $2, $3, $4::${extension}.halfvec)`,
        [id, number, revision, toText(vector)],
      );
    }
    return true;
  }

  /** Sets the domain's model if it has none yet. Returns the fingerprint of the domain's model. */
  async choose(query: RunQuery, fingerprint: string, dimensions: number): Promise<string> {
    const s = this.#schema;
    await query(`UPDATE ${s}.about SET fingerprint = $1, dimensions = $2 WHERE fingerprint IS NULL`, [
      fingerprint,
      dimensions,
    ]);
    const { rows } = await query(`SELECT fingerprint FROM ${s}.about`);
    return String(rows[0]?.fingerprint);
  }

  async counts(query: RunQuery): Promise<{ readonly ready: number; readonly pending: number }> {
    const s = this.#schema;
    const values = new Values();
    const current = conditionsOf({}, this.#clock.now(), values);
    const { rows } = await query(
      `SELECT count(*) FILTER (WHERE has) AS ready, count(*) FILTER (WHERE NOT has) AS pending FROM
         (SELECT EXISTS (SELECT 1 FROM ${s}.vectors v WHERE v.memory = m.id AND v.content_revision = m.content_revision)
            AS has FROM ${s}.memories m WHERE ${current}
            LIMIT 20000) counted`,
      values.list,
    );
    return { ready: Number(rows[0]?.ready), pending: Number(rows[0]?.pending) };
  }

  async pendingAmong(query: RunQuery, ids: readonly string[]): Promise<string[]> {
    const s = this.#schema;
    const { rows } = await query(
      `SELECT m.id FROM ${s}.memories m WHERE m.id = ANY ($1::text[]) AND NOT EXISTS
         (SELECT 1 FROM ${s}.vectors v WHERE v.memory = m.id AND v.content_revision = m.content_revision)`,
      [[...ids]],
    );
    return rows.map(({ id }) => String(id));
  }

  async vectorsOf(query: RunQuery, id: string): Promise<Int8Array[]> {
    const { rows } = await query(
      `SELECT v.vector::text AS vector FROM ${this.#schema}.vectors v WHERE v.memory = $1 ORDER BY v.number`,
      [id],
    );
    return rows.map(({ vector }) => Int8Array.from(JSON.parse(String(vector)) as number[]));
  }

  /** The distribution of all similarities, from a sample if there are many passages. */
  async #similarities(
    query: RunQuery,
    { extension, dimensions }: RemoteVectors,
    vector: Int8Array,
  ): Promise<Similarities> {
    const s = this.#schema;
    const type = `${extension}.halfvec(${dimensions})`;
    const { rows } = await query("SELECT reltuples AS size FROM pg_class WHERE oid = $1::regclass", [`${s}.vectors`]);
    const size = Number(rows[0]?.size ?? 0);
    const isSampled = size > MAX_EXACT;
    const sample = isSampled ? `TABLESAMPLE SYSTEM (${((100 * SAMPLE_SIZE) / size).toFixed(4)}) REPEATABLE (1)` : "";
    const found = await query(
      `SELECT count(*) AS count, avg(similarity) AS mean, stddev_pop(similarity) AS deviation FROM
         (SELECT 1 - (vector::${type} OPERATOR(${extension}.<=>) $1::${type}) AS similarity FROM ${s}.vectors ${sample}
          LIMIT ${2 * MAX_EXACT}) sample`,
      [toText(vector)],
    );
    const [row] = found.rows;
    return {
      count: isSampled ? size : Number(row?.count ?? 0),
      mean: Number(row?.mean ?? 0),
      deviation: Number(row?.deviation ?? 0),
    };
  }
}

function toText(vector: Int8Array): string {
  return `[${vector.join(",")}]`;
}
