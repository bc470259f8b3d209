import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { ClientActivity, ClientConfiguration } from "../../../electron/ipc/contract.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import type { Answers } from "../../testing/test-bridge.ts";
import { sampleRequest } from "../activity/testing/sample-requests.ts";
import { ClientsView } from "./clients-view.tsx";

const TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjb2RleCJ9.aBc-_123";
const codex: ClientConfiguration = {
  id: "codex",
  title: "Codex",
  snippets: [
    {
      transport: "http",
      kind: "file",
      language: "toml",
      path: "/home/ada/.codex/config.toml",
      text: `http_headers = { Authorization = "Bearer ${TOKEN}" }`,
      instructions: "Add this to the file. Then start a new session.",
    },
    {
      transport: "stdio",
      kind: "file",
      language: "toml",
      path: "/home/ada/.codex/config.toml",
      text: 'command = "recollect-shim"',
      instructions: "Add this to the file.",
    },
  ],
};
const claude: ClientActivity = {
  name: "claude-code",
  version: "2.1.0",
  connected: true,
  sessions: 1,
  transport: "http",
  era: "2026",
  protocolVersion: "2026-07-28",
  project: "acme/shop",
  lastSeenAt: new Date(Date.now() - 12_500).toISOString(),
  lastMethod: "search_memories",
  requestsToday: 212,
  capturesToday: 1,
  errorsToday: 3,
};

function answers(given: Answers = {}): Answers {
  return {
    "clients.list": () => [claude],
    "clients.configurations": () => [codex],
    "app.status": () => ({
      version: "0.1.0",
      host: "desktop",
      platform: "linux",
      serving: "serving",
      problem: null,
      url: "http://127.0.0.1:7325/mcp",
      port: 7325,
      startedAt: "2026-11-21T10:00:00.000Z",
      clientsConnected: 1,
      dataFolder: "/data",
    }),
    ...given,
  };
}

const copied = vi.fn(async (_text: string) => undefined);
beforeEach(() => {
  copied.mockClear();
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation(copied);
});

test("a client's row says its state in words, and leads to its requests", async () => {
  renderPlace(<ClientsView />, "#/clients", answers());
  const row = await screen.findByRole("button", { name: /claude-code/ });
  expect(row.textContent).toMatch(/connected · in acme\/shop · 2026-07-28 · HTTP · last: search_memories 1[2-9] s ago/);
  expect(row.textContent).toContain("212 requests today");
  expect(row.textContent).toContain("3 errors");
  fireEvent.click(row);
  expect(location.hash).toBe("#/activity?client=claude-code");
});

test("without clients the place says who could connect", async () => {
  renderPlace(<ClientsView />, "#/clients", answers({ "clients.list": () => [] }));
  expect(await screen.findByText("No client has connected yet")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Connect a client" }));
  expect(await screen.findByRole("radio", { name: "Codex" })).toBeTruthy();
});

test("the token is masked until it is revealed, and copied whole", async () => {
  renderPlace(<ClientsView />, "#/clients/connect/codex", answers());
  const code = await screen.findByRole("figure", { name: "Configuration for Codex" });
  expect(code.textContent).not.toContain(TOKEN);
  fireEvent.click(within(code).getByRole("button", { name: "Copy" }));
  await waitFor(() => expect(copied).toHaveBeenCalledWith(codex.snippets[0]?.text));
  expect(await within(code).findByText("Copied")).toBeTruthy();
  fireEvent.click(within(code).getByRole("button", { name: "Show token" }));
  expect(code.textContent).toContain(TOKEN);
});

test("the other way in shows its own configuration", async () => {
  renderPlace(<ClientsView />, "#/clients/connect/codex", answers());
  fireEvent.click(await screen.findByRole("radio", { name: "stdio" }));
  expect(screen.getByRole("figure").textContent).toContain("recollect-shim");
  expect(screen.queryByRole("button", { name: "Show token" })).toBeNull();
});

test("the live line waits for the client and tells its first request", async () => {
  const bridge = renderPlace(<ClientsView />, "#/clients/connect/codex", answers());
  expect(await screen.findByText("Waiting for Codex's first request…")).toBeTruthy();
  act(() =>
    bridge.emit({
      name: "requests.recorded",
      payload: [
        sampleRequest({ id: 7, client: { name: "claude-code", version: "2.1.0" } }),
        sampleRequest({ id: 8, client: { name: "codex-mcp-client", version: "1" }, target: "memory_status" }),
      ],
    }),
  );
  expect(screen.getByText("Codex called memory_status")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "See it in Activity" }));
  expect(location.hash).toBe("#/activity/8");
});

test("a refused request is told with its remedy", async () => {
  const bridge = renderPlace(<ClientsView />, "#/clients/connect/codex", answers());
  await screen.findByText("Waiting for Codex's first request…");
  act(() =>
    bridge.emit({ name: "requests.recorded", payload: [sampleRequest({ id: 9, client: null, httpStatus: 401 })] }),
  );
  expect(screen.getByText(/Copy the configuration again/)).toBeTruthy();
});
