import { act, fireEvent, screen, within } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it } from "vitest";
import { useFrameCommands } from "../frame/use-frame-commands.ts";
import { renderPlace } from "../testing/render-place.tsx";
import { sampleConversation, sampleConversationStatus, sampleGrant, sampleServer } from "../testing/samples.ts";
import type { Responses } from "../testing/test-bridge.ts";
import { Palette } from "./palette.tsx";

// The items that were used last are shown first.
beforeEach(() => localStorage.clear());

function Window() {
  const [open, setOpen] = useState(false);
  useFrameCommands({ openPalette: () => setOpen(true), openShortcuts: () => undefined });
  return <Palette open={open} onClose={() => setOpen(false)} />;
}

const responses: Responses = {
  "memories.projects": () => [{ name: "acme/shop", memories: 2, changedAt: null }],
  "clients.grants": () => [sampleGrant("claude-code")],
  "servers.list": () => [sampleServer("tickets")],
  "conversations.status": () => sampleConversationStatus(),
  "memories.search": () => ({ items: [], notices: [], mode: "text" }) as never,
  "conversations.search": () =>
    ({ items: [{ session: sampleConversation("c1"), score: 1, passages: [], best: 3 }], words: [] }) as never,
};

async function find(query: string) {
  await act(async () => void fireEvent.keyDown(document.body, { key: "k", ctrlKey: true }));
  const field = await screen.findByRole("combobox");
  fireEvent.change(field, { target: { value: query } });
  return screen.findAllByRole("option");
}
const show = () => renderPlace(<Window />, "#/today", responses);

it.each([
  ["backup", "Backups"],
  ["port", "Connection"],
  ["dark", "General"],
  ["token", "Secrets in memories"],
  ["export", "Data"],
  ["update", "Updates"],
  ["restore", "Backups"],
])("finds a setting by the synonym %s", async (query, title) => {
  show();
  const options = await find(query);
  expect(options.map(({ textContent }) => textContent)).toContain(title);
});

it.each([
  ["dark", "ThemeGeneral", "#/settings/general/theme"],
  ["port", "PortConnection", "#/settings/connection/port"],
  ["iban", "Personal data tooSecrets in memories", "#/settings/secrets/personal"],
  ["postgres", "Remote projects", "#/remoteDomains"],
])("opens the setting that %s names", async (query, title, address) => {
  show();
  const option = (await find(query)).find(({ textContent }) => textContent === title);
  fireEvent.click(option as HTMLElement);
  expect(location.hash).toBe(address);
});

it("shows single settings only while a query names them", async () => {
  show();
  expect((await find("")).map(({ textContent }) => textContent)).not.toContain("ThemeGeneral");
});

it("finds the command that backs up by one word", async () => {
  show();
  expect((await find("backup")).map(({ textContent }) => textContent)).toContain("Back up now");
});

it.each([
  ["shop", "acme/shop", "#/projects/acme%2Fshop"],
  ["claude", "Claude Code", "#/clients/access/claude-code"],
  ["tick", "tickets", "#/servers/id-tickets"],
  ["about", /^About c1/, "#/conversations/c1/3"],
])("opens what %s names", async (query, title, address) => {
  show();
  await find(query);
  fireEvent.click(await screen.findByRole("option", { name: title }));
  expect(location.hash).toBe(address);
});

it.each([
  ["connect", "Connect a client", "#/clients/connect"],
  ["new mem", "New memory", "#/memories/all/new"],
])("runs the command that %s names in every place", async (query, title, address) => {
  show();
  await find(query);
  fireEvent.click(await screen.findByRole("option", { name: title }));
  expect(location.hash).toBe(address);
});

it("shows the last used first, and nothing twice", async () => {
  show();
  await find("backup");
  fireEvent.click(screen.getByRole("option", { name: "Backups" }));
  const options = await find("");
  expect(options[0]?.textContent).toBe("Backups");
  expect(within(screen.getByRole("listbox")).getAllByRole("option", { name: "Backups" })).toHaveLength(1);
});
