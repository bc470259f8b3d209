import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import type { Embedder } from "../../core/embedder.ts";
import { createEvents } from "../../core/events.ts";
import type { Clock } from "../../core/ports.ts";
import type { SecretStore } from "../../core/secret-store.ts";
import { DEFAULT_SECRET_POLICY } from "../../core/secrets/policy.ts";
import { createStemmer } from "../../core/stem.ts";
import { RemoteDomains } from "../../remote-domains/remote-domains.ts";
import { asSuperuser, createDatabase, sharedServer, type TestDatabase } from "../../spaces/testing/postgres-spaces.ts";
import { idAt, openTestStore, SILENT, START } from "../../store/testing/open-store.ts";
import { createMemoryCore } from "../memory-core.ts";

/** On a busy machine everything takes longer. */
const PATIENT_MS = 60_000;
export const DOMAIN = "acme/archive";

/** The address of a test's database with its password. */
export function urlOf(
  { server, database, owner, ownerPassword }: TestDatabase,
  { port = server.port, user = owner, password = ownerPassword } = {},
): string {
  return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

export async function newDatabase(): Promise<TestDatabase> {
  return createDatabase(await sharedServer());
}

export { asSuperuser };

export function secretsInMemory(): SecretStore & { readonly values: ReadonlyMap<string, string> } {
  const values = new Map<string, string>();
  return {
    values,
    get: async (name) => values.get(name) ?? null,
    set: async (name, value) => void values.set(name, value),
    delete: async (name) => void values.delete(name),
  };
}

/** One machine: a real store, the product's service, and remote domains. */
export async function openMachine(
  options: {
    readonly clock?: Clock;
    readonly embedder?: Embedder | null;
    readonly firstId?: number;
    readonly readTimeoutMs?: number;
  } = {},
) {
  let now = START;
  const { clock = { now: () => (now += 1_000) }, embedder = null, firstId = 0, readTimeoutMs = PATIENT_MS } = options;
  const store = await openTestStore(undefined, clock);
  const events = createEvents((error) => {
    throw error;
  });
  let ids = firstId;
  const newId = () => idAt(++ids);
  const core = createMemoryCore(store, { clock, events, logger: SILENT, newId, embedder });
  const secrets = secretsInMemory();
  const folder = mkdtempSync(path.join(tmpdir(), "recollect-remote-"));
  const remotes = new RemoteDomains({
    file: path.join(folder, "remote-domains.json"),
    local: core.places.local,
    secrets,
    reviews: store.proposals,
    secretPolicy: () => DEFAULT_SECRET_POLICY,
    stem: createStemmer(),
    fingerprint: () => embedder?.fingerprint ?? null,
    spaceOf: async (domain) => (await core.spaces.list()).find(({ domains }) => domains.includes(domain))?.name ?? null,
    newId,
    readTimeoutMs,
    clock,
    logger: SILENT,
    onChange: () => core.indexer?.wake(),
  });
  core.places.use(remotes);
  onTestFinished(async () => {
    await remotes.close();
    await core.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { ...core, remotes, secrets };
}
export type Machine = Awaited<ReturnType<typeof openMachine>>;

/** A machine whose domain {@link DOMAIN} is remote. */
export async function openRemoteMachine(database: TestDatabase, options: Parameters<typeof openMachine>[0] = {}) {
  const machine = await openMachine(options);
  await machine.remotes.add({ domain: DOMAIN, address: urlOf(database) });
  return machine;
}
