import { describe, expect, it } from "vitest";
import { connectV1, connectV2, until } from "../../tests/testing/clients.ts";
import { MEMORY_PROMPTS, MEMORY_TOOLS } from "../mcp/own-names.ts";
import { faulty, official } from "./testing/definitions.ts";
import { openGateway } from "./testing/open-gateway.ts";
import { openServers, textOf } from "./testing/open-servers.ts";

type AnyClient = Awaited<ReturnType<typeof connectV2>>;
const toolNames = async (client: Pick<AnyClient, "listTools">) =>
  (await client.listTools()).tools.map(({ name }) => name);

/** A client of each kind, with a token. */
async function clientsOf(stack: Parameters<typeof connectV1>[0], token: string): Promise<readonly AnyClient[]> {
  const v1 = (await connectV1(stack, { token })) as unknown as AnyClient;
  return [v1, await connectV2(stack, "legacy", { token }), await connectV2(stack, "auto", { token })];
}

describe("a client behind Recollect", () => {
  it("gets memory only until the owner grants a server", async () => {
    const { stack, token } = await openGateway([official("everything", "everything")]);
    for (const client of await clientsOf(stack, await token({}))) {
      expect(await toolNames(client)).toEqual([...MEMORY_TOOLS]);
      expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual([...MEMORY_PROMPTS]);
      expect(JSON.stringify(await client.listResourceTemplates())).not.toContain("demo://");
      await expect(client.callTool({ name: "echo", arguments: { message: "x" } })).rejects.toThrow("no tool echo");
    }
  });

  it("lists and uses tools, prompts, resources, templates and completions of a granted server", async () => {
    const { stack, token } = await openGateway([official("everything", "everything")]);
    for (const client of await clientsOf(stack, await token({ everything: "all" }))) {
      expect(await toolNames(client)).toEqual(expect.arrayContaining(["search_memories", "echo", "get-sum"]));
      expect(textOf(await client.callTool({ name: "get-sum", arguments: { a: 2, b: 3 } }))).toContain("5");
      const { prompts } = await client.listPrompts();
      expect(prompts.map(({ name }) => name)).toContain("args-prompt");
      const prompt = await client.getPrompt({ name: "args-prompt", arguments: { city: "Oslo" } });
      expect(JSON.stringify(prompt)).toContain("Oslo");
      const { completion } = await client.complete({
        ref: { type: "ref/prompt", name: "completable-prompt" },
        argument: { name: "department", value: "E" },
      });
      expect(completion.values).toContain("Engineering");
      const { resourceTemplates } = await client.listResourceTemplates();
      expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain(
        "demo://resource/dynamic/text/{resourceId}",
      );
      const read = await client.readResource({ uri: "demo://resource/dynamic/text/7" });
      expect(JSON.stringify(read)).toContain("demo://resource/dynamic/text/7");
    }
  });

  it("receives progress, and a cancelled call is cancelled at the server", async () => {
    const { stack, token, servers, idOf } = await openGateway([official("everything", "everything")], {
      callsAtOnce: 1,
    });
    for (const mode of ["legacy", "auto"] as const) {
      const client = await connectV2(stack, mode, { token: await token({ everything: "all" }) });
      const steps: number[] = [];
      const arguments_ = { duration: 0.3, steps: 3 };
      const call = { name: "trigger-long-running-operation", arguments: arguments_ };
      await client.callTool(call, { onprogress: ({ progress }) => void steps.push(progress) });
      expect(steps.slice(0, 2)).toEqual([1, 2]);
      const cancel = new AbortController();
      const long = { ...call, arguments: { duration: 600, steps: 600 } };
      const started = new Promise<void>((resolve) => {
        client.callTool(long, { signal: cancel.signal, onprogress: () => resolve() }).catch(() => undefined);
      });
      await started;
      cancel.abort();
      // The only place for a call is free again.
      expect(textOf((await servers.call(idOf("everything"), "echo", { message: "free" })).result)).toContain("free");
    }
  });

  it("gets its own results while many clients call many servers", async () => {
    const names = ["alpha", "beta", "gamma", "delta"];
    const { stack, token } = await openGateway(
      names.map((name) => faulty(name)),
      { maxWaitingCalls: 1000 },
    );
    const issued = await token(Object.fromEntries(names.map((name) => [name, "all"])));
    const clients = await Promise.all(
      Array.from({ length: 8 }, (_, index) => connectV2(stack, index % 2 === 0 ? "auto" : "legacy", { token: issued })),
    );
    const pids = await Promise.all(
      names.map(async (name) => textOf(await clients[0]?.callTool({ name: `${name}__pid`, arguments: {} }))),
    );
    expect(new Set(pids).size).toBe(names.length);
    const calls = clients.flatMap((client, number) =>
      names.flatMap((name, server) =>
        Array.from({ length: 5 }, async (_, count) => {
          const text = `${number} ${name} ${count}`;
          expect(textOf(await client.callTool({ name: `${name}__echo`, arguments: { text } }))).toBe(text);
          expect(textOf(await client.callTool({ name: `${name}__pid`, arguments: {} }))).toBe(pids[server]);
        }),
      ),
    );
    await Promise.all(calls);
  }, 300_000);

  it("is refused where the requests that wait for a server are too large together, and can use other servers", async () => {
    const limits = { maxRequestBytes: 2 ** 20 };
    const { stack, token, servers, idOf } = await openGateway([faulty("slow"), faulty("other")], limits);
    const issued = await token({ slow: "all", other: "all" });
    const clients = await clientsOf(stack, issued);
    const text = "x".repeat(400_000);
    const calls = clients.map((client) => client.callTool({ name: "slow__silent", arguments: { text } }));
    const ended = Promise.allSettled(calls);
    // The other two wait.
    const refused = textOf(await Promise.race(calls));
    expect(refused).toContain("The requests that wait for slow take 1 MiB together, which is the maximum.");
    const rest = await fetch(`${stack.origin}/tools/slow__echo`, {
      method: "POST",
      headers: { authorization: `Bearer ${issued}`, "content-type": "application/json" },
      body: JSON.stringify({ text }),
    });
    expect(rest.status).toBe(429);
    const echo = (name: string) => clients[0]?.callTool({ name, arguments: { text } });
    expect(textOf(await echo("other__echo"))).toBe(text);
    await servers.stop(idOf("slow"));
    await ended;
    expect(textOf(await echo("slow__echo"))).toBe(text);
  });

  it("gets only the tools that it is granted, and read-only ones as a group", async () => {
    const { stack, token, grant } = await openGateway([official("files", "filesystem", [process.cwd()])]);
    const client = await connectV2(stack, "auto", { token: await token({ files: ["read_file"] }) });
    expect(await toolNames(client)).toEqual([...MEMORY_TOOLS, "read_file"]);
    expect((await client.listPrompts()).prompts).toHaveLength(MEMORY_PROMPTS.length);
    await grant("test-client", { files: "read-only" });
    const names = await toolNames(
      await connectV2(stack, "auto", { token: await token({ files: "read-only" }, "other") }),
    );
    expect(names).toEqual(expect.arrayContaining(["read_text_file", "list_directory"]));
    expect(names).not.toContain("write_file");
    await expect(client.callTool({ name: "write_file", arguments: {} })).rejects.toThrow("no tool write_file");
  });

  it("gets over REST the words of a tool that failed", async () => {
    const { stack, token } = await openGateway([official("files", "filesystem", [process.cwd()])]);
    const response = await fetch(`${stack.origin}/tools/read_text_file`, {
      method: "POST",
      headers: { authorization: `Bearer ${await token({ files: "all" })}`, "content-type": "application/json" },
      body: JSON.stringify({ path: "/no/such/file" }),
    });
    expect(response.status).toBe(503);
    const { error } = (await response.json()) as { error: { message: string } };
    expect(error.message).toMatch(/^read_text_file failed: .*(?:denied|ENOENT)/i);
  });

  it("is notified when its grant changes, and no other client", async () => {
    const { stack, token, grant } = await openGateway([faulty("one")]);
    const changes: string[] = [];
    for (const subject of ["granted", "other"]) {
      for (const mode of ["legacy", "auto"] as const) {
        const client = await connectV2(stack, mode, { token: await token({}, subject) });
        client.setNotificationHandler(
          "notifications/tools/list_changed",
          () => void changes.push(`${subject} ${mode}`),
        );
        if (mode === "auto") await client.listen({ toolsListChanged: true });
      }
    }
    await until(
      () => stack.mcp.sessions(),
      (sessions) => sessions.every(({ listening }) => listening),
    );
    await grant("granted", { one: "all" });
    await expect.poll(() => [...changes].sort()).toEqual(["granted auto", "granted legacy"]);
  });
});

