import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import type { ClientConfiguration, ConnectionPreview, KnownClient } from "../../../electron/window-api/contract.ts";
import { BridgeError } from "../../bridge.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import { sampleActivity, sampleGrant, sampleKnownClient, sampleStatus } from "../../testing/samples.ts";
import type { Responses } from "../../testing/test-bridge.ts";
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
      instructions: [{ reason: "add_table" }, { reason: "next_new_sessions" }],
    },
    {
      transport: "stdio",
      kind: "file",
      language: "toml",
      path: "/home/ada/.codex/config.toml",
      text: 'command = "recollect-shim"',
      instructions: [{ reason: "add_table" }],
    },
  ],
};
const codexHere = sampleKnownClient("codex", "Codex", {
  file: "/home/ada/.codex/config.toml",
  transports: ["http", "stdio"],
  help: { reason: "help_codex" },
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
  warnings: [{ reason: "file_readable_by_others" }],
  nextStep: { reason: "next_new_sessions" },
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

function responses(given: Responses = {}): Responses {
  return {
    "clients.list": () => [claude],
    "clients.grants": () => [],
    "servers.list": () => [],
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

it("shows the state of a client and opens its requests", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(claude.lastSeenAt) + 12_500 });
  onTestFinished(() => void vi.useRealTimers());
  renderPlace(<ClientsView />, "#/clients", responses());
  const row = await screen.findByRole("button", { name: /^claude-code/ });
  expect(row.textContent).toMatch(/connected · in acme\/shop · last: search memories 1[23] s ago/);
  expect(row.textContent).not.toMatch(/2026-07-28|HTTP/);
  expect(row.textContent).toContain("212 requests today");
  expect(row.textContent).toContain("3 errors");
  fireEvent.click(row);
  expect(location.hash).toBe("#/activity?client=claude-code");
});

it("says when a client was last seen if its last message was not a tool", async () => {
  for (const lastMethod of ["subscriptions/listen", "POST /tools/memory_status"]) {
    renderPlace(<ClientsView />, "#/clients", responses({ "clients.list": () => [{ ...claude, lastMethod }] }));
    const row = await screen.findByRole("button", { name: /^claude-code/ });
    expect(row.textContent).toMatch(/last seen/);
    expect(row.textContent).not.toMatch(/subscriptions|POST/);
    cleanup();
  }
});

it("counts the requests without a valid token and opens them", async () => {
  const at = new Date(Date.now() - 1_000).toISOString();
  const common = { at, client: null, subject: null, httpStatus: 401, outcome: "error" } as const;
  const refused = [
    sampleRequest({ id: 3, ...common, refusal: { reason: "origin", claimed: null, requests: 50 } }),
    sampleRequest({ id: 2, ...common, refusal: { reason: "expired", claimed: "codex", requests: 411 } }),
    sampleRequest({ id: 1, ...common, refusal: { reason: "expired", claimed: "codex", requests: 1 } }),
  ];
  renderPlace(<ClientsView />, "#/clients", responses({ "requests.list": () => ({ items: refused }) }));
  fireEvent.click(await screen.findByRole("button", { name: /^412 requests without a valid token today/ }));
  expect(location.hash).toBe("#/activity?refused=yes");
});

it("offers to connect a client if there are none", async () => {
  renderPlace(<ClientsView />, "#/clients", responses({ "clients.list": () => [] }));
  expect(await screen.findByText("No client has connected yet")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Connect a client" }));
  expect(await screen.findByRole("radio", { name: "Codex" })).toBeTruthy();
});

it("masks the token until it is revealed and copies it in full", async () => {
  renderPlace(<ClientsView />, "#/clients/connect/codex", responses());
  const code = await screen.findByRole("figure", { name: "Configuration for Codex" });
  expect(code.textContent).not.toContain(TOKEN);
  fireEvent.click(within(code).getByRole("button", { name: "Copy" }));
  await waitFor(() => expect(copied).toHaveBeenCalledWith(codex.snippets[0]?.text));
  expect(await within(code).findByText("Copied")).toBeTruthy();
  fireEvent.click(within(code).getByRole("button", { name: "Show token" }));
  expect(code.textContent).toContain(TOKEN);
});

it("shows the configuration of the other transport", async () => {
  renderPlace(<ClientsView />, "#/clients/connect/codex", responses());
  fireEvent.click(await screen.findByRole("radio", { name: "Program" }));
  expect(screen.getByRole("figure").textContent).toContain("recollect-shim");
  expect(screen.queryByRole("button", { name: "Show token" })).toBeNull();
});

it("says that a client is connected after a message that names no tool", async () => {
  const bridge = renderPlace(<ClientsView />, "#/clients/connect/codex", responses());
  expect(await screen.findByText("Waiting for the first request from Codex…")).toBeTruthy();
  const client = { name: "codex-mcp-client", version: "1" };
  act(() =>
    bridge.emit({
      name: "requests.recorded",
      payload: [sampleRequest({ id: 8, client, method: "initialize", target: null })],
    }),
  );
  expect(screen.getByText("Codex is connected")).toBeTruthy();
});

it("waits for the client and shows its first request", async () => {
  const bridge = renderPlace(<ClientsView />, "#/clients/connect/codex", responses());
  expect(await screen.findByText("Waiting for the first request from Codex…")).toBeTruthy();
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
  fireEvent.click(screen.getByRole("button", { name: "Show in Activity" }));
  expect(location.hash).toBe("#/activity/8");
});

it("writes a client's file after a preview with a masked token", async () => {
  const bridge = renderPlace(
    <ClientsView />,
    "#/clients/connect/codex",
    responses({ "connections.planConnect": () => preview, "connections.applyPlan": () => preview }),
  );
  fireEvent.click(await screen.findByRole("button", { name: "Write it for me" }));
  const difference = await screen.findByRole("figure", { name: /Changes in/ });
  expect(difference.textContent).toContain("added: http_headers");
  expect(difference.textContent).not.toContain(TOKEN);
  expect(screen.getByText(/Other users of this computer/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Write" }));
  expect(await screen.findByText("Written to /home/ada/.codex/config.toml.")).toBeTruthy();
  expect(bridge.calls).toContainEqual({
    method: "connections.planConnect",
    input: { clientId: "codex", scope: "user", transport: "http" },
  });
  expect(bridge.calls).toContainEqual({ method: "connections.applyPlan", input: { planId: "plan-1" } });
  expect(screen.getByText("Waiting for the first request from Codex…")).toBeTruthy();
});

it("shows that a file changed since the preview and offers a new preview", async () => {
  const conflict = () => {
    throw new BridgeError({ code: "conflict", message: "It changed since the preview.", hint: "Look again." });
  };
  const given = { "connections.planConnect": () => preview, "connections.applyPlan": conflict };
  renderPlace(<ClientsView />, "#/clients/connect/codex", responses(given));
  fireEvent.click(await screen.findByRole("button", { name: "Write it for me" }));
  fireEvent.click(await screen.findByRole("button", { name: "Write" }));
  expect((await screen.findByRole("alert")).textContent).toContain("It changed since the preview. Look again.");
  expect(screen.getByRole("button", { name: "Write it for me" })).toBeTruthy();
});

it("disconnects a connected client", async () => {
  const removal: ConnectionPreview = { ...preview, action: "disconnect", warnings: [] };
  renderPlace(
    <ClientsView />,
    "#/clients/connect/codex",
    responses({
      "connections.catalogue": () => [{ ...codexHere, state: "connected" }],
      "connections.planDisconnect": () => removal,
      "connections.applyPlan": () => removal,
    }),
  );
  expect(await screen.findByText("Recollect is configured in Codex's file.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Disconnect" }));
  fireEvent.click(await screen.findByRole("button", { name: "Remove" }));
  expect(await screen.findByText("Removed from /home/ada/.codex/config.toml.")).toBeTruthy();
});

it("updates all files that are out of date", async () => {
  const bridge = renderPlace(
    <ClientsView />,
    "#/clients",
    responses({
      "connections.stale": () => [{ clientId: "codex", title: "Codex", scope: "user", path: preview.path }],
      "connections.refresh": () => [preview, { ...preview, id: "plan-2", path: "/home/ada/.cursor/mcp.json" }],
      "connections.applyPlan": () => preview,
    }),
  );
  fireEvent.click(await screen.findByRole("button", { name: "Update" }));
  fireEvent.click(await screen.findByRole("button", { name: "Write 2 files" }));
  await waitFor(() =>
    expect(bridge.calls.filter(({ method }) => method === "connections.applyPlan").map(({ input }) => input)).toEqual([
      { planId: "plan-1" },
      { planId: "plan-2" },
    ]),
  );
});

it("lists installed clients first and opens a client's link", async () => {
  const cursor: KnownClient = { ...codexHere, id: "cursor", title: "Cursor", deepLink: "cursor://x" };
  const bridge = renderPlace(
    <ClientsView />,
    "#/clients/connect",
    responses({
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

it("leads with the plugin of a client that it connects, and warns before a second connection", async () => {
  renderPlace(
    <ClientsView />,
    "#/clients/connect/codex",
    responses({
      "clients.list": () => [],
      "connections.catalogue": () => [codexHere],
      "plugins.list": () => [
        { clientId: "codex", title: "Codex", state: "installed", hasHooks: true, folder: "/data/plugins/codex" },
      ],
    }),
  );
  expect(await screen.findByText("The plugin is installed, with the connection.")).toBeTruthy();
  expect(screen.getByRole("radio", { name: /Codex.*connected/ })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Write it for me" })).toBeNull();
  const group = screen.getByRole("region", { name: "Not seen yet" });
  expect(within(group).getByRole("button", { name: /^Codex/ }).textContent).toContain("set up by its plugin");
  fireEvent.click(screen.getByRole("button", { name: "Connect in its file instead" }));
  expect(await screen.findByRole("button", { name: "Write it for me" })).toBeTruthy();
  expect(screen.getByText(/would be a second connection/)).toBeTruthy();
});

it("lists a client that is configured in its file, and an owner-created token, before they connect", async () => {
  const grant = sampleGrant("nightly", {
    access: "read",
    expiresAt: new Date(Date.now() + 4.5 * 86_400_000).toISOString(),
  });
  renderPlace(
    <ClientsView />,
    "#/clients",
    responses({
      "clients.list": () => [],
      "clients.grants": () => [grant],
      "connections.catalogue": () => [{ ...codexHere, state: "connected" }],
      "memories.facets": () => ({ total: 0, namespaces: [], domains: [], tags: [], clients: [] }),
      "memories.namespaces": () => [],
    }),
  );
  const group = await screen.findByRole("region", { name: "Not seen yet" });
  const script = within(group).getByRole("button", { name: /^nightly/ });
  expect(script.textContent).toContain("never connected · token expires in 5 days · read only");
  expect(within(group).getByRole("button", { name: /^Codex/ }).textContent).toContain("set up in its file");
  fireEvent.click(script);
  expect(await screen.findByRole("heading", { name: "Permissions of nightly" })).toBeTruthy();
});

it("opens the client's help after a long wait", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    renderPlace(<ClientsView />, "#/clients/connect/codex", responses());
    const help = (await screen.findByText("If nothing happens")).closest("details");
    expect(help?.open).toBe(false);
    act(() => vi.advanceTimersByTime(20_000));
    expect(help?.open).toBe(true);
    expect(help?.textContent).toContain("/mcp lists its servers");
  } finally {
    vi.useRealTimers();
  }
});

it("saves the bundle for Claude Desktop and shows the next step", async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    saved.push(file as Blob);
    return "blob:bundle";
  });
  const desktop: KnownClient = { ...codexHere, id: "claude-desktop", title: "Claude Desktop", hasExtension: true };
  renderPlace(
    <ClientsView />,
    "#/clients/connect/claude-desktop",
    responses({
      "clients.configurations": () => [{ ...codex, id: "claude-desktop", title: "Claude Desktop" }],
      "connections.catalogue": () => [desktop],
      "connections.extension": () => ({ name: "recollect.mcpb", content: btoa("PK") }),
    }),
  );
  fireEvent.click(await screen.findByRole("button", { name: "Save as an extension…" }));
  expect(await screen.findByText(/^Saved as recollect\.mcpb/)).toBeTruthy();
  expect(await saved[0]?.text()).toBe("PK");
});

it.each([
  ["unknown", /Copy the configuration again/],
  ["expired", /its token has expired\. Renew it/],
] as const)("shows a refused request (%s) with its remedy", async (reason, words) => {
  const bridge = renderPlace(<ClientsView />, "#/clients/connect/codex", responses());
  await screen.findByText("Waiting for the first request from Codex…");
  const refusal = { reason, claimed: "codex", requests: 1 };
  const row = sampleRequest({ id: 9, client: null, subject: null, httpStatus: 401, refusal });
  act(() => bridge.emit({ name: "requests.recorded", payload: [row] }));
  expect(screen.getByText(words)).toBeTruthy();
});

it("warns that a client is revoked before it is reconnected", async () => {
  const grant = sampleGrant("codex", { state: "revoked" });
  renderPlace(<ClientsView />, "#/clients/connect/codex", responses({ "clients.grants": () => [grant] }));
  expect(await screen.findByText("Revoked: its requests are refused")).toBeTruthy();
  fireEvent.click(screen.getAllByRole("button", { name: "Permissions of Codex" })[0] as HTMLElement);
  expect(location.hash).toBe("#/clients/access/codex");
});

it("shows the share of given memories that a client used, with each day", async () => {
  const day = { subject: "claude-code", day: "2026-11-20", given: 6, used: 1, unknown: 2 };
  renderPlace(
    <ClientsView />,
    "#/clients",
    responses({
      "clients.list": () => [claude],
      "use.byClient": () => [
        day,
        { ...day, day: "2026-11-21", given: 4, used: 3, unknown: 0 },
        { ...day, subject: "codex" },
      ],
    }),
  );
  const share = await screen.findByText("50% of given memories used");
  expect(share.title).toContain("2026-11-20: 1 of 4");
  expect(share.title).toContain("2026-11-21: 3 of 4");
});

it("names the client on its page if it uses the owner's token", async () => {
  const codexRow = sampleActivity("codex-mcp-client", { subject: "owner" });
  const other = sampleActivity("my-script", { subject: "owner" });
  renderPlace(<ClientsView />, "#/clients", responses({ "clients.list": () => [codexRow, other] }));
  for (const title of ["Codex", "my-script"]) {
    fireEvent.click(await screen.findByRole("button", { name: `Permissions of ${title}` }));
    expect(await screen.findByRole("heading", { name: `Permissions of ${title}` })).toBeTruthy();
    expect(await screen.findByText(/no token of its own/)).toBeTruthy();
  }
});
