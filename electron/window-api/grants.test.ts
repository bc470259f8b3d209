import { describe, expect, it } from "vitest";
import { connectV1, connectV2, openSession, openTestStack, until } from "../../tests/testing/clients.ts";
import { OWNER } from "../core/caller.ts";
import { createGrantHandlers } from "./grants.ts";

async function open() {
  const stack = await openTestStack();
  const { tokens, events } = stack;
  return {
    stack,
    grants: createGrantHandlers({
      tokens,
      events,
      clientIds: ["codex", "cursor"],
      checkServers: async () => undefined,
      domainOf: (given) => stack.service.domainOf(OWNER, given),
      now: Date.now,
    }),
  };
}

it("changes only the given fields of a grant, with effect on the client's next request", async () => {
  const { stack, grants } = await open();
  const token = await stack.issue({ namespaces: ["apis"] }, "codex");
  const client = await connectV1(stack, { token });
  expect(await grants["clients.updateGrant"]({ subject: "codex", access: "read" })).toMatchObject({
    subject: "codex",
    state: "active",
    access: "read",
    domains: null,
    namespaces: ["apis"],
    rotating: false,
  });
  const refused = await client.callTool({ name: "capture_memory", arguments: { content: "x", namespace: "apis" } });
  expect(refused).toMatchObject({ isError: true, structuredContent: { code: "permission_denied" } });
});

it("reports a pause, a rotation, a revocation and a renewal", async () => {
  const { stack, grants } = await open();
  await stack.issue({}, "codex");
  const changes: null[] = [];
  stack.events.on("clients.changed", (payload) => changes.push(payload));
  const state = async () => (await grants["clients.grants"]({})).find(({ subject }) => subject === "codex")?.state;
  await grants["clients.updateGrant"]({ subject: "codex", paused: true });
  expect(await state()).toBe("paused");
  await grants["clients.updateGrant"]({ subject: "codex", paused: false });
  const rotated = await grants["clients.rotate"]({ subject: "codex" });
  expect(rotated).toMatchObject({ grant: { state: "active", rotating: true } });
  expect(await stack.tokens.verify(rotated.token)).toMatchObject({ subject: "codex" });
  await grants["clients.rotate"]({ subject: "codex" });
  expect(await grants["clients.revoke"]({ subject: "codex" })).toMatchObject({ state: "revoked", rotating: false });
  await expect(grants["clients.updateGrant"]({ subject: "codex", paused: true })).rejects.toMatchObject({
    code: "conflict",
  });
  expect(await grants["clients.rotate"]({ subject: "codex" })).toMatchObject({ grant: { state: "active" } });
  expect(changes.length).toBe(6);
});

it("refuses invalid domains and namespaces, and clients without a token", async () => {
  const { stack, grants } = await open();
  await stack.issue({}, "codex");
  const update = grants["clients.updateGrant"];
  await expect(update({ subject: "codex", domains: ["org"] })).rejects.toMatchObject({ code: "invalid_argument" });
  await expect(update({ subject: "codex", namespaces: ["No Name"] })).rejects.toMatchObject({
    code: "invalid_argument",
  });
  for (const refused of [update({ subject: "x", paused: true }), grants["clients.revoke"]({ subject: "x" })]) {
    await expect(refused).rejects.toMatchObject({ code: "not_found" });
  }
});

it("limits a known client before its first connection", async () => {
  const { stack, grants } = await open();
  await stack.service.capture(OWNER, { content: "The lighthouse." });
  await grants["clients.updateGrant"]({ subject: "cursor", domains: ["acme/shop"] });
  const owner = await stack.tokens.issueOwner();
  const client = await connectV1(stack, { token: owner, headers: { "recollect-client": "cursor" } });
  const { content } = await client.callTool({ name: "list_memories", arguments: { domain: "_" } });
  expect(JSON.stringify(content)).not.toContain("lighthouse");
});

