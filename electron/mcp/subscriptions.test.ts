import {
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, it } from "vitest";
import { type ConnectOptions, connectV1, connectV2, openTestStack, until } from "../../tests/support/clients.ts";
import type { Stack } from "../../tests/support/stack.ts";
import { OWNER } from "../core/caller.ts";

const LIST_CHANGED = "list changed";

/** A listener of the 2025 era; what it heard grows in `heard`. */
async function listenV1(stack: Stack, uris: readonly string[], options: ConnectOptions = {}) {
  const heard: string[] = [];
  const client = await connectV1(stack, options);
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void heard.push(params.uri));
  client.setNotificationHandler(ResourceListChangedNotificationSchema, () => void heard.push(LIST_CHANGED));
  for (const uri of uris) await client.subscribeResource({ uri });
  // The client opens its stream after the handshake, in its own time; what is sent before is lost in this era.
  await until(
    () => stack.mcp.sessions(),
    (sessions) => sessions.every(({ listening }) => listening),
  );
  return { heard, client };
}

/** A listener of the 2026 era. */
async function listenV2(stack: Stack, uris: readonly string[], options: ConnectOptions = {}) {
  const heard: string[] = [];
  const client = await connectV2(stack, "auto", options);
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => void heard.push(params.uri));
  client.setNotificationHandler("notifications/resources/list_changed", () => void heard.push(LIST_CHANGED));
  await client.listen({ resourceSubscriptions: [...uris], resourcesListChanged: true });
  return { heard, client };
}

const listeners = [
  ["2025", listenV1],
  ["2026", listenV2],
] as const;

describe.each(listeners)("a subscriber of the %s era", (_era, listen) => {
  it("hears of a change at every address the memory answers to", async () => {
    const stack = await openTestStack();
    const { memory } = await stack.service.capture(OWNER, {
      content: "Watched.",
      namespace: "decisions",
      tags: ["watch"],
    });
    const uris = [
      `recollect://memory/${memory.id}`,
      memory.urn,
      "recollect://user/decisions",
      "recollect://user/_",
      "recollect://_/decisions",
      "recollect://topics",
      "recollect://topics/watch",
    ];
    const { heard } = await listen(stack, [...uris, "recollect://user/learnings", "recollect://topics/other"]);
    await stack.service.update(OWNER, memory.id, { content: "Watched and changed." });
    await until(
      () => heard,
      (told) => told.length >= uris.length,
    );
    expect(heard.toSorted()).toEqual(uris.toSorted());
  });

  it("hears of a move at the old place and the new, and that the list changed", async () => {
    const stack = await openTestStack();
    const { memory } = await stack.service.capture(OWNER, { content: "Moving.", namespace: "context" });
    const uris = [
      memory.urn,
      "recollect://user/context",
      "recollect://owner%2Frepo/decisions",
      "recollect://owner%2frepo/_",
    ];
    const { heard } = await listen(stack, uris);
    await stack.service.update(OWNER, memory.id, { namespace: "decisions", domain: "owner/repo" });
    await until(
      () => heard,
      (told) => told.includes(LIST_CHANGED) && told.length >= 4,
    );
    expect(heard).toEqual(
      expect.arrayContaining([memory.urn, "recollect://user/context", "recollect://owner%2Frepo/decisions"]),
    );
  });

  it("hears of a burst once", async () => {
    const stack = await openTestStack();
    const { heard } = await listen(stack, ["recollect://user/_"]);
    const changes = Array.from({ length: 200 }, (_, number) => ({
      kind: "captured" as const,
      id: "01J9ZQ4K7M3N5P6R8S0T2V4W6X",
      urn: "recollect://user/context/01J9ZQ4K7M3N5P6R8S0T2V4W6X",
      previousUrn: "recollect://user/context/01J9ZQ4K7M3N5P6R8S0T2V4W6X",
      domain: "user",
      namespace: "context",
      tags: [],
      previousTags: [],
      revision: number,
      client: null,
    }));
    for (const change of changes) stack.events.emit("memories.changed", [change]);
    await until(
      () => heard.length,
      (count) => count >= 2,
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(heard.toSorted()).toEqual([LIST_CHANGED, "recollect://user/_"]);
  });

  it("hears nothing of what its grant does not reach", async () => {
    const stack = await openTestStack();
    const token = await stack.issue({ domains: ["owner/repo"] });
    const uris = ["recollect://user/_", "recollect://_/_", "recollect://topics", "recollect://owner%2Frepo/_"];
    const { heard } = await listen(stack, uris, { token });
    await stack.service.capture(OWNER, { content: "Private.", domain: "user" });
    // Longer than changes are gathered, so that the two are told apart.
    await new Promise((resolve) => setTimeout(resolve, 60));
    await stack.service.capture(OWNER, { content: "Open to this client.", domain: "owner/repo" });
    await until(
      () => heard,
      (told) => told.length >= 4,
    );
    expect(new Set(heard)).toEqual(
      new Set([LIST_CHANGED, "recollect://_/_", "recollect://topics", "recollect://owner%2Frepo/_"]),
    );
  });
});

describe("one write", () => {
  it("by a client of either era reaches subscribers of both", async () => {
    const stack = await openTestStack();
    const uri = "recollect://user/_";
    const old = await listenV1(stack, [uri]);
    const modern = await listenV2(stack, [uri]);
    const writers = [await connectV1(stack, { name: "writer" }), await connectV2(stack, "auto", { name: "writer" })];
    for (const writer of writers) {
      old.heard.length = 0;
      modern.heard.length = 0;
      await writer.callTool({ name: "capture_memory", arguments: { content: `By ${writers.indexOf(writer)}.` } });
      await until(
        () => [old.heard, modern.heard],
        (both) => both.every((heard) => heard.includes(uri) && heard.includes(LIST_CHANGED)),
      );
    }
  });

  it("stops being told after unsubscribing, and ends with a revoked token", async () => {
    const stack = await openTestStack();
    const token = await stack.issue({}, "listener");
    const uri = "recollect://user/_";
    const { heard, client } = await listenV1(stack, [uri]);
    const modern = await listenV2(stack, [uri], { token });
    await client.unsubscribeResource({ uri });
    const row = (await stack.tokens.list()).find(({ subject }) => subject === "listener");
    await stack.tokens.revoke(row?.id ?? "");
    await stack.service.capture(OWNER, { content: "After the end." });
    await until(
      () => heard,
      (told) => told.includes(LIST_CHANGED),
    );
    expect(heard).not.toContain(uri);
    expect(modern.heard).toEqual([]);
  });
});
