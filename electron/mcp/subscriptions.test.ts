import {
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, it } from "vitest";
import { type ConnectOptions, connectV1, connectV2, openTestStack, until } from "../../tests/testing/clients.ts";
import type { Stack } from "../../tests/testing/stack.ts";
import { OWNER } from "../core/caller.ts";

const LIST_CHANGED = "list changed";

/** Waits until the notifications about earlier changes are sent: a timer that was started later fires later. */
const pendingNotifications = () => new Promise((resolve) => setTimeout(resolve, 60));

/** A client of revision 2025 that subscribes; `notified` collects the notifications. */
async function listenV1(stack: Stack, uris: readonly string[], options: ConnectOptions = {}) {
  const notified: string[] = [];
  await pendingNotifications();
  const client = await connectV1(stack, options);
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void notified.push(params.uri));
  client.setNotificationHandler(ResourceListChangedNotificationSchema, () => void notified.push(LIST_CHANGED));
  for (const uri of uris) await client.subscribeResource({ uri });
  // The client opens its stream some time after the handshake; in this revision, notifications before that are lost.
  await until(
    () => stack.mcp.sessions(),
    (sessions) => sessions.every(({ listening }) => listening),
  );
  return { notified, client };
}

/** As {@link listenV1}, for revision 2026. */
async function listenV2(stack: Stack, uris: readonly string[], options: ConnectOptions = {}) {
  const notified: string[] = [];
  await pendingNotifications();
  const client = await connectV2(stack, "auto", options);
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => void notified.push(params.uri));
  client.setNotificationHandler("notifications/resources/list_changed", () => void notified.push(LIST_CHANGED));
  await client.listen({ resourceSubscriptions: [...uris], resourcesListChanged: true });
  return { notified, client };
}

const listeners = [
  ["2025", listenV1],
  ["2026", listenV2],
] as const;

describe.each(listeners)("a subscriber of revision %s", (_revision, listen) => {
  it("is notified of a change at every address of the memory", async () => {
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
    const { notified } = await listen(stack, [...uris, "recollect://user/learnings", "recollect://topics/other"]);
    await stack.service.update(OWNER, memory.id, { content: "Watched and changed." });
    await until(
      () => notified,
      (received) => received.length >= uris.length,
    );
    expect(notified.toSorted()).toEqual(uris.toSorted());
  });

  it("is notified of a move at the old and the new place, and that the list changed", async () => {
    const stack = await openTestStack();
    const { memory } = await stack.service.capture(OWNER, { content: "Moving.", namespace: "context" });
    const uris = [
      memory.urn,
      "recollect://user/context",
      "recollect://owner%2Frepo/decisions",
      "recollect://owner%2frepo/_",
    ];
    const { notified } = await listen(stack, uris);
    await stack.service.update(OWNER, memory.id, { namespace: "decisions", domain: "owner/repo" });
    await until(
      () => notified,
      (received) => received.includes(LIST_CHANGED) && received.length >= 4,
    );
    expect(notified).toEqual(
      expect.arrayContaining([memory.urn, "recollect://user/context", "recollect://owner%2Frepo/decisions"]),
    );
  });

  it("is notified once of many changes in a short time", async () => {
    const stack = await openTestStack();
    const { notified } = await listen(stack, ["recollect://user/_"]);
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
      pinned: false,
      client: null,
    }));
    for (const change of changes) stack.events.emit("memories.changed", [change]);
    await until(
      () => notified.length,
      (count) => count >= 2,
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(notified.toSorted()).toEqual([LIST_CHANGED, "recollect://user/_"]);
  });

  it("is not notified of memories that its grant hides", async () => {
    const stack = await openTestStack();
    const token = await stack.issue({ domains: ["owner/repo"] });
    const uris = ["recollect://user/_", "recollect://_/_", "recollect://topics", "recollect://owner%2Frepo/_"];
    const { notified } = await listen(stack, uris, { token });
    await stack.service.capture(OWNER, { content: "Private.", domain: "user" });
    await pendingNotifications();
    await stack.service.capture(OWNER, { content: "Open to this client.", domain: "owner/repo" });
    await until(
      () => notified,
      (received) => received.length >= 4,
    );
    expect(new Set(notified)).toEqual(
      new Set([LIST_CHANGED, "recollect://_/_", "recollect://topics", "recollect://owner%2Frepo/_"]),
    );
  });
});

describe("a change by a client", () => {
  it("is notified to subscribers of both protocol revisions", async () => {
    const stack = await openTestStack();
    const uri = "recollect://user/_";
    const sessionBased = await listenV1(stack, [uri]);
    const stateless = await listenV2(stack, [uri]);
    const writers = [await connectV1(stack, { name: "writer" }), await connectV2(stack, "auto", { name: "writer" })];
    for (const writer of writers) {
      sessionBased.notified.length = 0;
      stateless.notified.length = 0;
      await writer.callTool({ name: "capture_memory", arguments: { content: `By ${writers.indexOf(writer)}.` } });
      await until(
        () => [sessionBased.notified, stateless.notified],
        (both) => both.every((notified) => notified.includes(uri) && notified.includes(LIST_CHANGED)),
      );
    }
  });

  it("is not notified after unsubscribing or when the token is revoked", async () => {
    const stack = await openTestStack();
    const token = await stack.issue({}, "listener");
    const uri = "recollect://user/_";
    const { notified, client } = await listenV1(stack, [uri]);
    const stateless = await listenV2(stack, [uri], { token });
    await client.unsubscribeResource({ uri });
    const row = (await stack.tokens.list()).find(({ subject }) => subject === "listener");
    await stack.tokens.revoke(row?.id ?? "");
    await stack.service.capture(OWNER, { content: "After the end." });
    await until(
      () => notified,
      (received) => received.includes(LIST_CHANGED),
    );
    expect(notified).not.toContain(uri);
    expect(stateless.notified).toEqual([]);
  });
});
