import type { Page } from "@playwright/test";

/** A screenshot: its address, and the steps before it is taken. */
export interface Shot {
  readonly name: string;
  /** `#/memories` */
  readonly address: string;
  readonly prepare?: (page: Page) => Promise<void>;
  /** Wait before the screenshot, in milliseconds. */
  readonly wait?: number;
}

const openOrders = (page: Page) => page.getByRole("option", { name: /Use PostgreSQL, not MongoDB/ }).click();
const openOrdersAnd = (keys: string) => async (page: Page) => {
  await openOrders(page);
  await page.keyboard.press(keys);
};
const press = (keys: string) => (page: Page) => page.keyboard.press(keys);

const memories: Shot = { name: "memories", address: "#/memories", prepare: openOrders, wait: 800 };
const search: Shot = {
  name: "search",
  address: "#/memories/all?q=which+database+for+orders",
  async prepare(page) {
    await page.waitForTimeout(1_200);
    await page.getByRole("option").first().click();
  },
  wait: 800,
};
const timeline: Shot = {
  name: "timeline",
  address: "#/timeline",
  async prepare(page) {
    await page
      .getByRole("button", { name: /^[2-9] memories on/ })
      .last()
      .focus();
  },
  wait: 800,
};
/** The memories are embedded first. */
const map: Shot = {
  name: "map",
  address: "#/map",
  prepare: (page) => page.getByRole("application").waitFor(),
  wait: 2_000,
};
const duplicates: Shot = { name: "health", address: "#/health/duplicates", wait: 1_200 };
const activity: Shot = {
  name: "activity",
  address: "#/activity",
  async prepare(page) {
    await page.getByRole("radio", { name: "Wire" }).check();
    await page
      .getByRole("row", { name: /capture_memory/ })
      .first()
      .click();
  },
};
const clients: Shot = {
  name: "clients",
  address: "#/clients/connect/claude-code",
  prepare: (page) => page.getByRole("button", { name: "Write it for me" }).waitFor(),
};
const openEverything = (page: Page) => page.getByRole("button", { name: /^everything/ }).click();
const servers: Shot = { name: "servers", address: "#/servers", prepare: openEverything };
const settings: Shot = { name: "settings", address: "#/settings" };

const today: Shot = { name: "today", address: "#/today", wait: 1_500 };

/** The screenshots of README and guide. */
export const GUIDE_SHOTS: readonly Shot[] = [
  today,
  memories,
  search,
  timeline,
  map,
  duplicates,
  activity,
  clients,
  servers,
  settings,
];

/** Those of an empty application. */
export const FIRST_SHOTS: readonly Shot[] = [{ name: "first-steps", address: "#/memories", wait: 800 }];

export const EMPTY_SHOTS: readonly Shot[] = [
  { name: "empty-memories", address: "#/memories" },
  { name: "empty-trash", address: "#/memories/trash" },
  { name: "empty-timeline", address: "#/timeline" },
  { name: "empty-map", address: "#/map" },
  { name: "empty-health", address: "#/health" },
  { name: "empty-activity", address: "#/activity" },
  { name: "empty-clients", address: "#/clients" },
  { name: "empty-servers", address: "#/servers" },
  { name: "empty-today", address: "#/today" },
  { name: "empty-inbox", address: "#/inbox" },
  { name: "empty-conversations", address: "#/conversations" },
  { name: "empty-projects", address: "#/projects" },
  { name: "empty-spaces", address: "#/spaces" },
];

