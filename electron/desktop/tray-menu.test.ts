import { expect, it } from "vitest";
import type { AppStatus } from "../ipc/contract.ts";
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
  alerts: [],
};
const configuration = {
  id: "cursor",
  title: "Cursor",
  snippets: [
    { transport: "http", kind: "file", language: "json", path: "/f", text: "best", instructions: "" },
    { transport: "stdio", kind: "file", language: "json", path: "/f", text: "second", instructions: "" },
  ],
} as const;

function open(now: AppStatus) {
  const done: string[] = [];
  const menu = buildTrayMenu(now, [configuration], {
    open: () => done.push("open"),
    copy: (text) => done.push(`copy ${text}`),
    setServing: (serving) => done.push(`serving ${serving}`),
    quit: () => done.push("quit"),
  });
  const choose = (label: string) => {
    const items = menu.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? item.submenu : [])]);
    const item = items.find((candidate) => candidate.label === label);
    (item?.click as (() => void) | undefined)?.();
    return item;
  };
  return { menu, choose, done };
}

it("says first what is served where, or why not", () => {
  expect(describeStatus(status)).toBe("Serving on port 7325, 3 clients connected");
  expect(describeStatus({ ...status, clientsConnected: 1 })).toContain("1 client connected");
  expect(describeStatus({ ...status, serving: "paused" })).toBe("Paused on port 7325");
  const problem = "Port 7325 is used by another program. Choose another port, or stop it.";
  expect(open({ ...status, serving: "failed", problem }).menu[0]).toMatchObject({ label: problem, enabled: false });
});

it("opens, copies the best configuration of a client, and quits", () => {
  const { choose, done } = open(status);
  choose("Open Recollect");
  choose("Cursor");
  choose("Quit Recollect");
  expect(done).toEqual(["open", "copy best", "quit"]);
});

it("offers to pause while it serves, to resume while it is paused, and neither when it cannot serve", () => {
  const serving = open(status);
  serving.choose("Pause serving");
  expect(serving.done).toEqual(["serving false"]);
  const paused = open({ ...status, serving: "paused" });
  paused.choose("Resume serving");
  expect(paused.done).toEqual(["serving true"]);
  expect(open({ ...status, serving: "failed" }).choose("Pause serving")?.enabled).toBe(false);
});
