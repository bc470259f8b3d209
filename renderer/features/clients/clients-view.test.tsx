import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { CatalogueClient, ClientConfiguration, ConnectionPreview } from "../../../electron/ipc/contract.ts";
import { BridgeError } from "../../bridge.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import { sampleActivity, sampleCatalogueClient, sampleGrant, sampleStatus } from "../../testing/sample-answers.ts";
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
const codexHere = sampleCatalogueClient("codex", "Codex", {
  file: "/home/ada/.codex/config.toml",
  transports: ["http", "stdio"],
  afterwards: "It holds for sessions that start afterwards.",
});
const preview: ConnectionPreview = {
  id: "plan-1",
  action: "connect",
  clientId: "codex",
  title: "Codex",
  transport: "http",
  scope: "user",
  path: "/home/ada/.codex/config.toml",
  exists: true,
  difference: [
    { kind: "same", text: 'model = "o3"' },
    { kind: "added", text: `http_headers = { Authorization = "Bearer ${TOKEN}" }` },
  ],
  backupPath: "/home/ada/.codex/config.toml.recollect-backup-1",
  warnings: ["Other people on this computer can read this file."],
  afterwards: "It holds for sessions that start afterwards.",
};
const claude = sampleActivity("claude-code", {
  version: "2.1.0",
  connected: true,
  sessions: 1,
  era: "2026",
  protocolVersion: "2026-07-28",
  project: "acme/shop",
  lastSeenAt: new Date(Date.now() - 12_500).toISOString(),
  lastMethod: "search_memories",
  requestsToday: 212,
  capturesToday: 1,
  errorsToday: 3,
});

function answers(given: Answers = {}): Answers {
  return {
    "clients.list": () => [claude],
    "clients.grants": () => [],
    "requests.list": () => ({ items: [] }),
    "clients.configurations": () => [codex],
    "connections.catalogue": () => [codexHere],
    "connections.stale": () => [],
    "app.status": () => sampleStatus({ clientsConnected: 1 }),
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
  const row = await screen.findByRole("button", { name: /^claude-code/ });
  expect(row.textContent).toMatch(/connected · in acme\/shop · 2026-07-28 · HTTP · last: search_memories 1[2-9] s ago/);
  expect(row.textContent).toContain("212 requests today");
  expect(row.textContent).toContain("3 errors");
  fireEvent.click(row);
  expect(location.hash).toBe("#/activity?client=claude-code");
});

