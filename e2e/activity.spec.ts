import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, expectAccessible, IN_BROWSER, keepScreenshot, test } from "./fixtures.ts";
import { call, capture, connectHttp } from "./testing/clients.ts";

const run = promisify(execFile);

test(
  "replays a request, a writing one after confirmation, and keeps pinned requests when the log is cleared",
  { tag: IN_BROWSER },
  async ({ app }, info) => {
    const { page, endpoint } = app;
    const client = await connectHttp(endpoint, "e2e-client");
    await capture(client, "Integration tests start the broker.", { namespace: "testing" });
    await call(client, "list_memories", { limit: 5 });
    await client.close();

    await page.getByRole("link", { name: /Activity/ }).click();
    await page.getByRole("radio", { name: "Wire" }).check();
    await page.getByRole("row", { name: /list_memories/ }).click();
    const detail = page.getByRole("region", { name: "Message", exact: true });
    await detail.getByRole("button", { name: "Replay", exact: true }).click();
    await expect(detail.getByText("Recollect window")).toBeVisible();
    await expect(detail.getByRole("region", { name: /^Compared with message/ })).toContainText(
      "The responses are identical.",
    );
    await expect(page.getByRole("row", { name: /replay of message/ })).toHaveCount(1);
    await keepScreenshot(page, info, "replayed");
    await expectAccessible(page, "a replayed message");

    await page.getByRole("row", { name: /capture_memory/ }).click();
    await detail.getByRole("button", { name: "Replay", exact: true }).click();
    await page
      .getByRole("dialog", { name: "Replay capture_memory?" })
      .getByRole("button", { name: "Replay", exact: true })
      .click();
    await expect(detail.getByText("Recollect window")).toBeVisible();

    await detail.getByRole("button", { name: "Pin message" }).click();
    await expect(detail.getByRole("button", { name: "Unpin message" })).toBeVisible();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Clear the log…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Clear the log" }).click();
    await expect(page.getByRole("row", { name: /capture_memory/ })).toHaveCount(1);
    await expect(page.getByRole("row", { name: /list_memories/ })).toHaveCount(0);
  },
);

test(
  "exports selected messages as JSON Lines and shows rates by client",
  { tag: IN_BROWSER },
  async ({ app }, info) => {
    const { page, endpoint } = app;
    const client = await connectHttp(endpoint, "e2e-client");
    for (const limit of [1, 2, 3]) await call(client, "list_memories", { limit });
    await client.close();

    await page.getByRole("link", { name: /Activity/ }).click();
    await page.getByRole("radio", { name: "Wire" }).check();
    const rows = page.getByRole("row", { name: /list_memories/ });
    await expect(rows).toHaveCount(3);
    await rows.first().click({ modifiers: ["ControlOrMeta"] });
    await rows.last().click({ modifiers: ["Shift"] });
    await expect(page.getByText("3 messages selected")).toBeVisible();
    const download = page.waitForEvent("download");
    await page
      .getByRole("region", { name: "Selected messages" })
      .getByRole("button", { name: "Export", exact: true })
      .click();
    const lines = (await readFile(await (await download).path(), "utf8")).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).target)).toEqual(["list_memories", "list_memories", "list_memories"]);
    await page.getByRole("button", { name: "Rates by client" }).click();
    const rates = page.getByRole("region", { name: "Rates", exact: true });
    await expect(rates.getByRole("row", { name: /e2e-client/ })).toBeVisible();
    await keepScreenshot(page, info, "rates-by-client");
    await expectAccessible(page, "rates by client");
    await rates.getByRole("group", { name: "e2e-client: Requests" }).getByRole("button").last().click();
    await expect(page.getByRole("button", { name: /^Remove \d\d:\d\d – \d\d:\d\d/ })).toBeVisible();
    await page.setViewportSize({ width: 800, height: 600 });
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    await rates.getByText("By time").click();
    await expect(rates.getByRole("columnheader", { name: "p99" })).toBeVisible();
    await keepScreenshot(page, info, "rates-by-time-narrow-dark");
    await expectAccessible(page, "rates by time, narrow and dark");
  },
);

