import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { ServerSummary } from "../../../../electron/core/servers.ts";
import type { MethodInput } from "../../../../electron/window-api/contract.ts";
import { BridgeError } from "../../../bridge.ts";
import { renderPlace } from "../../../testing/render-place.tsx";
import { sampleServer } from "../../../testing/samples.ts";
import type { Responses } from "../../../testing/test-bridge.ts";
import { AddServerDialog } from "./add-server-dialog.tsx";

async function show(
  add: Responses["servers.add"],
  taken: readonly string[] = [],
  more: Responses = {},
  networkVariables: readonly string[] = [],
) {
  const added: ServerSummary[] = [];
  const bridge = renderPlace(
    <AddServerDialog
      taken={taken}
      networkVariables={networkVariables}
      onAdded={(server) => added.push(server)}
      onMove={null}
      onClose={() => undefined}
    />,
    "#/servers/add",
    { "servers.add": add, "servers.addingLog": () => [], ...more },
  );
  const dialog = await screen.findByRole("dialog", { name: "Add a server" });
  const type = (text: string) =>
    fireEvent.change(within(dialog).getByLabelText("Command, address or configuration"), { target: { value: text } });
  const submit = () => fireEvent.click(within(dialog).getByRole("button", { name: "Add" }));
  const sent = () => bridge.calls.find(({ method }) => method === "servers.add")?.input;
  return { added, dialog, type, submit, sent };
}

it("adds a program by its command with an unused name", async () => {
  const { added, dialog, type, submit, sent } = await show(({ name }) => sampleServer(name), ["files"]);
  expect(within(dialog).getByRole("button", { name: "Add" })).toHaveProperty("disabled", true);
  type("npx -y server-files '/home/ada/My Notes'");
  const args = within(dialog).getByRole("list", { name: "Arguments" });
  expect(
    within(args)
      .getAllByRole("listitem")
      .map((item) => item.textContent),
  ).toEqual(["-y", "server-files", "/home/ada/My Notes"]);
  expect(within(dialog).getByLabelText("Name")).toHaveProperty("value", "files-2");
  submit();
  await waitFor(() => expect(added.map(({ name }) => name)).toEqual(["files-2"]));
  expect(sent()).toEqual({
    name: "files-2",
    transport: {
      kind: "stdio",
      command: "npx",
      args: ["-y", "server-files", "/home/ada/My Notes"],
      cwd: null,
      env: {},
    },
    secrets: {},
  } satisfies MethodInput<"servers.add">);
});

it("adds an address with a secret header and the chosen transport", async () => {
  const { added, dialog, type, submit, sent } = await show(({ name }) => sampleServer(name));
  type("https://mcp.example.com/mcp");
  fireEvent.click(within(dialog).getByRole("radio", { name: "Server-sent events" }));
  fireEvent.click(within(dialog).getByRole("button", { name: "Add a header" }));
  fireEvent.change(within(dialog).getByLabelText("Name 1"), { target: { value: "Authorization" } });
  expect(within(dialog).getByLabelText("Value 1").getAttribute("type")).toBe("password");
  fireEvent.change(within(dialog).getByLabelText("Value 1"), { target: { value: "Bearer t" } });
  submit();
  await waitFor(() => expect(added).toHaveLength(1));
  expect(sent()).toEqual({
    name: "example",
    transport: { kind: "sse", url: "https://mcp.example.com/mcp", headers: {} },
    secrets: { Authorization: "Bearer t" },
  });
});

it("reads a client's configuration, with its secrets marked", async () => {
  const { dialog, type, submit, sent, added } = await show(({ name }) => sampleServer(name));
  type(
    '{"mcpServers": {"git": {"command": "uvx", "args": ["mcp-server-git"], "env": {"GIT_TOKEN": "t", "LEVEL": "1"}}}}',
  );
  expect(within(dialog).getByLabelText("Name")).toHaveProperty("value", "git");
  expect(within(dialog).getByRole("switch", { name: "Value 1 is secret" }).getAttribute("aria-checked")).toBe("true");
  expect(within(dialog).getByRole("switch", { name: "Value 2 is secret" }).getAttribute("aria-checked")).toBe("false");
  submit();
  await waitFor(() => expect(added).toHaveLength(1));
  expect(sent()).toMatchObject({ transport: { env: { LEVEL: "1" } }, secrets: { GIT_TOKEN: "t" } });
});