test("requests without a good token are counted, and lead to themselves", async () => {
  const at = new Date(Date.now() - 1_000).toISOString();
  const common = { at, client: null, subject: null, httpStatus: 401, outcome: "error" } as const;
  const refused = [
    sampleRequest({ id: 3, ...common, refusal: { reason: "origin", claimed: null, requests: 50 } }),
    sampleRequest({ id: 2, ...common, refusal: { reason: "expired", claimed: "codex", requests: 411 } }),
    sampleRequest({ id: 1, ...common, refusal: { reason: "expired", claimed: "codex", requests: 1 } }),
  ];
  renderPlace(<ClientsView />, "#/clients", answers({ "requests.list": () => ({ items: refused }) }));
  fireEvent.click(await screen.findByRole("button", { name: /^412 requests without a good token today/ }));
  expect(location.hash).toBe("#/activity?refused=yes");
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

test("a client's file is written as it was shown, and the token stays masked", async () => {
  const bridge = renderPlace(
    <ClientsView />,
    "#/clients/connect/codex",
    answers({ "connections.planConnect": () => preview, "connections.applyPlan": () => preview }),
  );
  fireEvent.click(await screen.findByRole("button", { name: "Write it for me" }));
  const difference = await screen.findByRole("figure", { name: /What changes in/ });
  expect(difference.textContent).toContain("added: http_headers");
  expect(difference.textContent).not.toContain(TOKEN);
  expect(screen.getByText(/Other people on this computer/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Write" }));
  expect(await screen.findByText("Written to /home/ada/.codex/config.toml.")).toBeTruthy();
  expect(bridge.calls).toContainEqual({
    method: "connections.planConnect",
    input: { clientId: "codex", scope: "user", transport: "http" },
  });
  expect(bridge.calls).toContainEqual({ method: "connections.applyPlan", input: { planId: "plan-1" } });
  expect(screen.getByText("Waiting for Codex's first request…")).toBeTruthy();
});

test("a file that changed since is told, and looked at again", async () => {
  const conflict = () => {
    throw new BridgeError({ code: "conflict", message: "It changed since the preview.", hint: "Look again." });
  };
  const given = { "connections.planConnect": () => preview, "connections.applyPlan": conflict };
  renderPlace(<ClientsView />, "#/clients/connect/codex", answers(given));
  fireEvent.click(await screen.findByRole("button", { name: "Write it for me" }));
  fireEvent.click(await screen.findByRole("button", { name: "Write" }));
  expect((await screen.findByRole("alert")).textContent).toContain("It changed since the preview. Look again.");
  expect(screen.getByRole("button", { name: "Write it for me" })).toBeTruthy();
});

test("what is connected can be disconnected", async () => {
  const removal: ConnectionPreview = { ...preview, action: "disconnect", warnings: [] };
  renderPlace(
    <ClientsView />,
    "#/clients/connect/codex",
    answers({
      "connections.catalogue": () => [{ ...codexHere, state: "connected" }],
      "connections.planDisconnect": () => removal,
      "connections.applyPlan": () => removal,
    }),
  );
  expect(await screen.findByText("Codex's file holds Recollect.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Disconnect" }));
  fireEvent.click(await screen.findByRole("button", { name: "Remove" }));
  expect(await screen.findByText("Taken out of /home/ada/.codex/config.toml.")).toBeTruthy();
});

test("files that hold what is old are offered together", async () => {
  const bridge = renderPlace(
    <ClientsView />,
    "#/clients",
    answers({
      "connections.stale": () => [{ clientId: "codex", title: "Codex", scope: "user", path: preview.path }],
      "connections.refresh": () => [preview, { ...preview, id: "plan-2", path: "/home/ada/.cursor/mcp.json" }],
      "connections.applyPlan": () => preview,
    }),
  );
  fireEvent.click(await screen.findByRole("button", { name: "Refresh" }));
  fireEvent.click(await screen.findByRole("button", { name: "Write 2 files" }));
  await waitFor(() =>
    expect(bridge.calls.filter(({ method }) => method === "connections.applyPlan").map(({ input }) => input)).toEqual([
      { planId: "plan-1" },
      { planId: "plan-2" },
    ]),
  );
});

test("clients of this computer come first, and a link is opened by the application", async () => {
  const cursor: CatalogueClient = { ...codexHere, id: "cursor", title: "Cursor", deepLink: "cursor://x" };
  const bridge = renderPlace(
    <ClientsView />,
    "#/clients/connect",
    answers({
      "clients.configurations": () => [codex, { ...codex, id: "cursor", title: "Cursor" }],
      "connections.catalogue": () => [{ ...codexHere, installed: false }, cursor],
      "connections.openLink": () => null,
    }),
  );
  const names = (await screen.findAllByRole("radio", { name: /Codex|Cursor/ })).map((radio) => radio.parentElement);
  expect(names.map((label) => label?.textContent)).toEqual(["Cursor", "Codex"]);
  fireEvent.click(screen.getByRole("button", { name: "Open in Cursor" }));
  await waitFor(() =>
    expect(bridge.calls).toContainEqual({ method: "connections.openLink", input: { clientId: "cursor" } }),
  );
});

test("a client whose file holds us and a token of the owner's have a row before they come", async () => {
  const grant = sampleGrant("nightly", {
    access: "read",
    expiresAt: new Date(Date.now() + 4.5 * 86_400_000).toISOString(),
  });
  renderPlace(
    <ClientsView />,
    "#/clients",
    answers({
      "clients.list": () => [],
      "clients.grants": () => [grant],
      "connections.catalogue": () => [{ ...codexHere, state: "connected" }],
      "memories.facets": () => ({ total: 0, namespaces: [], domains: [], tags: [], clients: [] }),
      "memories.namespaces": () => [],
    }),
  );
  const group = await screen.findByRole("region", { name: "Not seen yet" });
  const script = within(group).getByRole("button", { name: /^nightly/ });
  expect(script.textContent).toContain("never connected · token ends in 5 days · read only");
  expect(within(group).getByRole("button", { name: /^Codex/ }).textContent).toContain("its file holds Recollect");
  fireEvent.click(script);
  expect(await screen.findByRole("heading", { name: "What nightly may do" })).toBeTruthy();
});

test("help opens by itself once the wait has become long, in the client's own words", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    renderPlace(<ClientsView />, "#/clients/connect/codex", answers());
    const help = (await screen.findByText("If nothing comes")).closest("details");
    expect(help?.open).toBe(false);
    act(() => vi.advanceTimersByTime(20_000));
    expect(help?.open).toBe(true);
    expect(help?.textContent).toContain("/mcp lists its servers");
  } finally {
    vi.useRealTimers();
  }
});

test("Claude Desktop's bundle is handed out with what to do next", async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    saved.push(file as Blob);
    return "blob:bundle";
  });
  const desktop: CatalogueClient = { ...codexHere, id: "claude-desktop", title: "Claude Desktop" };
  renderPlace(
    <ClientsView />,
    "#/clients/connect/claude-desktop",
    answers({
      "clients.configurations": () => [{ ...codex, id: "claude-desktop", title: "Claude Desktop" }],
      "connections.catalogue": () => [desktop],
      "connections.extension": () => ({ name: "recollect.mcpb", content: btoa("PK") }),
    }),
  );
  fireEvent.click(await screen.findByRole("button", { name: "Save as an extension…" }));
  expect(await screen.findByText(/^Saved as recollect\.mcpb/)).toBeTruthy();
  expect(await saved[0]?.text()).toBe("PK");
});

test.each([
  ["unknown", /Copy the configuration again/],
  ["expired", /its token has expired\. Renew it/],
] as const)("a refused request (%s) is told with its remedy", async (reason, words) => {
  const bridge = renderPlace(<ClientsView />, "#/clients/connect/codex", answers());
  await screen.findByText("Waiting for Codex's first request…");
  const refusal = { reason, claimed: "codex", requests: 1 };
  const row = sampleRequest({ id: 9, client: null, subject: null, httpStatus: 401, refusal });
  act(() => bridge.emit({ name: "requests.recorded", payload: [row] }));
  expect(screen.getByText(words)).toBeTruthy();
});

test("a client that is turned away says so before it is connected again", async () => {
  const grant = sampleGrant("codex", { state: "revoked" });
  renderPlace(<ClientsView />, "#/clients/connect/codex", answers({ "clients.grants": () => [grant] }));
  expect(await screen.findByText("Revoked: its requests are refused")).toBeTruthy();
  fireEvent.click(screen.getAllByRole("button", { name: "What Codex may do" })[0] as HTMLElement);
  expect(location.hash).toBe("#/clients/access/codex");
});