test("pauses the log, counts new messages, and filters failed ones", { tag: IN_BROWSER }, async ({ app }, info) => {
  const { page, endpoint } = app;
  const client = await connectHttp(endpoint, "e2e-client");
  await call(client, "list_memories", { limit: 1 });
  await page.getByRole("link", { name: /Activity/ }).click();
  await page.getByRole("radio", { name: "Wire" }).check();
  await expect(page.getByRole("row", { name: /list_memories/ })).toHaveCount(1);

  await page.getByRole("button", { name: "Pause" }).click();
  for (let turn = 0; turn < 7; turn++) await call(client, "list_memories", { limit: 1 });
  await client.callTool({ name: "get_memory", arguments: { id: "01J9ZK4T3M5Q8R7W2X6Y1V0N4P" } });
  await client.close();
  const waiting = page.getByRole("button", { name: "Show 8 new messages and follow" });
  await expect(waiting).toBeVisible();
  await expect(page.getByRole("row", { name: /list_memories/ })).toHaveCount(1);
  await waiting.click();
  await expect(page.getByText("Following", { exact: true })).toBeVisible();
  await expect(page.getByRole("row", { name: /list_memories/ })).toHaveCount(8);

  const { url } = endpoint;
  for (let turn = 0; turn < 5; turn++) {
    await (await fetch(url, { method: "POST", headers: { authorization: "Bearer guess" } })).text();
  }
  await page.getByRole("button", { name: "Refused only" }).click();
  const refused = page.getByRole("row", { name: /invalid token/ });
  await expect(refused).toHaveCount(3);
  await refused.first().click();
  const detail = page.getByRole("region", { name: "Message", exact: true });
  await expect(detail.getByText("The token was not signed by this Recollect, or is malformed.")).toBeVisible();
  await expect(detail.getByRole("button", { name: "Replay", exact: true })).toHaveCount(0);
  await keepScreenshot(page, info, "turned-away");
  await expectAccessible(page, "refused requests");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear filters" }).click();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.getByRole("row", { name: /list_memories/ })).toHaveCount(8);
    await expectAccessible(page, `the log, ${colorScheme}`);
  }
  await page.getByRole("searchbox", { name: "Search messages" }).fill("01J9ZK4T3M5Q8R7W2X6Y1V0N4P");
  await expect(page.getByRole("row", { name: /get_memory/ })).toHaveCount(1);
  await expect(page.getByRole("row", { name: /list_memories/ })).toHaveCount(0);
});

test(
  "shows a message with its parts, search matches, memories, and the command that sends it again",
  { tag: IN_BROWSER },
  async ({ app }, info) => {
    const { page, endpoint } = app;
    const client = await connectHttp(endpoint, "e2e-client");
    await capture(client, "Orders are kept in PostgreSQL.", { namespace: "decisions" });
    await call(client, "list_memories", { limit: 5 });
    await call(client, "memory_status", {});
    await client.close();
    await page.getByRole("link", { name: /Activity/ }).click();
    await page.getByRole("radio", { name: "Wire" }).check();
    await page.getByRole("row", { name: /list_memories/ }).click();
    const detail = page.getByRole("region", { name: "Message", exact: true });
    await expect(detail.getByRole("tree", { name: "Response as a tree" })).toBeVisible();
    await expect(detail.getByRole("region", { name: "Timing" })).toContainText("Wait for first byte");
    await expect(detail.getByRole("region", { name: "Response headers" })).toContainText("application/json");

    await detail.getByRole("button", { name: "Find in message" }).click();
    await detail.getByRole("searchbox", { name: "Find in message" }).fill("postgresql");
    await expect(detail.getByText(/^1 of \d+$/)).toBeVisible();
    await keepScreenshot(page, info, "found-in-message");
    await expectAccessible(page, "words found in a message");
    await page.keyboard.press("Escape");

    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("row", { name: /memory_status/ }).click();
    await detail.getByRole("button", { name: "Copy", exact: true }).first().click();
    await page.getByRole("menuitem", { name: "Copy as cURL" }).click();
    await expect(page.getByText("Copied without the token")).toBeVisible();
    const command = await page.evaluate<string>("navigator.clipboard.readText()");
    expect(command).not.toContain(endpoint.token);
    const answer = await run("sh", ["-c", command], { env: { ...process.env, RECOLLECT_TOKEN: endpoint.token } });
    expect(JSON.parse(answer.stdout)).toMatchObject({ result: { structuredContent: { counts: { memories: 1 } } } });
    await page.getByRole("row", { name: /list_memories/ }).click();

    await detail.getByRole("button", { name: "Show only messages about Orders are kept in PostgreSQL." }).click();
    await expect(page.getByRole("row", { name: /memory_status/ })).toHaveCount(0);
    await expect(page.getByRole("row", { name: /capture_memory|list_memories/ })).toHaveCount(2);
    await expect(page.getByRole("button", { name: "Remove Orders are kept in PostgreSQL." })).toBeVisible();
    await page.getByRole("row", { name: /capture_memory/ }).click();
    await detail.getByRole("button", { name: /^Orders are kept in PostgreSQL/ }).click();
    await expect(page.getByRole("article", { name: "Memory" })).toContainText("Orders are kept in PostgreSQL.");
  },
);
