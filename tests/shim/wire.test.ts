import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { OWNER } from "../../electron/core/caller.ts";
import { MAX_MESSAGE_BYTES } from "../../electron/shim/stdio.ts";
import { createFixtureTools } from "./fixture-tools.ts";
import {
  attachedEnv,
  callTool,
  createResources,
  INITIALIZED,
  initialize,
  modern,
  type RawShim,
  serveStack,
  spawnShim,
} from "./shim-process.ts";

let resources: ReturnType<typeof createResources>;
let fixtures: ReturnType<typeof createFixtureTools>;
let served: Awaited<ReturnType<typeof serveStack>>;

beforeEach(async () => {
  resources = createResources();
  fixtures = createFixtureTools();
  served = await serveStack(resources, { sources: [fixtures.source] });
});
afterEach(() => resources.release());

function openShim(): RawShim {
  return spawnShim(resources, attachedEnv(served.folder));
}

async function openSession(): Promise<RawShim> {
  const shim = openShim();
  shim.send(initialize(), INITIALIZED);
  await shim.answer("init");
  return shim;
}

function textOf(answer: Record<string, unknown>): string {
  return (answer.result as { content: { text: string }[] }).content[0]?.text ?? "";
}

function contentOf<Content>(answer: Record<string, unknown>): Content {
  return (answer.result as { structuredContent: Content }).structuredContent;
}

