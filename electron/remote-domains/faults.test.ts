import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import {
  asSuperuser,
  DOMAIN,
  type Machine,
  openMachine,
  openRemoteMachine,
  urlOf,
} from "../app/testing/remote-places.ts";
import { OWNER } from "../core/caller.ts";
import { PostgresServer } from "../postgres/testing/postgres-server.ts";
import { TcpProxy } from "../postgres/testing/tcp-proxy.ts";
import { createDatabase, hasPostgres } from "../spaces/testing/postgres-spaces.ts";
import { schemaOf } from "./schema.ts";

/** A probe that started while the server was silent takes 20 seconds; then the next one waits. */
const BACK = { timeout: 120_000 };
const realClock = { now: () => Date.now() };
const capture = { content: "The archive is in the basement.", domain: DOMAIN };
const here = { content: "The archive key hangs in the office.", domain: "acme/here" };

describe.skipIf(!hasPostgres)("a remote domain whose database has faults", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(async () => server?.close());

  const open = async () => {
    const database = await createDatabase(server);
    const machine = await openRemoteMachine(database, { clock: realClock });
    await machine.service.capture(OWNER, capture);
    await machine.service.capture(OWNER, here);
    return { ...machine, database };
  };
  const search = ({ service }: Pick<Machine, "service">) => service.search(OWNER, { query: "archive" });
  const contents = (result: Awaited<ReturnType<typeof search>>) =>
    result.items.map(({ memory }) => memory.content).sort();
  const both = [here.content, capture.content].sort();

  it("returns local results with a notice while the server is down, and all results when it is back", async () => {
    const machine = await open();
    expect(contents(await search(machine))).toEqual(both);
    await server.stop("SIGQUIT");
    const missing = [{ reason: "remote_unreachable", params: { domain: DOMAIN } }];
    const down = await search(machine);
    expect(contents(down)).toEqual([here.content]);
    expect(down.notices).toEqual(missing);
    const list = await machine.service.list(OWNER, {});
    expect(list.items.map(({ content }) => content)).toEqual([here.content]);
    expect(list.notices).toEqual(missing);
    await expect(machine.service.capture(OWNER, { ...capture, content: "new" })).rejects.toMatchObject({
      code: "unavailable",
    });
    await expect(machine.service.get(OWNER, "01ARZ3NDEKTSV4RRFFQ69G5FAV")).rejects.toMatchObject({
      code: "unavailable",
    });
    expect(await machine.service.capture(OWNER, { ...here, content: "Stored here." })).toMatchObject({ created: true });
    expect(await machine.remotes.list()).toMatchObject([
      { state: "unreachable", error: { code: "unavailable", hint: "Check the network and the server." } },
    ]);
    await server.restart();
    expect(await machine.remotes.status(DOMAIN)).toMatchObject({ state: "reachable", error: null, memories: 1 });
    await expect.poll(async () => contents(await search(machine)), BACK).toEqual(both);
  });

  it("reconnects when the server is back", async () => {
    const machine = await open();
    await server.stop("SIGQUIT");
    await search(machine);
    await server.restart();
    await expect.poll(async () => contents(await search(machine)), BACK).toEqual(both);
  });

  it("does not wait for a silent server, and sends it no requests until it responds", async () => {
    const { database } = await open();
    const proxy = await TcpProxy.start(server.port);
    onTestFinished(() => proxy.close());
    const machine = await openMachine({ clock: realClock, readTimeoutMs: 1_000 });
    await machine.service.capture(OWNER, here);
    await machine.remotes.add({ domain: DOMAIN, address: urlOf(database, { port: proxy.port }) });
    await expect.poll(async () => contents(await search(machine)), BACK).toEqual(both);
    proxy.isSilent = true;
    await expect.poll(async () => contents(await search(machine))).toEqual([here.content]);
    expect(await machine.remotes.list()).toMatchObject([{ state: "unreachable", memories: null }]);
    // A change is refused before anything is sent.
    await expect(machine.service.capture(OWNER, { ...capture, content: "x" })).rejects.toMatchObject({
      details: { reason: "remote_unreachable" },
    });
    proxy.isSilent = false;
    await expect.poll(async () => contents(await search(machine)), BACK).toEqual(both);
  });

  it("gives up a statement that takes too long, without waiting for its end", async () => {
    const { database } = await open();
    const machine = await openMachine({ clock: realClock, readTimeoutMs: 1_000 });
    await machine.service.capture(OWNER, here);
    await machine.remotes.add({ domain: DOMAIN, address: urlOf(database) });
    await expect.poll(async () => contents(await search(machine)), BACK).toEqual(both);
    await asSuperuser(server, database.database, async (client) => {
      await client.query("BEGIN");
      await client.query(`LOCK TABLE ${schemaOf(DOMAIN)}.memories IN ACCESS EXCLUSIVE MODE`);
      await expect.poll(async () => contents(await search(machine))).toEqual([here.content]);
      await client.query("ROLLBACK");
    });
    await expect.poll(async () => contents(await search(machine)), BACK).toEqual(both);
  });

  it("keeps each acknowledged change once, though connections are ended in mid-request", async () => {
    const machine = await open();
    let isDone = false;
    const killing = asSuperuser(server, "postgres", async (client) => {
      while (!isDone) {
        await client.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()",
          [machine.database.database],
        );
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
    const stored: string[] = [];
    for (let index = 0; index < 40; index++) {
      const content = `Change number ${index}.`;
      const result = await machine.service.capture(OWNER, { ...capture, content }).catch(() => null);
      if (result !== null) stored.push(content);
    }
    isDone = true;
    await killing;
    const list = async () => {
      await machine.remotes.status(DOMAIN);
      return await machine.service.list(OWNER, { domain: DOMAIN, limit: 200 });
    };
    // Connections that were ended last may be noticed only now.
    await expect.poll(async () => (await list()).notices ?? [], BACK).toEqual([]);
    const found = await list();
    const all = found.items.map(({ content }) => content);
    expect(new Set(all).size).toBe(all.length);
    for (const content of stored) expect(all).toContain(content);
    for (const { id } of found.items) expect(await machine.service.history(OWNER, id)).toHaveLength(1);
  });

  it("reads a database that accepts no changes, and reports it for a change", async () => {
    const machine = await open();
    await asSuperuser(server, "postgres", (client) =>
      client.query(`ALTER DATABASE ${machine.database.database} SET default_transaction_read_only = on`),
    );
    await machine.remotes.close();
    const other = await openMachine({ clock: realClock });
    await other.remotes.add({ domain: DOMAIN, address: urlOf(machine.database) });
    expect((await other.service.search(OWNER, { query: "archive" })).items).toHaveLength(1);
    expect(await other.remotes.list()).toMatchObject([{ state: "reachable", isWritable: false }]);
    await expect(other.service.capture(OWNER, { ...capture, content: "y" })).rejects.toMatchObject({
      code: "permission_denied",
      details: { reason: "remote_rights_missing" },
    });
  });

  it("reads with a login that may only read, and refuses one without rights", async () => {
    const machine = await open();
    const { database } = machine.database;
    const s = schemaOf(DOMAIN);
    const [reader, stranger] = [`reader_${database.slice(3)}`, `stranger_${database.slice(3)}`];
    await asSuperuser(server, database, async (client) => {
      for (const login of [reader, stranger]) await client.query(`CREATE ROLE ${login} LOGIN PASSWORD 'secret'`);
      await client.query(`GRANT USAGE ON SCHEMA ${s} TO ${reader}`);
      await client.query(`GRANT SELECT ON ALL TABLES IN SCHEMA ${s} TO ${reader}`);
    });
    const other = await openMachine({ clock: realClock });
    await other.remotes.add({
      domain: DOMAIN,
      address: urlOf(machine.database, { user: reader, password: "secret" }),
    });
    expect((await other.service.search(OWNER, { query: "archive" })).items).toHaveLength(1);
    await expect(other.service.capture(OWNER, { ...capture, content: "z" })).rejects.toMatchObject({
      details: { reason: "remote_rights_missing" },
    });
    const third = await openMachine({ clock: realClock });
    const refused = third.remotes.add({
      domain: DOMAIN,
      address: urlOf(machine.database, { user: stranger, password: "secret" }),
    });
    await expect(refused).rejects.toMatchObject({ code: "permission_denied" });
    const wrong = third.remotes.add({
      domain: DOMAIN,
      address: urlOf(machine.database, { password: "wrong password" }),
    });
    await expect(wrong).rejects.toMatchObject({ details: { reason: "space_database_login_refused" } });
    expect(await third.remotes.list()).toEqual([]);
  });
});