it("asks for the values of a server.json, separates secrets, and names an unsupported package", async () => {
  const { added, dialog, type, submit, sent } = await show(({ name }) => sampleServer(name));
  const environmentVariables = [
    { name: "API_KEY", description: "Your key", isRequired: true, isSecret: true },
    { name: "LEVEL", default: "info" },
    { name: "API_URL", value: "https://api.example.com" },
    { name: "MODE", default: "fast", choices: ["fast", "slow"] },
  ];
  const stdio = { transport: { type: "stdio" } };
  const packages = [
    { registryType: "mcpb", identifier: "https://example.com/a.mcpb", ...stdio },
    { registryType: "npm", identifier: "@acme/weather", version: "1.2.3", ...stdio, environmentVariables },
  ];
  type(JSON.stringify({ name: "io.github.acme/weather", description: "Forecasts", version: "1.2.3", packages }));
  expect(within(dialog).getByText("Forecasts")).toBeTruthy();
  expect(within(dialog).getByLabelText("Name")).toHaveProperty("value", "weather");
  const key = within(dialog).getByLabelText("API_KEY (required)");
  expect(key.getAttribute("type")).toBe("password");
  expect(within(dialog).getByRole("button", { name: "Add" })).toHaveProperty("disabled", true);
  fireEvent.change(key, { target: { value: "k" } });
  fireEvent.change(within(dialog).getByLabelText("LEVEL"), { target: { value: "debug" } });
  expect(within(dialog).getByText("API_URL=https://api.example.com")).toBeTruthy();
  expect(within(dialog).getByRole("button", { name: "Add" })).toHaveProperty("disabled", true);
  fireEvent.click(within(dialog).getByRole("switch", { name: "Use these values" }));
  submit();
  await waitFor(() => expect(added).toHaveLength(1));
  expect(sent()).toEqual({
    name: "weather",
    transport: {
      kind: "stdio",
      command: "npx",
      args: ["-y", "@acme/weather@1.2.3"],
      cwd: null,
      env: { LEVEL: "debug", MODE: "fast", API_URL: "https://api.example.com" },
      inherit: [],
    },
    secrets: { API_KEY: "k" },
  } satisfies MethodInput<"servers.add">);
  type(JSON.stringify({ name: "io.github.acme/weather", packages: packages.slice(0, 1) }));
  expect(within(dialog).getByRole("alert").textContent).toContain("Packages of the type mcpb are not supported");
  expect(within(dialog).getByRole("button", { name: "Add" })).toHaveProperty("disabled", true);
});

it("reads the command line of another client, and asks for its placeholders", async () => {
  const { dialog, type, submit, sent, added } = await show(({ name }) => sampleServer(name));
  type('claude mcp add --transport http docs https://mcp.example.com/mcp --header "Authorization: Bearer <TOKEN>"');
  expect(within(dialog).getByLabelText("Name")).toHaveProperty("value", "docs");
  const field = within(dialog).getByLabelText("TOKEN (required)");
  expect(field.getAttribute("type")).toBe("password");
  expect(within(dialog).getByRole("button", { name: "Add" })).toHaveProperty("disabled", true);
  fireEvent.change(field, { target: { value: "t" } });
  submit();
  await waitFor(() => expect(added).toHaveLength(1));
  expect(sent()).toEqual({
    name: "docs",
    transport: { kind: "http", url: "https://mcp.example.com/mcp", headers: {} },
    secrets: { Authorization: "Bearer t" },
  });
  fireEvent.click(within(dialog).getByRole("button", { name: "Leave out TOKEN" }));
  expect(within(dialog).queryByLabelText("TOKEN (required)")).toBeNull();
});

it("warns about arguments that only a shell expands, and about text that is not a server", async () => {
  const { dialog, type } = await show(({ name }) => sampleServer(name));
  type("npx server-files ~/notes");
  expect(within(dialog).getByText(/write the full path/)).toBeTruthy();
  type('{"theme": "dark"}');
  expect(await within(dialog).findByText(/This text contains no server/)).toBeTruthy();
  type('{\n  "files": {"command": "npx" "args": []}\n}');
  expect(await within(dialog).findByText(/not valid JSON at line 2, column 30: a comma is missing/)).toBeTruthy();
  expect(within(dialog).getByRole("button", { name: "Add" })).toHaveProperty("disabled", true);
});

it("shows progress while it starts, and the server's log when it fails", async () => {
  const started = Promise.withResolvers<ServerSummary>();
  const { added, dialog, type, submit } = await show(() => started.promise);
  type("npx nothing");
  submit();
  expect(await within(dialog).findByRole("progressbar", { name: /^Starting nothing/ })).toBeTruthy();
  started.reject(
    new BridgeError({
      code: "unavailable",
      message: "Old words.",
      details: {
        reason: "server_start_failed",
        server: "nothing",
        problem: "it ended with code 7",
        log: [{ at: "2026-11-21T10:00:00.000Z", source: "error", text: "The configuration is missing." }],
      },
    }),
  );
  expect(await within(dialog).findByText(/nothing did not start: it ended with code 7/)).toBeTruthy();
  expect(within(dialog).getByRole("log").textContent).toContain("The configuration is missing.");
  expect(within(dialog).queryByRole("progressbar")).toBeNull();
  expect(added).toEqual([]);
});

