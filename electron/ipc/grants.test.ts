import { expect, it } from "vitest";
import { connectV1, openTestStack } from "../../tests/support/clients.ts";
import { createGrantHandlers } from "./grants.ts";

async function open() {
  const stack = await openTestStack();
  const { tokens, events } = stack;
  return { stack, grants: createGrantHandlers({ tokens, events, now: Date.now }) };
}

it("changes what was asked for alone, and holds on the client's next request", async () => {
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

it("tells of pause, rotation, revocation and the way back", async () => {
  const { stack, grants } = await open();
  await stack.issue({}, "codex");
  const told: null[] = [];
  stack.events.on("clients.changed", (payload) => told.push(payload));
  const state = async () => (await grants["clients.grants"]({})).find(({ subject }) => subject === "codex")?.state;
  await grants["clients.updateGrant"]({ subject: "codex", paused: true });
  expect(await state()).toBe("paused");
  await grants["clients.updateGrant"]({ subject: "codex", paused: false });
  expect(await grants["clients.rotate"]({ subject: "codex" })).toMatchObject({ state: "active", rotating: true });
  expect(await grants["clients.revoke"]({ subject: "codex" })).toMatchObject({ state: "revoked", rotating: false });
  await expect(grants["clients.updateGrant"]({ subject: "codex", paused: true })).rejects.toMatchObject({
    code: "conflict",
  });
  expect(await grants["clients.rotate"]({ subject: "codex" })).toMatchObject({ state: "active" });
  expect(told.length).toBe(5);
});

it("refuses what no domain or namespace can be called, and clients without a token", async () => {
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
