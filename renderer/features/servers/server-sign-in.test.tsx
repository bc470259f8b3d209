import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { ListedServer, ServerSignIn } from "../../../electron/core/servers.ts";
import { BridgeError } from "../../bridge.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import { sampleServer } from "../../testing/samples.ts";
import type { Responses, TestBridge } from "../../testing/test-bridge.ts";
import { ServersView } from "./servers-view.tsx";

const ADDRESS = "https://login.example.com/authorize?state=1";
const NEEDED: ServerSignIn = { state: "needed", address: null, problem: null };

function because(reason: string) {
  return { code: "unavailable", message: "Old words.", details: { reason, server: "tickets", minutes: 5 } } as const;
}

/** An application with one server, whose sign-in waits until a test completes it. */
function show(signIn: ServerSignIn, address = "#/servers/id-tickets", more: Responses = {}): TestBridge {
  let server: ListedServer = sampleServer("tickets", {
    transport: { kind: "http", url: "https://example.com/mcp", headers: {} },
    state: signIn.state === "done" ? "running" : "sign-in",
    signIn,
    ...(signIn.state === "done" ? {} : { identity: null }),
  });
  const change = (rest: Partial<ListedServer>) => {
    server = { ...server, ...rest };
    return server;
  };
  return renderPlace(<ServersView />, address, {
    "servers.list": () => [server],
    "servers.tools": () => [],
    "servers.signIn": () => {
      change({ signIn: { state: "waiting", address: ADDRESS, problem: null } });
      return { address: ADDRESS };
    },
    "servers.cancelSignIn": () => change({ signIn: NEEDED }),
    "servers.signOut": () => change({ state: "sign-in", signIn: NEEDED }),
    "clients.grants": () => [],
    "connections.catalogue": () => [],
    ...more,
  });
}

const opened = ({ calls }: TestBridge) => calls.filter(({ method }) => method === "app.openExternal");
const part = () => screen.findByRole("region", { name: "Sign-in" });

it("opens the page of a sign-in in the browser, waits, reopens it and cancels", async () => {
  const bridge = show(NEEDED);
  expect(within(await part()).getByText("Sign-in needed")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Start" })).toBeNull();
  expect(await screen.findByText("They are read after the first sign-in.")).toBeTruthy();
  fireEvent.click(within(await part()).getByRole("button", { name: "Sign in" }));
  expect((await screen.findAllByText("Waiting for the browser…")).length).toBeGreaterThan(0);
  expect(opened(bridge)).toEqual([{ method: "app.openExternal", input: { url: ADDRESS } }]);
  fireEvent.click(await screen.findByRole("button", { name: "Open the page again" }));
  await expect.poll(() => opened(bridge).length).toBe(2);
  fireEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(await screen.findByRole("button", { name: "Sign in" })).toBeTruthy();
});

it("starts a sign-in from a server's row and opens its pane", async () => {
  const bridge = show(NEEDED, "#/servers");
  expect((await screen.findByRole("listitem")).textContent).toContain("sign-in needed · web address");
  fireEvent.click(await screen.findByRole("button", { name: "Sign in: tickets" }));
  expect(await screen.findByRole("button", { name: "Open the page again" })).toBeTruthy();
  expect(location.hash).toBe("#/servers/id-tickets");
  expect(opened(bridge)).toHaveLength(1);
});

it("shows why a sign-in is needed", async () => {
  show({ ...NEEDED, problem: because("server_sign_in_expired") });
  expect((await part()).textContent).toContain("The sign-in at tickets has expired or was revoked.");
  expect((await part()).textContent).not.toContain("recollect servers");
});

it("shows a failed sign-in with its remedy", async () => {
  show({ ...NEEDED, problem: because("server_sign_in_refused") });
  expect((await part()).textContent).toContain("Sign-in needed");
  expect(within(await part()).getByRole("alert").textContent).toBe(
    "The sign-in at tickets was refused in the browser. Sign in again, and allow the access there.",
  );
});

it("reports that a sign-in could not start", async () => {
  const bridge = show(NEEDED, "#/servers/id-tickets", {
    "servers.signIn": () => {
      throw new BridgeError(because("server_sign_in_missing"));
    },
  });
  fireEvent.click(within(await part()).getByRole("button", { name: "Sign in" }));
  expect(await screen.findAllByText(/tickets needs a sign-in, but does not say where/)).not.toEqual([]);
  expect(opened(bridge)).toEqual([]);
});

it("signs out", async () => {
  show({ state: "done", address: null, problem: null });
  expect(within(await part()).getByText("Signed in")).toBeTruthy();
  fireEvent.click(within(await part()).getByRole("button", { name: "Sign out" }));
  expect(await screen.findByText("Signed out of tickets.")).toBeTruthy();
  expect(within(await part()).getByRole("button", { name: "Sign in" })).toBeTruthy();
});