describe("a token that the owner named", () => {
  const script = { name: "nightly script", access: "read", domains: ["acme/shop"], namespaces: null } as const;
  const create = (
    grants: Awaited<ReturnType<typeof open>>["grants"],
    changes: { name?: string; expiresAt?: string } = {},
  ) => grants["clients.createToken"]({ ...script, domains: [...script.domains], expiresAt: null, ...changes });

  it("works over MCP and REST within its limits, and its text is not stored", async () => {
    const { stack, grants } = await open();
    await stack.service.capture(OWNER, { content: "The lighthouse." });
    await stack.service.capture(OWNER, { content: "The shop sells lamps.", domain: "acme/shop" });
    const { grant, token } = await create(grants);
    expect(grant).toMatchObject({ subject: "nightly script", access: "read", domains: ["acme/shop"], state: "active" });
    for (const client of [await connectV1(stack, { token }), await connectV2(stack, "auto", { token })]) {
      const { content } = await client.callTool({ name: "list_memories", arguments: { domain: "_" } });
      expect(JSON.stringify(content)).toContain("lamps");
      expect(JSON.stringify(content)).not.toContain("lighthouse");
    }
    const response = await fetch(`${stack.origin}/tools/capture_memory`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ content: "x", domain: "acme/shop" }),
    });
    expect(response.status).toBe(403);
    expect(JSON.stringify(await stack.tokens.list())).not.toContain(token.split(".")[2]);
  });

  it("refuses the name of another token or known client, and an expiry in the past", async () => {
    const { grants } = await open();
    await create(grants);
    for (const name of ["Nightly Script", "Codex", "owner"]) {
      await expect(create(grants, { name })).rejects.toMatchObject({
        code: expect.stringMatching(/^(conflict|invalid_argument)$/),
      });
    }
    const past = create(grants, { name: "late", expiresAt: "2020-01-01T00:00:00Z" });
    await expect(past).rejects.toMatchObject({ code: "invalid_argument", field: "expiresAt" });
    const subjects = (await grants["clients.grants"]({})).map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual(["nightly script", "test-client"]);
  });

  it("can be removed once it is revoked, while a known client's token stays revoked", async () => {
    const { stack, grants } = await open();
    await create(grants);
    await stack.issue({}, "codex");
    for (const subject of ["nightly script", "codex"]) await grants["clients.revoke"]({ subject });
    await grants["clients.forget"]({ subject: "nightly script" });
    await expect(grants["clients.forget"]({ subject: "codex" })).rejects.toMatchObject({ code: "conflict" });
    const states = (await grants["clients.grants"]({})).map(({ subject, state }) => [subject, state]);
    expect(Object.fromEntries(states)).toEqual({ codex: "revoked", "test-client": "active" });
    expect(await create(grants)).toMatchObject({ grant: { state: "active" } });
  });

  it("is refused after it expired, and works again with the same text after a renewal", async () => {
    const { stack, grants } = await open();
    const { token } = await create(grants, { expiresAt: new Date(Date.now() + 2_000).toISOString() });
    const ask = async () => {
      const response = await fetch(`${stack.origin}/tools/list`, { headers: { authorization: `Bearer ${token}` } });
      return { status: response.status, text: await response.text() };
    };
    const refused = await until(ask, ({ status }) => status === 401);
    expect(refused.text).toContain("The token has expired.");
    expect(await grants["clients.grants"]({})).toContainEqual(
      expect.objectContaining({ subject: "nightly script", state: "expired" }),
    );
    await grants["clients.updateGrant"]({ subject: "nightly script", expiresAt: null });
    expect((await ask()).status).toBe(200);
  });

  it("ends its open session and stream when it expires", async () => {
    const { stack, grants } = await open();
    const { token } = await create(grants);
    const headers = await openSession(stack, { headers: { authorization: `Bearer ${token}` } });
    const stream = await fetch(stack.url, {
      headers: { ...headers, authorization: `Bearer ${token}`, accept: "text/event-stream" },
    });
    const expiresAt = new Date(Date.now() + 1_000).toISOString();
    await grants["clients.updateGrant"]({ subject: "nightly script", expiresAt });
    await stream.text();
    expect(stack.mcp.sessions()).toEqual([]);
  });
});
