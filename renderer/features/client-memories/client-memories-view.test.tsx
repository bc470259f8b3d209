import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { ClientMemorySources, ClientMemoryStatus } from "../../../electron/core/client-memories.ts";
import { BridgeError } from "../../bridge.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import type { Responses } from "../../testing/test-bridge.ts";
import { ClientMemoriesView } from "./client-memories-view.tsx";

const FILE = "/home/ada/shop/CLAUDE.md";
const survey: ClientMemorySources = {
  clients: [
    {
      client: "claude-code",
      watched: true,
      entries: 2,
      places: [{ folder: "/home/ada/.claude/projects/-home-ada-shop/memory", project: "acme/shop", entries: 2 }],
      problems: [],
    },
    { client: "codex", watched: false, entries: 0, places: [], problems: [] },
  ],
  files: [{ path: FILE, watched: true, chosen: ["Style"], sections: ["Style", "Commands"] }],
};
const off: ClientMemoryStatus = { state: "off", sources: [], problems: [], scannedAt: null };
const idle: ClientMemoryStatus = {
  state: "idle",
  sources: [{ source: "claude-code", entries: 2, waiting: 1, kept: 1, rejected: 0, gone: 1 }],
  problems: [],
  scannedAt: "2026-01-01T00:00:00.000Z",
};

function open(status: ClientMemoryStatus, given: Responses = {}) {
  const settings = { clients: ["claude-code" as const], files: [{ path: FILE, sections: ["Style"] }] };
  return renderPlace(<ClientMemoriesView />, "#/clientMemories", {
    "clientMemories.status": () => status,
    "clientMemories.settings": () => settings,
    "clientMemories.survey": () => survey,
    "clientMemories.updateSettings": () => settings,
    "clientMemories.scan": () => status,
    ...given,
  });
}

const changesOf = (bridge: ReturnType<typeof open>) =>
  bridge.calls.filter(({ method }) => method === "clientMemories.updateSettings").map(({ input }) => input);

it("does not survey clients' memories before the owner asks for it", async () => {
  const bridge = open(off);
  fireEvent.click(await screen.findByRole("button", { name: "Look for memories" }));
  expect(await screen.findByText("2 memories in 1 folder")).toBeTruthy();
  const methods = bridge.calls.map(({ method }) => method);
  expect(methods.indexOf("clientMemories.survey")).toBeGreaterThan(methods.indexOf("clientMemories.status"));
  expect(methods.filter((method) => method === "clientMemories.scan")).toEqual([]);
});

it("shows what became of a client's memories, and switches clients on and off", async () => {
  const bridge = open(idle);
  expect(await screen.findByText("1 waiting · 1 kept · 1 no longer in the file")).toBeTruthy();
  fireEvent.click(screen.getByRole("switch", { name: "Watch the memories of Codex" }));
  await waitFor(() => expect(changesOf(bridge)).toEqual([{ clients: ["claude-code", "codex"] }]));
  fireEvent.click(screen.getByRole("button", { name: "Review in the Inbox" }));
  expect(window.location.hash).toBe("#/inbox");
});

it("chooses sections of an instruction file, and watches another file", async () => {
  const bridge = open(idle);
  expect(await screen.findByText("1 of 2 sections")).toBeTruthy();
  fireEvent.click(screen.getByRole("checkbox", { name: "Commands" }));
  await waitFor(() =>
    expect(changesOf(bridge)).toEqual([{ files: [{ path: FILE, sections: ["Style", "Commands"] }] }]),
  );
  fireEvent.click(screen.getByText("Watch another file"));
  fireEvent.change(screen.getByLabelText("Path of a Markdown file"), { target: { value: "/home/ada/AGENTS.md" } });
  fireEvent.click(screen.getByRole("button", { name: "Watch" }));
  await waitFor(() =>
    expect(changesOf(bridge)[1]).toEqual({
      files: [
        { path: FILE, sections: ["Style"] },
        { path: "/home/ada/AGENTS.md", sections: null },
      ],
    }),
  );
});

it("shows which files of clients' memories could not be read, and an error of a change", async () => {
  const error = { code: "storage", message: "x.md cannot be read.", hint: "Check that you may read it." } as const;
  const bridge = open(
    { ...idle, problems: [{ path: "x.md", error }] },
    {
      "clientMemories.updateSettings": () => {
        throw new BridgeError({ code: "invalid_argument", message: "It is not an absolute path." });
      },
    },
  );
  expect(await screen.findByText("1 problem while reading")).toBeTruthy();
  expect(screen.getByText(/x\.md cannot be read\. Check that you may read it\./)).toBeTruthy();
  fireEvent.click(screen.getByRole("switch", { name: `Watch ${FILE}` }));
  expect(await screen.findByText("It is not an absolute path.")).toBeTruthy();
  fireEvent.click(screen.getByText("Watch another file"));
  const path = screen.getByLabelText("Path of a Markdown file");
  fireEvent.change(path, { target: { value: "AGENTS.md" } });
  fireEvent.submit(path);
  await waitFor(() => expect(changesOf(bridge)).toHaveLength(2));
  // It can be corrected.
  expect(path).toHaveProperty("value", "AGENTS.md");
});
