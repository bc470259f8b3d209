import type { Page } from "@playwright/test";
import { expect, expectAccessible, keepScreenshot, test } from "../fixtures.ts";
import { call, capture, connectHttp } from "../testing/clients.ts";
import { serverCommand } from "../testing/mcp-servers.ts";

const option = (page: Page) => page.getByRole("option", { name: /Use PostgreSQL/ });
const openPage = async (page: Page) => {
  await page.getByRole("link", { name: /^Memories/ }).click();
  await option(page).click();
  await expect(page.getByRole("article", { name: "Memory" })).toBeVisible();
};
const openEditor = async (page: Page) => {
  await openPage(page);
  await page.keyboard.press("e");
  await expect(page.getByRole("textbox", { name: "Content" })).toBeFocused();
};
const openView = async (page: Page, name: string) => {
  await page.getByRole("link", { name: /^Memories/ }).click();
  await page.getByRole("link", { name, exact: true }).click();
};
const openHealth = (kind: string) => async (page: Page) => {
  await openView(page, "Health");
  await page.getByRole("radio", { name: kind }).check();
  await expect(page.getByRole("progressbar")).toBeHidden();
};

const openServers = (page: Page) => page.getByRole("link", { name: /^Servers/ }).click();

interface Scene {
  readonly name: string;
  /** Whether to check it with more contrast and in forced colours too. */
  readonly inEveryLook?: true;
  open(page: Page): Promise<void>;
  /** Closes what `open` opened. */
  close?(page: Page): Promise<void>;
}
const leave = (page: Page) => page.keyboard.press("Escape");

const SCENES: readonly Scene[] = [
  { name: "a memory", inEveryLook: true, open: openPage },
  {
    name: "its history",
    async open(page) {
      await openPage(page);
      await page.getByRole("tab", { name: /History/ }).click();
      await page.getByRole("button", { name: /Changed/ }).click();
    },
  },
  { name: "the editor", inEveryLook: true, open: openEditor, close: leave },
  {
    name: "completing a tag",
    async open(page) {
      await openEditor(page);
      await page.getByRole("combobox", { name: "Tags" }).fill("st");
      await expect(page.getByRole("option", { name: /^staging/ })).toBeVisible();
    },
    async close(page) {
      await page.getByRole("combobox", { name: "Tags" }).fill("");
      await page.getByRole("button", { name: "Cancel", exact: true }).click();
    },
  },
  {
    name: "unsaved changes",
    async open(page) {
      await openEditor(page);
      await page.keyboard.type("More. ");
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog", { name: "Save changes?" })).toBeVisible();
    },
    close: (page) => page.getByRole("button", { name: "Discard" }).click(),
  },
  {
    name: "several memories",
    inEveryLook: true,
    async open(page) {
      await openPage(page);
      await page.keyboard.press("ControlOrMeta+a");
      await expect(page.getByRole("region", { name: "Selected memories" })).toBeVisible();
    },
    close: leave,
  },
  {
    name: "tagging several",
    async open(page) {
      await openPage(page);
      await page.keyboard.press("ControlOrMeta+a");
      await expect(page.getByRole("region", { name: "Selected memories" })).toBeVisible();
      await page.keyboard.press("t");
      await expect(page.getByRole("dialog", { name: /Add tags/ })).toBeVisible();
    },
    async close(page) {
      await leave(page);
      await leave(page);
    },
  },
  {
    name: "the filter menu",
    async open(page) {
      await openPage(page);
      await page.keyboard.press("f");
      await expect(page.getByRole("option", { name: /^decisions/ })).toBeVisible();
    },
    close: leave,
  },
  {
    name: "a search",
    async open(page) {
      await page.getByRole("link", { name: /^Memories/ }).click();
      await page.getByRole("searchbox", { name: "Search memories" }).fill("orders");
      await expect(page.getByText(/found/).first()).toBeVisible();
    },
    close: (page) => page.getByRole("searchbox", { name: "Search memories" }).fill(""),
  },
  {
    name: "the palette",
    async open(page) {
      await openPage(page);
      await page.keyboard.press("ControlOrMeta+k");
      await page.keyboard.type("orders");
      await expect(page.getByRole("option", { name: /Use PostgreSQL.*decisions/ }).last()).toBeVisible();
    },
    close: leave,
  },
  {
    name: "the shortcut sheet",
    async open(page) {
      await openPage(page);
      await page.keyboard.press("?");
      await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    },
    close: leave,
  },
  { name: "the timeline", inEveryLook: true, open: (page) => openView(page, "Timeline") },
  { name: "the map", open: (page) => openView(page, "Map") },
  { name: "near duplicates", inEveryLook: true, open: openHealth("Near duplicates") },
  {
    name: "merging",
    async open(page) {
      await openHealth("Near duplicates")(page);
      await page.getByRole("button", { name: "Merge…" }).first().click();
      await expect(page.getByRole("dialog", { name: /^Merge \d+ memories$/ })).toBeVisible();
    },
    close: leave,
  },
  { name: "never recalled", open: openHealth("Never recalled") },
  { name: "superseded", open: openHealth("Superseded") },
  { name: "expired", open: openHealth("Expired") },
  { name: "secrets", open: openHealth("Secrets") },
  {
    name: "a message of the log",
    async open(page) {
      await page.getByRole("link", { name: /Activity/ }).click();
      await page.getByRole("radio", { name: "Wire" }).check();
      await page
        .getByRole("row", { name: /search_memories/ })
        .first()
        .click();
    },
    close: leave,
  },
  {
    name: "connecting a client",
    inEveryLook: true,
    async open(page) {
      await page.getByRole("link", { name: /Clients/ }).click();
      await page.getByRole("button", { name: "Connect a client" }).click();
      await page.getByRole("radio", { name: "Claude Code" }).check();
    },
    close: leave,
  },
  {
    name: "adding a server",
    async open(page) {
      await openServers(page);
      await page.getByRole("button", { name: "Add a server" }).click();
      await page
        .getByLabel("Command, address or configuration")
        .fill('{"files": {"command": "npx", "args": ["files", "/notes"], "env": {"FILES_TOKEN": "t"}}}');
      await expect(page.getByRole("textbox", { name: "Value 1" })).toBeVisible();
    },
    close: leave,
  },
  {
    name: "a server and its tools",
    inEveryLook: true,
    async open(page) {
      await openServers(page);
      await page.getByRole("button", { name: /^everything/ }).click();
      await expect(page.getByRole("list", { name: "Tools" })).toBeVisible();
    },
    close: leave,
  },
  {
    name: "the log of a server",
    async open(page) {
      await openServers(page);
      await page.getByRole("button", { name: /^everything/ }).click();
      await page.getByRole("tab", { name: "Log", exact: true }).click();
      await expect(page.getByRole("log")).toBeVisible();
    },
    close: leave,
  },
  {
    name: "the setup of a server",
    async open(page) {
      await openServers(page);
      await page.getByRole("button", { name: /^everything/ }).click();
      await page.getByRole("tab", { name: "Setup" }).click();
      await expect(page.getByRole("region", { name: "Secrets" })).toBeVisible();
    },
    close: leave,
  },
  {
    name: "the result of a tool",
    inEveryLook: true,
    async open(page) {
      await openServers(page);
      await page.getByRole("button", { name: /^everything/ }).click();
      await page.getByRole("button", { name: /^get-structured-content/ }).click();
      await page.getByRole("combobox", { name: /^location/ }).click();
      await page.getByRole("option", { name: "Chicago" }).click();
      await page.getByRole("region", { name: "Try it" }).getByRole("button", { name: "Call", exact: true }).click();
      await expect(page.getByRole("region", { name: "Result" })).toBeVisible({ timeout: 60_000 });
    },
    async close(page) {
      await leave(page);
      await leave(page);
    },
  },
  {
    name: "the servers of a client",
    async open(page) {
      await page.evaluate('location.hash = "#/clients/access/codex"');
      const create = page.getByRole("button", { name: "Set its permissions" });
      const access = page.getByRole("combobox", { name: "Access to everything" });
      await expect(create.or(access)).toBeVisible();
      if (await create.isVisible()) await create.click();
      await access.click();
      await page.getByRole("option", { name: "Chosen tools" }).click();
      await expect(page.getByRole("checkbox", { name: /^echo/ })).toBeVisible();
    },
    close: leave,
  },
  { name: "settings", inEveryLook: true, open: (page) => page.getByRole("link", { name: "Settings" }).click() },
  {
    name: "emptying the trash",
    async open(page) {
      await openView(page, "Trash");
      await page.getByRole("button", { name: "Empty trash" }).click();
      await expect(page.getByRole("dialog", { name: /Empty the trash/ })).toBeVisible();
    },
    close: leave,
  },
];

