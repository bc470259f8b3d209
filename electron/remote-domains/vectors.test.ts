import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { buildModel, MODEL_FOLDER } from "../../scripts/build-model.ts";
import { workerUrl } from "../../tests/testing/entries.ts";
import { DOMAIN, type Machine, openMachine } from "../app/testing/remote-places.ts";
import { OWNER } from "../core/caller.ts";
import type { Embedder } from "../core/embedder.ts";
import { TcpProxy } from "../postgres/testing/tcp-proxy.ts";
import { createEmbedder } from "../search/embedding/embedder.ts";
import { SILENT } from "../store/testing/open-store.ts";
import { schemaOf } from "./schema.ts";
import { type PgliteServer, startPglite } from "./testing/pglite-server.ts";

const CONTENTS = [
  "Our database is PostgreSQL, and it runs on the large machine.",
  "Employees may take holidays after three months.",
  "The coffee machine must be cleaned every evening.",
  "Passwords are stored as salted hashes.",
  "The train to the office is late on Mondays.",
  "Releases are built by the continuous integration server.",
  "Invoices are sent on the first day of a month.",
  "The logo is blue, and the font is Inter.",
];

/** PostgreSQL with pgvector is the same program in another build, over the real wire protocol. */
describe("a remote domain in a database with pgvector", () => {
  let server: PgliteServer;
  let embedder: Embedder;
  beforeAll(async () => {
    await buildModel();
    server = await startPglite();
    embedder = createEmbedder({
      source: { kind: "bundled" },
      modelFolder: MODEL_FOLDER,
      workerUrl: workerUrl("embeddingWorker"),
      logger: SILENT,
    });
  });
  afterAll(async () => {
    await embedder?.close();
    await server?.close();
  });

  // One model for all machines: it loads once.
  const open = () => openMachine({ embedder });
  const fill = async ({ service }: Machine) => {
    for (const content of CONTENTS) await service.capture(OWNER, { content, domain: DOMAIN });
  };
  const whenEmbedded = ({ service }: Machine) =>
    expect
      .poll(async () => (await service.status(OWNER)).index.vectors)
      .toMatchObject({
        pending: 0,
        ready: CONTENTS.length,
      });
  const search = async ({ service }: Machine, query: string, mode: "vector" | "hybrid") => {
    const { items, mode: used } = await service.search(OWNER, { query, mode });
    return {
      used,
      found: items.map(({ memory, score, matched }) => [
        memory.content,
        score.toFixed(3),
        matched.similarity?.toFixed(3),
      ]),
    };
  };

  it("finds memories by meaning as on this machine, also on a machine that did not embed them", async () => {
    const local = await open();
    await fill(local);
    await whenEmbedded(local);
    const remote = await open();
    await remote.remotes.add({ domain: DOMAIN, address: server.url });
    await fill(remote);
    await whenEmbedded(remote);
    expect(await remote.remotes.list()).toMatchObject([{ vectors: "ready", memories: CONTENTS.length }]);
    const other = await open();
    await other.remotes.add({ domain: DOMAIN, address: server.url });
    let count = 0;
    for (const mode of ["vector", "hybrid"] as const) {
      for (const query of [
        "vacation of staff",
        "where are credentials kept",
        "relational store",
        "commuting by rail",
      ]) {
        const expected = await search(local, query, mode);
        expect(await search(remote, query, mode), query).toEqual(expected);
        expect(await search(other, query, mode), query).toEqual(expected);
        count += expected.found.length;
      }
    }
    expect(count).toBeGreaterThan(3);
  });

  it("searches by words with a login that has no rights to the table for vectors", async () => {
    const domain = "acme/granted";
    const owner = await open();
    await owner.remotes.add({ domain, address: server.url });
    const s = schemaOf(domain);
    // Over a connection: the server has one session, and holds this back while a connection has a transaction.
    const client = new pg.Client(server.url);
    await client.connect();
    onTestFinished(() => client.end());
    await client.query(`CREATE ROLE writer; GRANT USAGE ON SCHEMA ${s} TO writer;
      GRANT SELECT, INSERT, UPDATE, DELETE ON ${s}.about, ${s}.memories, ${s}.revisions TO writer; SET ROLE writer`);
    onTestFinished(async () => void (await client.query("RESET ROLE")));
    const machine = await open();
    await machine.remotes.add({ domain, address: server.url });
    await machine.service.capture(OWNER, { content: "The vault is in the cellar.", domain });
    expect((await machine.service.search(OWNER, { query: "cellar", domain })).items).toHaveLength(1);
    expect((await machine.service.status(OWNER)).index.vectors).toMatchObject({ pending: 0 });
    expect(await machine.remotes.list()).toMatchObject([{ state: "reachable", error: null, vectors: "none" }]);
  });

  it("embeds a memory again after the database could not be reached when its vectors were stored", async () => {
    const proxy = await TcpProxy.start(server.port);
    onTestFinished(() => proxy.close());
    let hasFailed = false;
    const machine = await openMachine({
      clock: { now: () => Date.now() },
      embedder: {
        get fingerprint() {
          return embedder.fingerprint;
        },
        get dimensions() {
          return embedder.dimensions;
        },
        status: () => embedder.status(),
        warmUp: () => embedder.warmUp(),
        close: async () => undefined,
        async embed(texts, kind, signal) {
          const embedded = await embedder.embed(texts, kind, signal);
          proxy.isDown = !hasFailed;
          if (!hasFailed) proxy.cut();
          hasFailed = true;
          return embedded;
        },
      },
    });
    await machine.remotes.add({ domain: "acme/lost", address: server.url.replace(/:\d+\//, `:${proxy.port}/`) });
    await machine.service.capture(OWNER, { content: "The vault is in the cellar.", domain: "acme/lost" });
    await expect.poll(() => machine.remotes.list()).toMatchObject([{ state: "unreachable" }]);
    proxy.isDown = false;
    expect(await machine.remotes.status("acme/lost")).toMatchObject({ state: "reachable" });
    await expect
      .poll(async () => (await machine.service.status(OWNER)).index.vectors)
      .toMatchObject({ pending: 0, ready: 1 });
  });
});