describe("the stdio shim", () => {
  it("writes only messages to stdout, one a line, and nothing to stderr without a problem", async () => {
    const shim = await openSession();
    shim.send(callTool(1, "echo", { text: "two\nlines\r\n\u2028 é 😀" }));
    expect(textOf(await shim.answer(1))).toBe("two\nlines\r\n\u2028 é 😀");
    for (const line of shim.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
    expect(shim.stderr()).toBe("");
  });

  it("forwards requests that are sent before the response to the handshake", async () => {
    const shim = openShim();
    shim.send(initialize(), INITIALIZED, callTool(1, "echo", { text: "early" }), {
      jsonrpc: "2.0",
      id: 2,
      method: "ping",
    });
    expect(textOf(await shim.answer(1))).toBe("early");
    expect((await shim.answer(2)).result).toEqual({});
  });

  it.each([0, -7, 9007199254740991, 'a "quoted" id', ""])("returns the id %j unchanged", async (id) => {
    const shim = await openSession();
    const params = '{"id":7,"name":"echo","arguments":{"text":"x"}}';
    shim.send(`{"method":"tools/call","params":${params},"jsonrpc":"2.0" , "id" : ${JSON.stringify(id)} }`);
    expect(textOf(await shim.answer(id))).toBe("x");
  });

  it("returns the JSON-RPC error for an invalid line, and continues", async () => {
    const shim = await openSession();
    shim.send(
      "{broken",
      "[]",
      "5",
      '{"jsonrpc":"2.0","id":8}',
      '{"jsonrpc":"2.0","id":null,"method":"ping"}',
      "",
      "\r",
    );
    shim.send(callTool(9, "echo", { text: "still here" }));
    expect(textOf(await shim.answer(9))).toBe("still here");
    const errors = shim.lines.map((line) => JSON.parse(line)).filter((message) => message.error !== undefined);
    expect(errors.map(({ id, error }) => [id, error.code])).toEqual([
      [null, -32700],
      [null, -32600],
      [null, -32600],
      [8, -32600],
      [null, -32600],
    ]);
  });

  it("returns the server's error for a request before the handshake", async () => {
    const shim = openShim();
    shim.send(callTool(1, "echo", { text: "x" }));
    expect((await shim.answer(1)).error).toMatchObject({ code: -32002 });
  });

  it("forwards messages of 4 MiB, and returns an error for larger ones", async () => {
    const shim = await openSession();
    const frame = Buffer.byteLength(JSON.stringify(callTool("fits", "measure", { text: "" })));
    const text = "m".repeat(MAX_MESSAGE_BYTES - frame);
    shim.send(callTool("fits", "measure", { text }));
    expect(textOf(await shim.answer("fits"))).toBe(String(text.length));
    shim.send(callTool("over", "measure", { text: `${text}m` }));
    shim.send(
      `{"params":{"id":1,"deep":["${"x".repeat(MAX_MESSAGE_BYTES)}"]},"method":"ping","jsonrpc":"2.0","id":42}`,
    );
    for (const id of ["over", 42]) {
      const { error } = await shim.answer(id);
      expect(error).toMatchObject({ code: -32600, message: expect.stringContaining("4 MiB") });
    }
    shim.send(callTool("big answer", "repeat", { bytes: 4 * 1024 * 1024 }));
    expect(textOf(await shim.answer("big answer"))).toHaveLength(4 * 1024 * 1024);
  });

  it("returns an error for a message of too many values or levels, and continues", async () => {
    const shim = await openSession();
    const many = Object.fromEntries(Array.from({ length: 300_000 }, (_, number) => [`a${number}`, 0]));
    shim.send(callTool("many", "echo", many));
    shim.send(`{"params":${'{"a":'.repeat(65)}1${"}".repeat(65)},"method":"ping","jsonrpc":"2.0","id":"deep"}`);
    shim.send(callTool(3, "echo", { text: "still here" }));
    expect((await shim.answer("many")).error).toMatchObject({
      code: -32600,
      message: expect.stringMatching(/256 mem/),
    });
    expect((await shim.answer("deep")).error).toMatchObject({ code: -32600, message: expect.stringMatching(/64 lev/) });
    expect(textOf(await shim.answer(3))).toBe("still here");
  });

  it("forwards progress before the response", async () => {
    const shim = await openSession();
    shim.send(callTool(1, "steps", {}, { progressToken: "p" }));
    expect(textOf(await shim.answer(1))).toBe("done");
    const messages = shim.lines.slice(1).map((line) => JSON.parse(line));
    expect(messages.map((message) => message.params?.progress ?? "answer")).toEqual([1, 2, 3, "answer"]);
  });

  it("forwards requests of the server to the client, and the responses back", async () => {
    const shim = await openSession();
    shim.send(callTool(1, "ask_roots"));
    const question = JSON.parse(await shim.line((line) => line.includes('"roots/list"')));
    shim.send({ jsonrpc: "2.0", id: question.id, result: { roots: [{ uri: "file:///project" }] } });
    expect(textOf(await shim.answer(1))).toBe("file:///project");
  });

  it("forwards a cancellation before 2026-07-28, and returns no response to the cancelled request", async () => {
    const shim = await openSession();
    shim.send(callTool("1", "wait", { label: "a" }), callTool("2e3", "wait", { label: "b" }));
    await expect.poll(() => fixtures.running.size).toBe(2);
    shim.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "1" } });
    await expect.poll(() => [...fixtures.cancelled]).toEqual(["a"]);
    fixtures.finish("b");
    expect(textOf(await shim.answer("2e3"))).toBe("finished");
    expect(shim.lines.some((line) => JSON.parse(line).id === "1")).toBe(false);
  });

  it("cancels a request of 2026-07-28 by closing it", async () => {
    const shim = openShim();
    shim.send(modern(1, "tools/call", { name: "wait", arguments: { label: "a" } }));
    await expect.poll(() => fixtures.running.size).toBe(1);
    shim.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
    await expect.poll(() => [...fixtures.cancelled]).toEqual(["a"]);
    shim.send(modern(2, "tools/call", { name: "echo", arguments: { text: "after" } }));
    expect(textOf(await shim.answer(2))).toBe("after");
    expect(shim.lines).toHaveLength(1);
  });

  it("serves both protocol revisions to one client at the same time", async () => {
    const shim = await openSession();
    shim.send(modern("m", "server/discover"), callTool("l", "echo", { text: "legacy" }));
    expect((await shim.answer("m")).result).toMatchObject({
      supportedVersions: expect.arrayContaining(["2026-07-28"]),
    });
    expect(textOf(await shim.answer("l"))).toBe("legacy");
  });

  it("encodes names with any characters in the headers of 2026-07-28", async () => {
    const shim = openShim();
    const uri = "recollect://user/decisions/ü %20 日本";
    shim.send(modern(1, "resources/read", { uri }), modern(2, "tools/call", { name: " spaced " }));
    expect(JSON.stringify(await shim.answer(1))).not.toContain("-32020");
    expect(JSON.stringify(await shim.answer(2))).not.toContain("-32020");
    shim.send(modern(3, "no/such/method"));
    expect((await shim.answer(3)).error).toMatchObject({ code: -32601 });
  });

  it("forwards a batch and all its responses", async () => {
    const shim = openShim();
    shim.send(initialize("init", "2025-03-26"), INITIALIZED);
    await shim.answer("init");
    shim.send(
      `[${JSON.stringify(callTool(1, "echo", { text: "a" }))},${JSON.stringify(callTool(2, "echo", { text: "b" }))}]`,
    );
    const line = await shim.line((each) => each.startsWith("["));
    expect(JSON.parse(line).map(textOf).sort()).toEqual(["a", "b"]);
  });

  it("notifies a subscriber before 2026-07-28 of changes by others", async () => {
    const shim = await openSession();
    const uri = "recollect://user/_";
    shim.send({ jsonrpc: "2.0", id: 1, method: "resources/subscribe", params: { uri } });
    await shim.answer(1);
    await served.stack.service.capture(OWNER, { content: "from the window", domain: "user" });
    await shim.line((line) => line.includes("notifications/resources/updated") && line.includes(uri));
  });

  it("notifies a subscriber of 2026-07-28 of changes by others until it cancels", async () => {
    const shim = openShim();
    const uri = "recollect://user/_";
    shim.send(modern("ears", "subscriptions/listen", { notifications: { resourceSubscriptions: [uri] } }));
    await shim.line((line) => line.includes("notifications/subscriptions/acknowledged"));
    await served.stack.service.capture(OWNER, { content: "from the window", domain: "user" });
    await shim.line((line) => line.includes("notifications/resources/updated") && line.includes('"ears"'));
    shim.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "ears" } });
    shim.send(modern(1, "tools/list"));
    await shim.answer(1);
    const before = shim.lines.length;
    await served.stack.service.capture(OWNER, { content: "after the cancellation", domain: "user" });
    shim.send(modern(2, "tools/list"));
    await shim.answer(2);
    expect(shim.lines).toHaveLength(before + 1);
  });

  it("resumes the subscriptions of both revisions after a pause, and announces possible changes", async () => {
    const shim = await openSession();
    const uri = "recollect://user/_";
    shim.send({ jsonrpc: "2.0", id: 1, method: "resources/subscribe", params: { uri } });
    shim.send(modern("ears", "subscriptions/listen", { notifications: { resourceSubscriptions: [uri] } }));
    await shim.answer(1);
    await shim.line((line) => line.includes("notifications/subscriptions/acknowledged"));
    const { stack } = served;
    await expect.poll(() => stack.mcp.sessions().length).toBe(1);
    const [token] = await stack.tokens.list();
    stack.http.setServing(false);
    await stack.mcp.disconnect(token?.id ?? "");
    shim.send(callTool("paused", "echo", { text: "x" }));
    expect((await shim.answer("paused")).error).toMatchObject({ message: expect.stringContaining("paused") });
    const before = shim.lines.length;
    stack.http.setServing(true);
    const updates = () => shim.lines.slice(before).filter((line) => line.includes("resources/updated"));
    await expect.poll(() => updates().length).toBe(2);
    expect(updates().filter((line) => line.includes('"ears"'))).toHaveLength(1);
    await stack.service.capture(OWNER, { content: "heard by both", domain: "user" });
    await expect.poll(() => updates().length).toBe(4);
  }, 300_000);

  it("sends the project of its folder, in lower case as in an address", async () => {
    const shim = spawnShim(resources, attachedEnv(served.folder, { RECOLLECT_PROJECT: "Über/größe" }));
    shim.send(initialize(), INITIALIZED, callTool(1, "capture_memory", { content: "here" }));
    expect(contentOf(await shim.answer(1))).toMatchObject({ memory: { domain: "über/größe" } });
    await expect
      .poll(async () => (await served.stack.log.list({ method: "tools/call" }, 1, null)).items[0])
      .toMatchObject({ transport: "stdio", client: { name: "raw-client", version: "1.0" } });
  });

  it("sends the host of its repository, so that the same path on another host is another project", async () => {
    const domains = [];
    for (const host of ["github.com", "evil.example", "github.com"]) {
      const folder = path.join(served.folder, host);
      await mkdir(path.join(folder, ".git"), { recursive: true });
      await writeFile(path.join(folder, ".git", "HEAD"), "ref: refs/heads/main\n");
      await writeFile(path.join(folder, ".git", "config"), `[remote "origin"]\n\turl = https://${host}/acme/app\n`);
      const { RECOLLECT_PROJECT: _none, ...env } = attachedEnv(served.folder, { RECOLLECT_FOLDER: folder });
      const shim = spawnShim(resources, env);
      shim.send(initialize(), INITIALIZED, callTool(1, "memory_status"));
      domains.push(contentOf<{ project: string }>(await shim.answer(1)).project);
      shim.send(modern(2, "tools/call", { name: "memory_status", arguments: {} }));
      domains.push(contentOf<{ project: string }>(await shim.answer(2)).project);
    }
    expect(domains).toEqual([
      ...["acme/app", "acme/app", "evil.example/acme/app", "evil.example/acme/app", "acme/app", "acme/app"],
    ]);
  });

  it("stops reading from a client that sends faster than the server responds", async () => {
    const shim = await openSession();
    const input = shim.child.stdin;
    const text = "b".repeat(2 * 1024 * 1024);
    for (let index = 0; index < 40; index += 1) shim.send(callTool(`w${index}`, "wait", { label: index, text }));
    await expect.poll(() => fixtures.running.size).toBeGreaterThan(6);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(fixtures.running.size).toBeLessThan(15);
    expect(input?.writableLength).toBeGreaterThan(20 * 1024 * 1024);
    const finishing = setInterval(() => {
      for (const label of fixtures.running) fixtures.finish(label);
    }, 20);
    await Promise.all(Array.from({ length: 40 }, (_, index) => shim.answer(`w${index}`)));
    clearInterval(finishing);
  }, 300_000);

  it("loses no response for a client that does not read for a while", async () => {
    const shim = spawnShim(resources, attachedEnv(served.folder), { readsOutput: false });
    shim.send(initialize(), INITIALIZED);
    for (let index = 0; index < 40; index += 1) shim.send(callTool(index, "repeat", { bytes: 1024 * 1024 }));
    shim.child.stdout?.pause();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    let text = "";
    shim.child.stdout?.on("data", (chunk: string) => {
      text += chunk;
    });
    shim.child.stdout?.resume();
    await expect.poll(() => text.split("\n").length - 1).toBe(41);
    const ids = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).id);
    expect(new Set(ids)).toEqual(new Set(["init", ...Array.from({ length: 40 }, (_, index) => index)]));
  }, 300_000);
});
