import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { DEFAULT_SECRET_POLICY } from "../../../electron/core/secrets/policy.ts";
import { settingsSearch } from "../../../electron/text/en/settings-search.ts";
import { en } from "../../../electron/text/en.ts";
import type { Settings } from "../../../electron/window-api/contract.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import { sampleModel, sampleStatus } from "../../testing/samples.ts";
import type { Responses } from "../../testing/test-bridge.ts";
import { type SettingSection, useSettingSections } from "./setting-sections.ts";
import { SettingsView } from "./settings-view.tsx";

const settings: Settings = {
  port: 7325,
  theme: "system",
  language: "system",
  startAtLogin: false,
  canStartAtLogin: true,
  quickKeys: null,
  quickWindow: { isActive: false, isUncertain: false },
  dataFolder: "/home/ada/recollect",
  secrets: DEFAULT_SECRET_POLICY,
  use: true,
  restartNeeded: false,
};
const backup = { name: "b", at: "2026-11-20T10:00:00.000Z", kind: "daily", bytes: 1, memories: 1, trash: 0 };
const responses: Responses = {
  "settings.get": () => settings,
  "app.status": () => sampleStatus({ dataFolder: "/home/ada/recollect" }),
  "index.status": () => ({
    isRebuilding: false,
    text: { state: "ready", indexed: 8 },
    vectors: { state: "ready", ready: 8, pending: 0, model: "small" },
  }),
  "model.status": () => sampleModel({ state: "ready" }),
  "secrets.status": () => ({ place: "file", hasKeychain: false, problem: null }),
  "memories.facets": () => ({ total: 0, namespaces: [], domains: [], tags: [], clients: [] }),
  "memories.places": () => ({ domains: [], namespaces: [], repeated: [], formerNames: [] }),
  "backups.list": () => ({ backups: [backup as never], secondFolder: null }),
  "updates.status": () => ({ agreed: null, obstacle: null }) as never,
};

function show(address: string) {
  return renderPlace(<SettingsView />, address, responses);
}
const search = (query: string) =>
  fireEvent.change(screen.getByRole("searchbox", { name: "Search settings" }), { target: { value: query } });
const results = () => within(screen.getByRole("list", { name: "Settings found" }));

let sections: readonly SettingSection[] = [];
function Probe() {
  sections = useSettingSections();
  return null;
}

/** Makes the window too narrow for two panes. */
function narrow() {
  const list = { matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() };
  vi.stubGlobal("matchMedia", () => list);
}
afterEach(() => vi.unstubAllGlobals());

it.each(
  Object.entries(settingsSearch.synonyms).flatMap(([section, { section: _, ...rest }]) =>
    Object.keys(rest).map((setting) => [section, setting] as const),
  ),
)("shows the setting %s › %s when its address is opened", async (section, setting) => {
  renderPlace(<Probe />, "#/settings", {});
  const entry = sections.find(({ id }) => id === section)?.settings.find(({ id }) => id === setting);
  show(`#/settings/${section}/${setting}`);
  await waitFor(() => expect(document.querySelector("[data-sought]")?.textContent).toContain(entry?.name));
  expect(screen.getAllByText(entry?.name ?? "").length).toBeGreaterThan(0);
});

it("opens General first, and a section by its link or its address", async () => {
  show("#/settings");
  const list = within(screen.getByRole("navigation", { name: "Sections of Settings" }));
  expect(list.getByRole("link", { name: "General" }).getAttribute("aria-current")).toBe("page");
  expect(await screen.findByRole("region", { name: "General" })).toBeTruthy();
  fireEvent.click(list.getByRole("link", { name: "Backups" }));
  expect(location.hash).toBe("#/settings/backups");
  expect(await screen.findByRole("region", { name: "Backups" })).toBeTruthy();
  expect(screen.queryByRole("region", { name: "General" })).toBeNull();
});

it("finds settings by the starts of words and by synonyms, and marks what matches", async () => {
  show("#/settings");
  search("the");
  const [theme, ...others] = results().getAllByRole("link");
  expect([theme?.textContent, others.length]).toEqual(["Theme", 0]);
  expect(theme?.querySelector("mark")?.textContent).toBe("The");
  search("dark");
  const dark = results().getByRole("link", { name: /^Theme/ });
  expect(dark.textContent).toBe("Theme dark");
  expect(dark.querySelector("mark")?.textContent).toBe("dark");
  // The section is named, and is not a result itself.
  expect(results().getByText("General").closest("a")).toBeNull();
  search("backups folder");
  expect(
    results()
      .getAllByRole("link")
      .map(({ textContent }) => textContent),
  ).toContain("Folder");
});

it("opens a result, marks it on the page, and focuses its control", async () => {
  show("#/settings");
  await screen.findByRole("region", { name: "General" });
  search("port");
  const port = results().getByRole("link", { name: "Port" });
  const field = screen.getByRole("searchbox");
  field.focus();
  fireEvent.keyDown(field, { key: "Enter" });
  expect(document.activeElement?.closest("ul")?.getAttribute("aria-label")).toBe("Settings found");
  fireEvent.click(port);
  expect(location.hash).toBe("#/settings/connection/port");
  const input = await screen.findByLabelText("Port");
  await waitFor(() => expect(document.activeElement).toBe(input));
  expect(input.closest("[data-sought]")?.querySelector("mark")?.textContent).toBe("Port");
});

it("says that nothing matches, and suggests other words", () => {
  show("#/settings");
  search("zebra");
  expect(screen.getByRole("status").textContent).toContain("No setting matches “zebra”.");
  fireEvent.click(screen.getByRole("button", { name: en.common.clear }));
  expect(screen.getByRole("navigation", { name: "Sections of Settings" })).toBeTruthy();
});

it.each([
  ["spaces", "#/spaces"],
  ["remoteDomains", "#/remoteDomains"],
  ["clientMemories", "#/clientMemories"],
])("leads from the former section %s to its place", async (section, address) => {
  show(`#/settings/${section}`);
  await waitFor(() => expect(location.hash).toBe(address));
});

it("finds features that are in another place", () => {
  show("#/settings");
  search("postgres");
  fireEvent.click(results().getByRole("link", { name: /^Remote projects/ }));
  expect(location.hash).toBe("#/remoteDomains");
});

it("has a list to choose from instead of the sections in a narrow window", async () => {
  narrow();
  show("#/settings/connection");
  expect(screen.queryByRole("navigation", { name: "Sections of Settings" })).toBeNull();
  expect(screen.getByRole("combobox", { name: "Sections of Settings" }).textContent).toBe("Connection");
  expect(await screen.findByLabelText("Port")).toBeTruthy();
  search("theme");
  // The results take the place of the section.
  expect(screen.queryByLabelText("Port")).toBeNull();
  fireEvent.click(results().getByRole("link", { name: "Theme" }));
  expect(await screen.findByRole("radio", { name: "Dark" })).toBeTruthy();
});
