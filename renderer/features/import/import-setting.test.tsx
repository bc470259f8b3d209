import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { FoundImport, ImportReport } from "../../../electron/core/memory-import.ts";
import { BridgeError } from "../../bridge.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import type { Responses } from "../../testing/test-bridge.ts";
import { ImportOffer, ImportSetting } from "./import-setting.tsx";

const FILE = "/home/ada/.claude-mem/claude-mem.db";
const found: FoundImport = { program: "claude-mem", path: FILE, bytes: 9, changedAt: "2026-11-20T10:00:00.000Z" };
const report: ImportReport = {
  program: "claude-mem",
  created: 1204,
  known: 3,
  conflicts: [{ line: 7, place: "observation 7", reason: "A different version is already here and is kept." }],
  refused: [],
  cleaned: 0,
  masked: 0,
  notices: [],
  leftOut: [{ reason: "prompt", count: 874 }],
  domains: [
    { domain: "acme/shop", created: 1200, from: ["shop"] },
    { domain: "user", created: 4, from: [] },
  ],
};

function show(responses: Responses = {}) {
  return renderPlace(<ImportSetting />, "#/settings/import", { "imports.found": () => [found], ...responses });
}
const runs = (bridge: ReturnType<typeof show>) =>
  bridge.calls.filter(({ method }) => method === "imports.run").map(({ input }) => input);
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));

it("previews a source found on this computer and imports it into the chosen domain", async () => {
  const bridge = show({ "imports.run": () => report });
  await press(`Preview: claude-mem, ${FILE}`);
  expect(await screen.findByText("1,204 memories to import")).toBeTruthy();
  expect(screen.getByText("3 already in Recollect")).toBeTruthy();
  expect(screen.getByText(/874 prompts skipped/)).toBeTruthy();
  expect(screen.getByText("observation 7").parentElement?.textContent).toContain(
    "A different version is already here and is kept",
  );
  expect(runs(bridge)).toEqual([{ path: FILE, dryRun: true, toInbox: false, projects: {} }]);
  const domain = screen.getByLabelText<HTMLInputElement>("Project for shop");
  expect(domain.value).toBe("acme/shop");
  fireEvent.change(domain, { target: { value: " " } });
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Import 1,204 memories" }).disabled).toBe(true);
  fireEvent.change(domain, { target: { value: "acme/till" } });
  await press("Import 1,204 memories");
  expect(await screen.findByText("1,204 memories imported")).toBeTruthy();
  expect(runs(bridge).at(-1)).toEqual({ path: FILE, dryRun: false, toInbox: false, projects: { shop: "acme/till" } });
  await press("Done");
  await waitFor(() => expect(location.hash).toBe("#/settings/data"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("names the files that were left out, and the ones that were read in another way", async () => {
  const details = { reason: "import_date_ambiguous", date: "06/05/2024" };
  const error = { code: "invalid_argument", message: "", details } as const;
  const notices = [{ line: 1, place: "a.md", reason: "", error }];
  const files = ["node_modules", "web/node_modules"];
  const leftOut: ImportReport["leftOut"] = [{ reason: "dependency", count: 7, files }];
  show({ "imports.run": () => ({ ...report, notices, leftOut }) });
  await press(`Preview: claude-mem, ${FILE}`);
  expect(await screen.findByText(/^7 folders skipped: .*\(node_modules, web\/node_modules and 5 more\)$/)).toBeTruthy();
  const region = screen.getByRole("region", { name: "Read in another way" });
  expect(region.textContent).toContain("a.md: Its date 06/05/2024 was not used");
});

it("imports into the inbox if the owner wishes, and opens it", async () => {
  const bridge = show({ "imports.run": () => report });
  await press(`Preview: claude-mem, ${FILE}`);
  fireEvent.click(await screen.findByRole("switch", { name: "Review them in the Inbox first" }));
  await press("Import 1,204 memories");
  expect(await screen.findByText("1,204 memories in the Inbox")).toBeTruthy();
  expect(runs(bridge).at(-1)).toEqual({ path: FILE, dryRun: false, toInbox: true, projects: {} });
  await press("Open the Inbox");
  await waitFor(() => expect(location.hash).toBe("#/inbox"));
});

it("shows why a chosen file cannot be read, and lets the user choose another", async () => {
  const refusal = new BridgeError({ code: "invalid_argument", message: "/x.db is of no program that is known." });
  const bridge = show({
    "imports.found": () => [],
    "app.chooseFile": () => "/x.db",
    "imports.run": () => {
      throw refusal;
    },
  });
  expect(await screen.findByText(/No memories from other programs/)).toBeTruthy();
  const look = screen.getByRole<HTMLButtonElement>("button", { name: "Preview" });
  expect(look.disabled).toBe(true);
  await press("File…");
  await waitFor(() => expect(look.disabled).toBe(false));
  fireEvent.click(look);
  expect((await screen.findByRole("alert")).textContent).toContain("/x.db is of no program that is known.");
  expect(screen.getByLabelText<HTMLInputElement>("File or folder").value).toBe("/x.db");
  expect(runs(bridge)).toHaveLength(1);
});

it("shows the progress, and offers no import if there is nothing new", async () => {
  let finish: (value: ImportReport) => void = () => undefined;
  const bridge = show({ "imports.run": () => new Promise<ImportReport>((resolve) => (finish = resolve)) });
  await press(`Preview: claude-mem, ${FILE}`);
  const bar = await screen.findByRole("progressbar", { name: "Reading" });
  act(() => bridge.emit({ name: "import.progress", payload: { done: 400, total: 1600 } }));
  await waitFor(() => expect(bar.getAttribute("aria-valuetext")).toBe("400 of 1,600"));
  expect(screen.getByRole("button", { name: "Stop" })).toBeTruthy();
  finish({ ...report, created: 0, domains: [], conflicts: [] });
  expect(await screen.findByText("Nothing new to import.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Import/ })).toBeNull();
  await press("Back");
  expect(within(await screen.findByRole("dialog")).getByLabelText("File or folder")).toBeTruthy();
});

it("offers an import of the sources found", async () => {
  renderPlace(<ImportOffer />, "#/memories", { "imports.found": () => [found, { ...found, program: "markdown" }] });
  expect((await screen.findByRole("note")).textContent).toContain("claude-mem and Markdown notes");
  await press("Import…");
  expect(location.hash).toBe("#/settings/import");
});