describe("names", () => {
  it("prefixes the tools that several servers have, whatever their order, and keeps the others", async () => {
    const { stack, token } = await openGateway([faulty("zeta"), faulty("alpha"), official("files", "everything")]);
    const client = await connectV2(stack, "auto", { token: await token({ alpha: "all", zeta: "all" }) });
    const names = await toolNames(client);
    expect(names).toEqual(expect.arrayContaining(["alpha__echo", "zeta__echo", "alpha__pid", "zeta__pid"]));
    expect(names).not.toContain("echo");
    const pids = await Promise.all(
      ["alpha__pid", "zeta__pid"].map(async (name) => textOf(await client.callTool({ name, arguments: {} }))),
    );
    expect(new Set(pids).size).toBe(2);
  });

  it("have the reserved names of memory's tools and prompts", async () => {
    const { stack } = await openGateway([]);
    const { tools, prompts } = stack.mcp.catalog.entries();
    expect([...tools.keys()]).toEqual([...MEMORY_TOOLS]);
    expect([...prompts.keys()]).toEqual([...MEMORY_PROMPTS]);
  });

  it("refuses Recollect behind Recollect", async () => {
    const { stack } = await openGateway([]);
    const { servers } = openServers();
    const transport = { kind: "http", url: stack.url, headers: {} } as const;
    const secrets = { Authorization: `Bearer ${stack.token}` };
    await expect(servers.add({ name: "again", transport, secrets })).rejects.toMatchObject({
      code: "conflict",
      message: "again is Recollect, or a proxy in front of it. A server that leads back to Recollect would be a loop.",
    });
  });
});
