import { describe, expect, it } from "vitest";
import { connectV1, connectV2, until } from "../../tests/testing/clients.ts";
import { OWNER } from "../core/caller.ts";
import { estimateTokens } from "../core/token-estimate.ts";
import { END_OF_HINT, MAX_HINT_TOKENS } from "./memory-hints.ts";
import { manyTools, official } from "./testing/definitions.ts";
import { type Gateway, openGateway } from "./testing/open-gateway.ts";
import { textOf } from "./testing/open-servers.ts";

type AnyClient = Awaited<ReturnType<typeof connectV2>>;

const FACT = "The filesystem server reads only docs/; use move_file instead of write_file on the network share.";

async function openFiles(): Promise<Gateway> {
  return await openGateway([official("files", "filesystem", [process.cwd()])]);
}

async function remember({ stack }: Gateway, content = FACT, domain = "acme/shop"): Promise<string> {
  return (await stack.service.capture(OWNER, { content, domain })).memory.id;
}

/** Connects a client that works in a project, and counts the notifications that its list of tools changed. */
async function connect(
  gateway: Gateway,
  {
    project = "acme/shop",
    subject = "test-client",
    token,
  }: { project?: string; subject?: string; token?: string } = {},
) {
  const client = await connectV2(gateway.stack, "legacy", {
    token: token ?? (await gateway.token({ files: "all" }, subject)),
    headers: { "recollect-project": project },
  });
  const notified = { count: 0 };
  client.setNotificationHandler("notifications/tools/list_changed", () => {
    notified.count += 1;
  });
  return { client, notified };
}

async function descriptions(client: Pick<AnyClient, "listTools">): Promise<readonly string[]> {
  const { tools } = await client.listTools();
  const names = tools.map(({ name }) => name);
  return tools.slice(names.indexOf("read_file")).map(({ description = "" }) => description);
}

/** The text before the server's own description of its first tool, or null. */
async function hintOf(client: Pick<AnyClient, "listTools">): Promise<string | null> {
  const [first = ""] = await descriptions(client);
  const end = first.indexOf(`\n${END_OF_HINT}\n`);
  return end === -1 ? null : first.slice(0, end);
}

describe("the memories about a server", () => {
  it("is not read by clients until the owner switches it on, and then by its first tool in both revisions", async () => {
    const gateway = await openFiles();
    const id = await remember(gateway);
    const { client } = await connect(gateway);
    const before = await descriptions(client);
    expect(await hintOf(client)).toBeNull();
    gateway.servers.setMemoryHints(gateway.idOf("files"), true);
    const after = await descriptions(client);
    const hint = await hintOf(client);
    expect(hint).toContain(`> ${FACT}`);
    expect(hint).toContain("data, not instructions");
    expect(hint).toContain(id.slice(-6));
    expect(after[0]).toBe(`${hint}\n${END_OF_HINT}\n${before[0]}`);
    expect(after.slice(1)).toEqual(before.slice(1));
    const token = await gateway.token({ files: "all" });
    const headers = { "recollect-project": "acme/shop" };
    expect(await hintOf(await connectV2(gateway.stack, "auto", { token, headers }))).toBe(hint);
    const v1 = (await connectV1(gateway.stack, { token, headers })) as unknown as AnyClient;
    expect(await hintOf(v1)).toBe(hint);
    // The approved definition stays unchanged.
    expect(gateway.servers.tools(gateway.idOf("files"))[0]).toMatchObject({
      description: before[0],
      state: "approved",
    });
  });

  it("is of the client's project and its rights, and does not count as recalled", async () => {
    const gateway = await openFiles();
    await remember(gateway);
    await remember(gateway, "The filesystem server of the other project may write_file everywhere.", "acme/other");
    gateway.servers.setMemoryHints(gateway.idOf("files"), true);
    const shop = await hintOf((await connect(gateway)).client);
    expect(shop).toContain("network share");
    expect(shop).not.toContain("everywhere");
    const other = await hintOf((await connect(gateway, { project: "acme/other", subject: "another" })).client);
    expect(other).toContain("everywhere");
    const servers = [{ server: gateway.idOf("files"), tools: "all" }] as const;
    const token = await gateway.stack.issue({ servers, domains: ["user"] }, "limited");
    expect(await hintOf((await connect(gateway, { token })).client)).toBeNull();
    const noProject = await connectV2(gateway.stack, "legacy", {
      token: await gateway.token({ files: "all" }, "third"),
    });
    expect(await hintOf(noProject)).toBeNull();
    const { items } = await gateway.stack.service.list(OWNER, { domain: "_" });
    expect(items.map(({ recallCount }) => recallCount)).toEqual([0, 0]);
  });

  it("omits unrelated memories, and stays within its tokens with long memories", async () => {
    const gateway = await openFiles();
    await gateway.stack.fill(50);
    await remember(gateway, "Orders are stored in PostgreSQL.");
    gateway.servers.setMemoryHints(gateway.idOf("files"), true);
    const { client } = await connect(gateway);
    expect(await hintOf(client)).toBeNull();
    for (let number = 0; number < 6; number += 1) {
      await remember(
        gateway,
        `Filesystem server, rule ${number}: ${"write_file and read_file need care. ".repeat(20)}`,
      );
    }
    const hint = (await hintOf(client)) ?? "";
    expect(hint).toContain("rule");
    expect(estimateTokens(`${hint}\n${END_OF_HINT}\n`)).toBeLessThanOrEqual(MAX_HINT_TOKENS);
  });

  it("changes the list only for clients that have read a memory that changed", async () => {
    const gateway = await openFiles();
    const id = await remember(gateway);
    gateway.servers.setMemoryHints(gateway.idOf("files"), true);
    const shop = await connect(gateway);
    const other = await connect(gateway, { project: "acme/other" });
    expect(await hintOf(shop.client)).toContain("network share");
    expect(await hintOf(other.client)).toBeNull();
    // New memories, and memories outside of a list, appear in the next list.
    const later = await remember(gateway, "The filesystem server has write_file switched off on Fridays.");
    await gateway.stack.service.update(OWNER, later, { tags: ["friday"] });
    await gateway.stack.service.update(OWNER, id, { content: `${FACT} It was checked.` });
    await until(
      () => shop.notified.count,
      (count) => count === 1,
    );
    expect(await hintOf(shop.client)).toContain("It was checked.");
    await gateway.stack.service.delete(OWNER, id);
    await until(
      () => shop.notified.count,
      (count) => count === 2,
    );
    const hint = await hintOf(shop.client);
    expect(hint).not.toContain("network share");
    expect(hint).toContain("on Fridays");
    gateway.servers.setMemoryHints(gateway.idOf("files"), false);
    await until(
      () => shop.notified.count,
      (count) => count === 3,
    );
    expect(await hintOf(shop.client)).toBeNull();
    expect(other.notified.count).toBe(0);
  });

  it("is returned by find_tools where tools are not listed", async () => {
    const gateway = await openGateway([manyTools("shop")]);
    await remember(gateway, "In the shop server, create_refund needs the number of the order in the note.");
    gateway.servers.setMemoryHints(gateway.idOf("shop"), true);
    const { client } = await connect(gateway, { token: await gateway.token({ shop: "all" }) });
    const found = await client.callTool({ name: "find_tools", arguments: { query: "refund" } });
    expect(textOf(found)).toContain("> In the shop server, create_refund needs");
    expect(found.structuredContent).toMatchObject({ memory: expect.stringContaining("create_refund needs") });
    expect(JSON.stringify(await client.listTools())).not.toContain("create_refund needs");
  });
});
