import { describe, expect, it } from "vitest";
import type { Memory } from "../core/memory.ts";
import { en, type Text } from "../text/en.ts";
import { textFor } from "../text/text.ts";
import { zh } from "../text/zh.ts";
import type { AppStatus } from "../window-api/contract.ts";
import { buildTrayMenu, describeStatus } from "./tray-menu.ts";

const status: AppStatus = {
  version: "1.0.0",
  host: "desktop",
  platform: "linux",
  serving: "serving",
  problem: null,
  url: "http://127.0.0.1:7325/mcp",
  port: 7325,
  startedAt: "2026-01-01T00:00:00.000Z",
  clientsConnected: 3,
  dataFolder: "/data",
  newVersion: null,
  alerts: [],
};
const problem = "Port 7325 is used by another program (node, pid 12). Choose another port, or stop it.";
const failed: AppStatus = {
  ...status,
  serving: "failed",
  problem,
  alerts: [
    {
      code: "unavailable",
      message: problem,
      details: { reason: "port_taken", port: 7325, holder: { name: "node", pid: 12 } },
    },
  ],
};
const configuration = {
  id: "cursor",
  title: "Cursor",
  snippets: [
    { transport: "http", kind: "file", language: "json", path: "/f", text: "best", instructions: [] },
    { transport: "stdio", kind: "file", language: "json", path: "/f", text: "second", instructions: [] },
  ],
} as const;
const memory = { id: "01J", content: "# Orders & payments\n\nOne transaction for both." } as Memory;

function open(
  now: AppStatus,
  recent: readonly Memory[] = [memory],
  text: Text = en,
  waiting = 0,
  toApprove = 0,
  update: string | null = null,
) {
  const done: string[] = [];
  const menu = buildTrayMenu(
    { status: now, recent, waiting, toApprove, update, configurations: [configuration] },
    text,
    {
      open: () => done.push("open"),
      openInbox: () => done.push("inbox"),
      openServers: () => done.push("servers"),
      search: () => done.push("search"),
      newMemory: () => done.push("new memory"),
      openSettings: () => done.push("settings"),
      openMemory: (id) => done.push(`open ${id}`),
      copy: (copied) => done.push(`copy ${copied}`),
      setServing: (serving) => done.push(`serving ${serving}`),
      restartToUpdate: () => done.push("restart"),
      quit: () => done.push("quit"),
    },
  );
  const choose = (label: string) => {
    const items = menu.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? item.submenu : [])]);
    const item = items.find((candidate) => candidate.label === label);
    (item?.click as (() => void) | undefined)?.();
    return item;
  };
  return { menu, choose, done };
}

describe("the tray's menu", () => {
  it("shows the status first", () => {
    expect(describeStatus(status, en)).toBe("Serving on port 7325, 3 clients connected");
    expect(describeStatus({ ...status, clientsConnected: 1 }, en)).toContain("1 client connected");
    expect(describeStatus({ ...status, serving: "paused" }, en)).toBe("Paused on port 7325");
    expect(open(failed).menu[0]).toMatchObject({ label: problem, enabled: false });
  });

  it("opens the window, copies a client's first configuration, and quits", () => {
    const { choose, done } = open(status);
    choose("Open Recollect");
    choose("Cursor");
    choose("Quit Recollect");
    expect(done).toEqual(["open", "copy best", "quit"]);
  });

  it("searches, writes a memory, and opens Settings", () => {
    const { choose, done } = open(status);
    for (const label of ["Search …", "New memory …", "Settings"]) choose(label);
    expect(done).toEqual(["search", "new memory", "settings"]);
  });

  it("opens a recent memory by its title, or shows that there are none", () => {
    const { choose, done } = open(status);
    choose("Orders && payments");
    expect(done).toEqual(["open 01J"]);
    expect(open(status, []).choose("No memories yet")?.enabled).toBe(false);
  });

  it("offers to pause while serving, to resume while paused, and neither after a failure", () => {
    const serving = open(status);
    serving.choose("Pause serving");
    expect(serving.done).toEqual(["serving false"]);
    const paused = open({ ...status, serving: "paused" });
    paused.choose("Resume serving");
    expect(paused.done).toEqual(["serving true"]);
    expect(open(failed).choose("Pause serving")?.enabled).toBe(false);
  });

  it("shows items and errors in the owner's language", () => {
    expect(open(failed, [], zh).menu[0]?.label).toBe("端口 7325 已被其他程序占用（node，进程 12）。");
    expect(open(status, [], zh).choose("退出 Recollect")).toBeDefined();
    expect<Text>(textFor("system", ["zh-CN", "en"])).toBe(zh);
    expect<Text>(textFor("system", ["de"])).toBe(en);
    expect<Text>(textFor("en", ["zh-CN"])).toBe(en);
  });

  it("opens the inbox while memories wait for review", () => {
    const { choose, done } = open(status, [memory], en, 3);
    choose("3 memories wait for review");
    expect(done).toEqual(["inbox"]);
    expect(open(status).menu.map(({ label }) => label)).not.toContain("0 memories wait for review");
  });

  it("opens the servers while tools wait for approval", () => {
    const { choose, done } = open(status, [memory], en, 0, 2);
    choose("2 tools wait for your approval");
    expect(done).toEqual(["servers"]);
    expect(open(status).menu.map(({ label }) => label)).not.toContain("0 tools wait for your approval");
  });

  it("restarts to an update that is downloaded", () => {
    const { choose, done } = open(status, [memory], en, 0, 0, "2.0.0");
    choose("Restart to update to 2.0.0");
    expect(done).toEqual(["restart"]);
    expect(open(status).menu.map(({ label }) => label)).not.toContain("Restart to update to 2.0.0");
  });
});