export const FULL_SHOTS: readonly Shot[] = [
  today,
  { name: "projects", address: "#/projects" },
  { name: "project", address: "#/projects/acme%2Fshop", wait: 1_500 },
  memories,
  search,
  { name: "memories-list", address: "#/memories" },
  { name: "filtered", address: "#/memories/all?namespace=decisions&tag=database&domain=acme%2Fshop" },
  { name: "trash", address: "#/memories/trash" },
  { name: "no-match", address: "#/memories/all?q=zzzzqqq" },
  { name: "filter-menu", address: "#/memories", prepare: press("f") },
  {
    name: "bulk",
    address: "#/memories",
    prepare: async (page) => {
      await openOrders(page);
      await page.keyboard.press("Escape");
      await page.getByRole("listbox").focus();
      for (let step = 0; step < 4; step++) await page.keyboard.press("Shift+ArrowDown");
    },
  },
  { name: "editor", address: "#/memories", prepare: openOrdersAnd("e") },
  { name: "new", address: "#/memories/all/new" },
  {
    name: "history",
    address: "#/memories",
    prepare: async (page) => {
      await openOrders(page);
      await page.getByRole("tab", { name: /History/ }).click();
      await page
        .getByRole("button", { name: /Changed/ })
        .first()
        .click();
      await page
        .getByRole("button", { name: /Restore this/ })
        .or(page.getByText("current"))
        .first()
        .scrollIntoViewIfNeeded();
    },
  },
  {
    name: "rtl",
    address: "#/memories/all?q=RTL",
    prepare: (page) => page.getByRole("option").first().click(),
    wait: 900,
  },
  timeline,
  map,
  duplicates,
  {
    name: "merge",
    address: "#/health/duplicates",
    prepare: (page) => page.getByRole("button", { name: "Merge…" }).first().click(),
  },
  { name: "unused", address: "#/health/unused" },
  { name: "superseded", address: "#/health/superseded" },
  { name: "secrets", address: "#/health/secrets", wait: 1_200 },
  { name: "activity-list", address: "#/activity" },
  activity,
  { name: "clients-list", address: "#/clients" },
  clients,
  servers,
  {
    name: "server-tool",
    address: "#/servers",
    async prepare(page) {
      await openEverything(page);
      await page.getByRole("button", { name: /^get-structured-content/ }).click();
      await page.getByRole("combobox", { name: /^location/ }).click();
      await page.getByRole("option", { name: "Chicago" }).click();
      await page.getByRole("region", { name: "Try it" }).getByRole("button", { name: "Call" }).click();
      await page.getByRole("region", { name: "Result" }).waitFor();
    },
  },
  {
    name: "server-add",
    address: "#/servers",
    async prepare(page) {
      await page.keyboard.press("a");
      await page
        .getByLabel("Command, address or configuration")
        .fill('{"mcpServers": {"tickets": {"command": "uvx", "args": ["tickets"], "env": {"TICKETS_TOKEN": "t"}}}}');
    },
  },
  settings,
  { name: "palette", address: "#/memories", prepare: press("Control+k") },
  {
    name: "palette-search",
    address: "#/memories",
    prepare: async (page) => {
      await page.keyboard.press("Control+k");
      await page.keyboard.type("post");
    },
    wait: 900,
  },
  { name: "shortcuts", address: "#/memories", prepare: openOrdersAnd("?") },
];

/** The other places and dialogs, each by its address. */
export const ADDRESS_SHOTS: readonly Shot[] = [
  ...["inbox", "conversations", "spaces", "remoteDomains", "clientMemories"].map((place) => ({
    name: place,
    address: `#/${place}`,
  })),
  ...["connection", "model", "secrets", "use", "data", "places", "backups", "updates", "browser", "about"].map(
    (section) => ({
      name: `settings-${section}`,
      address: `#/settings/${section}`,
    }),
  ),
  ...["conflicts", "unhelpful", "expired", "instructions", "hidden"].map((kind) => ({
    name: `health-${kind}`,
    address: `#/health/${kind}`,
    wait: 1_200,
  })),
  { name: "client-access", address: "#/clients/access/claude-code" },
  { name: "client-token", address: "#/clients/token" },
  { name: "client-instructions", address: "#/clients/instructions" },
  { name: "space-create", address: "#/spaces/create" },
  { name: "space-join", address: "#/spaces/join" },
  { name: "server-add-empty", address: "#/servers/add" },
  { name: "missing-memory", address: "#/memories/all/01JD0000000000000000000000", wait: 800 },
  { name: "missing-project", address: "#/projects/acme%2Fnowhere" },
  { name: "several-clients", address: "#/clients", prepare: selectSeveral },
  { name: "several-servers", address: "#/servers", prepare: selectSeveral },
  { name: "several-projects", address: "#/projects", prepare: selectSeveral },
  {
    name: "context-menu",
    address: "#/memories",
    prepare: (page) => page.getByRole("option", { name: /Use PostgreSQL, not MongoDB/ }).click({ button: "right" }),
  },
];

/** Selects the first two rows of a place. */
async function selectSeveral(page: Page): Promise<void> {
  const rows = page.getByRole("main").locator("[data-row]");
  for (const index of [0, 1]) await rows.nth(index).click({ modifiers: ["ControlOrMeta"] });
}

/** Cuts the connection to the server. */
const cutOff = async (page: Page) => {
  await page.route("**/interface/**", (route) => route.abort());
  await page.reload();
};

/** Shows the server as paused or failed. */
const serving = (state: string, problem: string | null) => async (page: Page) => {
  await page.route("**/interface/invoke", async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    if (route.request().postDataJSON().method === "app.status") Object.assign(body.value, { serving: state, problem });
    await route.fulfill({ response, json: body });
  });
  await page.reload();
};

export const OFFLINE_SHOTS: readonly Shot[] = [
  { name: "paused", address: "#/clients", prepare: serving("paused", null), wait: 1_000 },
  {
    name: "not-serving",
    address: "#/memories",
    prepare: serving(
      "failed",
      "Port 7325 is used by another program (node, pid 4312). Choose another port, or stop it.",
    ),
    wait: 1_000,
  },
  ...["memories", "timeline", "health", "activity", "clients", "servers", "settings"].map((place) => ({
    name: `offline-${place}`,
    address: `#/${place}`,
    prepare: cutOff,
    wait: 3_000,
  })),
];