// Each names all three: an absent one keeps the value of the look before.
const usual = { contrast: "no-preference", forcedColors: "none" } as const;
const LOOKS = [
  { name: "light", all: true, media: { ...usual, colorScheme: "light" } },
  { name: "dark", all: true, media: { ...usual, colorScheme: "dark" } },
  { name: "more contrast", all: false, media: { ...usual, colorScheme: "dark", contrast: "more" } },
  { name: "forced colours", all: false, media: { ...usual, colorScheme: "light", forcedColors: "active" } },
] as const;

// In a browser only: the page is the same in Electron, where `places.spec.ts` and others check it too.
test("every place and dialog is accessible in every theme", async ({ app }, info) => {
  // Many pages in several themes: it takes three times as long as the next longest test.
  test.setTimeout(600_000);
  const { page, endpoint } = app;
  await page.getByRole("button", { name: "Close first steps" }).click();
  const client = await connectHttp(endpoint, "e2e-client");
  const orders = await capture(client, "# Use Postgres for orders\n\nOrders need `transactions`.", {
    namespace: "decisions",
    tags: ["database"],
  });
  await call(client, "update_memory", {
    id: orders.id,
    content:
      "# Use PostgreSQL for orders\n\nOrders need **transactions**.\n\n```ts\nawait begin();\n```\n\n- [ ] migrate",
  });
  await capture(client, "The staging database is restored from production every Monday.", { tags: ["staging"] });
  await capture(client, "The staging database is restored from production each Monday.", { tags: ["staging"] });
  await capture(client, "Deploy token: abcd1234efgh5678 is used by the pipeline.");
  const gone = await capture(client, "Nobody needs this any more.");
  await call(client, "delete_memory", { id: gone.id });
  await call(client, "search_memories", { query: "orders" });
  await client.close();

  await openServers(page);
  await page.getByRole("button", { name: "Add a server" }).click();
  await page.getByLabel("Command, address or configuration").fill(serverCommand("everything", "stdio"));
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("list", { name: "Tools" })).toBeVisible({ timeout: 60_000 });

  for (const scene of SCENES) {
    await scene.open(page);
    for (const { name: look, media } of LOOKS.filter(({ all }) => all || scene.inEveryLook)) {
      await test.step(`${scene.name}, ${look}`, async () => {
        await page.emulateMedia(media);
        await keepScreenshot(page, info, `${scene.name.replaceAll(" ", "-")}-${look.replaceAll(" ", "-")}`);
        await expectAccessible(page, `${scene.name}, ${look}`, look === "light" ? "all" : "colours");
      });
    }
    await scene.close?.(page);
  }
});