it("offers the address of a redirect on the same origin, and adds the server with it", async () => {
  const details = {
    reason: "server_redirects",
    server: "docs",
    address: "https://mcp.docs.dev/mcp/",
    isSameOrigin: true,
  };
  const { added, dialog, type, submit } = await show(({ name, transport }) => {
    if (transport.kind !== "stdio" && transport.url.endsWith("/")) return sampleServer(name);
    throw new BridgeError({ code: "unavailable", message: "Old words.", details });
  });
  type("https://mcp.docs.dev/mcp");
  submit();
  fireEvent.click(await within(dialog).findByRole("button", { name: "Use https://mcp.docs.dev/mcp/" }));
  await waitFor(() => expect(added.map(({ name }) => name)).toEqual(["docs"]));
});

it("shows a server's output while it starts, and keeps the draft when the start is cancelled", async () => {
  const { added, dialog, type, submit } = await show(() => new Promise(() => undefined), [], {
    "servers.addingLog": ({ name }) => [{ at: "2026-11-21T10:00:00.000Z", source: "error", text: `${name}: 40 %` }],
  });
  type("npx slow");
  submit();
  expect((await within(dialog).findByRole("log")).textContent).toContain("slow: 40 %");
  fireEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
  expect(await within(dialog).findByText("Cancelled. slow was stopped and not added.")).toBeTruthy();
  expect(within(dialog).queryByRole("log")).toBeNull();
  expect(within(dialog).queryByRole("alert")).toBeNull();
  expect(within(dialog).getByLabelText("Command, address or configuration")).toHaveProperty("value", "npx slow");
  expect(within(dialog).getByRole("button", { name: "Add" })).toHaveProperty("disabled", false);
  expect(added).toEqual([]);
});

it("offers the proxy and certificate variables of the owner with one switch, to a program only", async () => {
  const { added, dialog, type, submit, sent } = await show(({ name }) => sampleServer(name), [], {}, [
    "HTTPS_PROXY",
    "NODE_EXTRA_CA_CERTS",
  ]);
  const offer = () => within(dialog).queryByRole("switch", { name: "Pass on proxy and certificate variables" });
  type("https://mcp.example.com/mcp");
  expect(offer()).toBeNull();
  type('{"mcpServers": {"own": {"command": "npx", "env": {"HTTPS_PROXY": "http://own.test"}}}}');
  expect(await within(dialog).findByText(/^NODE_EXTRA_CA_CERTS is set where Recollect runs/)).toBeTruthy();
  type("npx files");
  expect(within(dialog).getByText(/^HTTPS_PROXY, NODE_EXTRA_CA_CERTS are set where Recollect runs/)).toBeTruthy();
  expect(offer()?.getAttribute("aria-checked")).toBe("true");
  submit();
  await waitFor(() => expect(added).toHaveLength(1));
  expect(sent()).toMatchObject({ transport: { command: "npx", inherit: ["HTTPS_PROXY", "NODE_EXTRA_CA_CERTS"] } });
});

it("does not pass on the variables of the owner if the switch is off", async () => {
  const { added, dialog, type, submit, sent } = await show(({ name }) => sampleServer(name), [], {}, ["HTTPS_PROXY"]);
  type("npx files");
  fireEvent.click(await within(dialog).findByRole("switch", { name: "Pass on proxy and certificate variables" }));
  submit();
  await waitFor(() => expect(added).toHaveLength(1));
  expect((sent() as MethodInput<"servers.add">).transport).not.toHaveProperty("inherit");
});

it("shows the address of a redirect that is used, and no log that only repeats the error", async () => {
  const log = [{ at: "2026-11-21T10:00:00.000Z", source: "notice", text: "docs redirects." }];
  const details = {
    reason: "server_redirects",
    server: "docs",
    address: "https://mcp.docs.dev/mcp/",
    isSameOrigin: true,
  };
  const failed = { reason: "server_http_status", server: "docs", status: 404, excerpt: "", log };
  const { dialog, type, submit } = await show(({ transport }) => {
    const isFollowed = transport.kind !== "stdio" && transport.url.endsWith("/");
    throw new BridgeError({
      code: "unavailable",
      message: "Old words.",
      details: isFollowed ? failed : { ...details, log },
    });
  });
  type("https://mcp.docs.dev/mcp");
  submit();
  fireEvent.click(await within(dialog).findByRole("button", { name: "Use https://mcp.docs.dev/mcp/" }));
  expect(await within(dialog).findByText(/responded with HTTP 404/)).toBeTruthy();
  expect(within(dialog).getByText("https://mcp.docs.dev/mcp/")).toBeTruthy();
  expect(within(dialog).queryByRole("log")).toBeNull();
});
