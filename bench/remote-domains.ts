/**
 * `npm run bench remote-domains [-- --memories 1000000] [--calls 100]`: text search in a remote domain on a PostgreSQL server of
 * its own, through the product's service: four rare words, one rare and two frequent words, frequent words only, and a
 * list. Reports the time to fill the database too. Milliseconds.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { ulid } from "ulid";
import { createMemoryCore, openStore } from "../electron/app/memory-core.ts";
import { OWNER } from "../electron/core/caller.ts";
import { hashContent } from "../electron/core/content-hash.ts";
import { createEvents } from "../electron/core/events.ts";
import type { SecretName } from "../electron/core/secret-store.ts";
import { DEFAULT_SECRET_POLICY } from "../electron/core/secrets/policy.ts";
import { createStemmer } from "../electron/core/stem.ts";
import { PostgresServer } from "../electron/postgres/testing/postgres-server.ts";
import { lengthOf, lexemesOf, toTsvector } from "../electron/remote-domains/lexemes.ts";
import { RemoteDomains } from "../electron/remote-domains/remote-domains.ts";
import { schemaOf } from "../electron/remote-domains/schema.ts";
import { createRandom } from "../electron/search/testing/random-vectors.ts";
import { SILENT } from "../electron/store/testing/open-store.ts";
import { contentOf, FREQUENT_WORDS } from "./http/contents.ts";
import { questionAt } from "./search/questions.ts";
import { quantile } from "./support/statistics.ts";

const { values } = parseArgs({
  options: { memories: { type: "string", default: "1000000" }, calls: { type: "string", default: "100" } },
});
const MEMORIES = Number(values.memories);
const CALLS = Number(values.calls);
const DOMAIN = "bench/archive";
const BATCH = 2_000;
const START = Date.UTC(2020, 0, 1);
const INDEXES = ["words", "created", "updated", "content", "end"];

const clock = { now: () => Date.now() };
const stem = createStemmer();

async function fill(client: pg.Client): Promise<void> {
  const s = schemaOf(DOMAIN);
  const { rows } = await client.query<{ indexdef: string }>(
    "SELECT indexdef FROM pg_indexes WHERE schemaname = $1 AND indexname = ANY ($2)",
    [s, INDEXES.map((name) => `memories_${name}`)],
  );
  for (const name of INDEXES) await client.query(`DROP INDEX ${s}.memories_${name}`);
  for (let from = 0; from < MEMORIES; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, MEMORIES - from) }, (_, offset) => {
      const { content, tags = [] } = contentOf(from + offset);
      const at = START + (from + offset) * 1_000;
      const columns = lexemesOf({ content, tags, source: null }, stem);
      return { id: ulid(at), content, tags, at, words: toTsvector(columns), length: lengthOf(columns) };
    });
    await client.query(
      `WITH added AS (INSERT INTO ${s}.memories (id, content, content_hash, namespace, tags, pinned, created_at, updated_at,
         revision, content_revision, words, length)
       SELECT id, content, hash, 'context', string_to_array(nullif(tags, ''), ','), false, at, at, 1, 1, words::tsvector, length
       FROM unnest($1::text[], $2::text[], $3::bytea[], $4::text[], $5::bigint[], $6::text[], $7::int[])
         given (id, content, hash, tags, at, words, length) RETURNING id, tags, created_at)
       INSERT INTO ${s}.revisions (memory, revision, action, content_revision, namespace, tags, at, change)
       SELECT id, 1, 'capture', 1, 'context', tags, created_at, '' FROM added`.replace(
        "string_to_array(nullif(tags, ''), ',')",
        "coalesce(string_to_array(nullif(tags, ''), ','), '{}')",
      ),
      [
        batch.map(({ id }) => id),
        batch.map(({ content }) => content),
        batch.map(({ content }) => hashContent(content)),
        batch.map(({ tags }) => tags.join(",")),
        batch.map(({ at }) => at),
        batch.map(({ words }) => words),
        batch.map(({ length }) => length),
      ],
    );
  }
  await client.query("SET maintenance_work_mem = '1GB'");
  for (const { indexdef } of rows) await client.query(indexdef);
  await client.query(`VACUUM ANALYZE ${s}.memories`);
}

function secretsInMemory() {
  const kept = new Map<SecretName, string>();
  return {
    get: async (name: SecretName) => kept.get(name) ?? null,
    set: async (name: SecretName, value: string) => void kept.set(name, value),
    delete: async (name: SecretName) => void kept.delete(name),
  };
}

async function measure(name: string, call: (index: number) => Promise<number>): Promise<void> {
  for (let index = 0; index < 5; index++) await call(100_000 + index);
  const times: number[] = [];
  let found = 0;
  for (let index = 0; index < CALLS; index++) {
    const start = performance.now();
    found += await call(index);
    times.push(performance.now() - start);
  }
  const [p50, p95] = [quantile(times, 0.5).toFixed(1), quantile(times, 0.95).toFixed(1)];
  console.log(
    `${name.padEnd(46)} p50 ${p50.padStart(6)}  p95 ${p95.padStart(6)}  results ${(found / CALLS).toFixed(1)}`,
  );
}

const folder = await mkdtemp(path.join(tmpdir(), "recollect-bench-"));
const server = await PostgresServer.start([
  "shared_buffers=2GB",
  "max_wal_size=4GB",
  "max_parallel_workers_per_gather=0",
]);
const store = await openStore({
  path: path.join(folder, "memories.sqlite"),
  backupFolder: path.join(folder, "backups"),
  clock,
  logger: SILENT,
});
const core = createMemoryCore(store, { clock, events: createEvents(() => undefined), logger: SILENT });
const remotes = new RemoteDomains({
  file: path.join(folder, "remote-domains.json"),
  local: core.places.local,
  secrets: secretsInMemory(),
  reviews: store.proposals,
  secretPolicy: () => DEFAULT_SECRET_POLICY,
  stem,
  fingerprint: () => null,
  spaceOf: async () => null,
  newId: ulid,
  readTimeoutMs: 60_000,
  clock,
  logger: SILENT,
  onChange: () => undefined,
});
core.places.use(remotes);
try {
  const { port, user, password } = server;
  const address = `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
  await remotes.add({ domain: DOMAIN, address });
  const client = new pg.Client({ host: "127.0.0.1", port, user, password, database: "postgres" });
  await client.connect();
  const start = performance.now();
  await fill(client);
  const seconds = (performance.now() - start) / 1_000;
  const size = await client.query<{ size: string }>("SELECT pg_size_pretty(pg_database_size('postgres')) AS size");
  await client.end();
  console.log(`${MEMORIES.toLocaleString("en")} memories in ${seconds.toFixed(0)} s, ${size.rows[0]?.size}\n`);

  const search = async (query: string) =>
    (await core.service.search(OWNER, { query, domain: DOMAIN, mode: "text", minScore: 0 })).items.length;
  const frequent = [...FREQUENT_WORDS];
  const pick = (index: number, count: number) => {
    const random = createRandom(index).next;
    return Array.from({ length: count }, () => frequent[Math.floor(random() * frequent.length)]).join(" ");
  };
  await measure("four words of one memory", (index) => search(questionAt(index, MEMORIES).text));
  await measure("one word of a memory and two frequent ones", (index) =>
    search(`${questionAt(index, MEMORIES).words[0]} ${pick(index, 2)}`),
  );
  await measure("three frequent words", (index) => search(pick(index, 3)));
  await measure("one frequent word", (index) => search(pick(index, 1)));
  await measure("the newest 50", async () => (await core.service.list(OWNER, { domain: DOMAIN })).items.length);
} finally {
  await remotes.close();
  await core.close();
  await store.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
}
