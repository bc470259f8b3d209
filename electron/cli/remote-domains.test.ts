import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { answer } from "../../tests/testing/calls.ts";
import { connectV1 } from "../../tests/testing/clients.ts";
import type { Stack } from "../../tests/testing/stack.ts";
import { DOMAIN, newDatabase, urlOf } from "../app/testing/remote-places.ts";
import { type Endpoint, readEndpoint } from "../platform/endpoint-file.ts";
import { dataFiles } from "../platform/paths.ts";
import { PostgresServer } from "../postgres/testing/postgres-server.ts";
import { createDatabase, hasPostgres } from "../spaces/testing/postgres-spaces.ts";
import { openServedCommandLine } from "./testing/command-line.ts";

it.skipIf(!hasPostgres)(
  "adds a remote domain, captures and finds memories in it, and removes it",
  async () => {
    const { run, json, folder } = await openServedCommandLine();
    const database = await newDatabase();
    expect((await run(["remote-projects", "list"])).errors).toContain("There are no remote projects.");
    const address = urlOf(database).replace(/:[^:@]*@/, "@");
    const add = ["remote-projects", "add", "acme/archive", "--address", address];
    const refused = await run([...add, "--encrypted"], { env: { PGPASSWORD: database.ownerPassword } });
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.errors).toContain("cannot be encrypted end to end");
    expect((await run(["remote-projects", "add", "user", "--address", address])).errors).toContain("cannot be remote");
    const added = await run(add, { env: { PGPASSWORD: database.ownerPassword } });
    expect(added).toMatchObject({ code: 0, errors: "" });
    // A read that takes longer than a moment fails, and the domain is not used for some seconds then.
    const status = async () => (await run(["remote-projects", "status", "acme/archive"])).out;
    await expect.poll(status).toContain("acme/archive (reachable): 0 memories, read and write");
    expect(added.out).not.toContain(database.ownerPassword);
    const file = path.join(folder, "data", "remote-domains.json");
    expect(readFileSync(file, "utf8")).not.toContain(database.ownerPassword);
    expect(statSync(file).mode & 0o077).toBe(0);

    const capture = await run(["capture", "--domain", "acme/archive", "The vault is opened on Tuesdays."]);
    expect(capture).toMatchObject({ code: 0 });
    const search = async () => (await run(["search", "--domain", "acme/archive", "vault"])).out;
    await expect.poll(search).toContain("Tuesdays");
    await expect
      .poll(() => json(["remote-projects", "status", "acme/archive"]))
      .toMatchObject({ domain: { memories: 1, state: "reachable", localMemories: 0, vectors: "none" } });
    expect((await run(["remote-projects", "access", "acme/archive", "read"])).out).toContain("read only");
    const readOnly = await run(["capture", "--domain", "acme/archive", "Not stored."]);
    expect(readOnly.errors).toContain("only reads");
    expect((await run(["remote-projects", "remove", "acme/archive"])).out).toContain("still in the database");
    expect(await search()).not.toContain("Tuesdays");
    expect(await json(["domain", "remote"])).toEqual({ domains: [] });
  },
  300_000,
);

it.skipIf(!hasPostgres)(
  "shows over MCP, in the window and in the terminal whose memories are missing while a database is stopped",
  async () => {
    const server = await PostgresServer.start();
    onTestFinished(() => server.close());
    const { run, json, folder, inWindow } = await openServedCommandLine();
    const database = await createDatabase(server);
    await inWindow("remoteDomains.add", { domain: DOMAIN, address: urlOf(database) });
    // On a loaded machine the database can count as unreachable for a moment.
    const capture = () => inWindow("memories.capture", { content: "The archive is in the basement.", domain: DOMAIN });
    await expect.poll(() => capture().then(Boolean, () => false)).toBe(true);
    await inWindow("memories.capture", { content: "The archive key hangs in the office.", domain: "user" });
    const endpoint = readEndpoint(dataFiles(path.join(folder, "data")).endpoint);
    if (endpoint === null) throw new Error("There is no endpoint.");
    const client = await connectV1(endpoint as Endpoint & Stack);
    const searched = () => answer(client, "search_memories", { query: "archive", domain: "_" });
    const listed = () => answer(client, "list_memories", { domain: "_" });
    for (const read of [searched, listed]) {
      await expect.poll(async () => (await read()).structured.notices).toBeUndefined();
    }
    await expect.poll(async () => (await listed()).text).toContain("basement");

    const reachable = [{ domain: DOMAIN, isReachable: true }];
    const states = async () => (await answer(client, "memory_status")).structured.remoteDomains;
    await expect.poll(states).toEqual(reachable);
    await server.stop("SIGQUIT");
    const missing = `The database of project ${DOMAIN} cannot be reached; its memories are missing here.`;
    for (const { text, structured } of [await searched(), await listed(), await listed()]) {
      expect(text).toContain("office");
      expect(text).toContain(missing);
      expect(structured.notices).toEqual([missing]);
    }
    const notices = [{ reason: "remote_unreachable", params: { domain: DOMAIN } }];
    expect(await inWindow("memories.list", { domain: "_" })).toMatchObject({ notices });
    for (const command of [
      ["list", "--all"],
      ["search", "--all", "archive"],
      ["export", "--output", path.join(folder, "memories.jsonl")],
    ]) {
      expect(await run(command), command[0]).toMatchObject({ code: 0, errors: expect.stringContaining(missing) });
    }
    expect((await run(["list", "--all"])).out).toContain("office");
    expect(await json(["list", "--all"])).toMatchObject({ memories: [{ domain: "user" }], notices: [missing] });
    const status = await answer(client, "memory_status");
    expect(status.structured.remoteDomains).toEqual([{ domain: DOMAIN, isReachable: false }]);
    expect(status.text).toContain(`Remote domain ${DOMAIN}: unreachable, so its memories are missing.`);
    // A list of other domains lacks nothing.
    expect((await run(["list", "--domain", "user"])).errors).toBe("");
  },
  300_000,
);
