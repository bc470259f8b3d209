import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { ClientGrant, MethodInput } from "../../../../electron/window-api/contract.ts";
import { renderPlace } from "../../../testing/render-place.tsx";
import { sampleActivity, sampleGrant } from "../../../testing/samples.ts";
import type { Responses } from "../../../testing/test-bridge.ts";
import { UndoButton } from "../../../testing/undo-button.tsx";
import { AccessPane } from "./access-pane.tsx";

const codex = sampleGrant("codex");

/** An application that applies every change. */
function responses(start: ClientGrant = codex): Responses {
  let grant = start;
  const set = (changes: Partial<ClientGrant>) => {
    grant = { ...grant, ...changes };
    return grant;
  };
  return {
    "clients.grants": () => [grant],
    "connections.stale": () => [],
    "servers.list": () => [],
    "memories.facets": () => ({
      total: 1,
      namespaces: [],
      domains: [{ value: "acme/shop", count: 1 }],
      tags: [],
      clients: [],
    }),
    "memories.namespaces": () => ["decisions", "apis"],
    "clients.updateGrant": ({ subject: _, paused, ...changes }: MethodInput<"clients.updateGrant">) =>
      set({
        ...(changes as Partial<ClientGrant>),
        ...(paused === undefined ? {} : { state: paused ? "paused" : "active" }),
      }),
    "clients.revoke": () => set({ state: "revoked" }),
    "clients.rotate": () => ({ grant: set({ state: "active" }), token: "next" }),
  };
}

const show = (given?: ClientGrant, more: Responses = {}, isKnown = true, hasHooks = false) =>
  renderPlace(
    <>
      <AccessPane subject="codex" title="Codex" isKnown={isKnown} hasHooks={hasHooks} onClose={() => undefined} />
      <UndoButton />
    </>,
    "#/clients",
    {
      ...responses(given),
      ...more,
    },
  );

it("undoes changes of the permissions, the last one first", async () => {
  const bridge = show();
  const inputs = () => bridge.calls.filter(({ method }) => method === "clients.updateGrant").map(({ input }) => input);
  const undo = () => fireEvent.click(screen.getByRole("button", { name: "Undo the last change" }));
  fireEvent.click(await screen.findByRole("switch", { name: "Pause" }));
  await screen.findByText("Paused: its requests are blocked");
  fireEvent.click(screen.getByRole("switch", { name: "Search past conversations" }));
  await waitFor(() => expect(inputs()).toHaveLength(2));
  await waitFor(() => expect(screen.getByRole("switch", { name: "Pause" }).hasAttribute("data-disabled")).toBe(false));
  undo();
  await waitFor(() => expect(inputs().at(-1)).toEqual({ subject: "codex", conversations: false }));
  expect(await screen.findByText("Undone: Permissions of Codex changed.")).toBeTruthy();
  undo();
  await waitFor(() => expect(inputs().at(-1)).toEqual({ subject: "codex", paused: false }));
});

it("changes the pause and access of a client and shows the state", async () => {
  const bridge = show();
  fireEvent.click(await screen.findByRole("switch", { name: "Pause" }));
  expect(await screen.findByText("Paused: its requests are blocked")).toBeTruthy();
  fireEvent.click(screen.getByRole("radio", { name: "Read only" }));
  await waitFor(() =>
    expect(bridge.calls).toContainEqual({
      method: "clients.updateGrant",
      input: { subject: "codex", access: "read" },
    }),
  );
});

it("disables memories in prompts for a client with hooks", async () => {
  const bridge = show(undefined, {}, true, true);
  const injection = await screen.findByRole("switch", { name: "Add memories to its prompts" });
  expect(injection.getAttribute("aria-checked")).toBe("true");
  fireEvent.click(injection);
  await waitFor(() => expect(injection.getAttribute("aria-checked")).toBe("false"));
  expect(bridge.calls).toContainEqual({
    method: "clients.updateGrant",
    input: { subject: "codex", injection: false },
  });
  cleanup();

  show();
  await screen.findByRole("switch", { name: "Pause" });
  expect(screen.queryByRole("switch", { name: "Add memories to its prompts" })).toBeNull();
});

it("limits the client to the first project that is added, and removes the limit", async () => {
  const bridge = show();
  const projects = await screen.findByRole("region", { name: "Projects" });
  fireEvent.change(within(projects).getByRole("combobox", { name: "Allow a project" }), {
    target: { value: "acme/shop" },
  });
  fireEvent.click(within(projects).getByRole("button", { name: "Allow a project" }));
  expect(await within(projects).findByText("acme/shop")).toBeTruthy();
  fireEvent.click(within(projects).getByRole("button", { name: "Allow all" }));
  expect(await within(projects).findByText("All projects and “user”")).toBeTruthy();
  expect(bridge.calls.filter(({ method }) => method === "clients.updateGrant").map(({ input }) => input)).toEqual([
    { subject: "codex", domains: ["acme/shop"] },
    { subject: "codex", domains: null },
  ]);
});

it("enables the search of past conversations, which is disabled by default", async () => {
  const bridge = show();
  const toggle = await screen.findByRole("switch", { name: "Search past conversations" });
  expect(toggle.getAttribute("aria-checked")).toBe("false");
  fireEvent.click(toggle);
  await waitFor(() =>
    expect(bridge.calls.filter(({ method }) => method === "clients.updateGrant").map(({ input }) => input)).toEqual([
      { subject: "codex", conversations: true },
    ]),
  );
});

it("asks before it revokes access, and restores access", async () => {
  const bridge = show();
  fireEvent.click(await screen.findByRole("button", { name: "Revoke…" }));
  expect(bridge.calls.some(({ method }) => method === "clients.revoke")).toBe(false);
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Revoke" }));
  expect(await screen.findByText("Revoked: its requests are refused")).toBeTruthy();
  fireEvent.click(await screen.findByRole("button", { name: "Allow again" }));
  expect(await screen.findByText("Allowed")).toBeTruthy();
});

it("sets the permissions of a supported client before it connects", async () => {
  let grants: readonly ClientGrant[] = [];
  show(undefined, {
    "clients.grants": () => grants,
    "clients.updateGrant": () => {
      grants = [codex];
      return codex;
    },
  });
  expect(await screen.findByText(/^Not connected yet/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Set its permissions" }));
  expect(await screen.findByRole("radio", { name: "Read only" })).toBeTruthy();
});

it("explains that a client has no token of its own", async () => {
  show({ ...codex, subject: "cursor" }, {}, false);
  expect(await screen.findByText(/no token of its own/)).toBeTruthy();
});

it("shows that a token has expired and renews it", async () => {
  const bridge = show({ ...codex, state: "expired", expiresAt: "2026-11-02T10:00:00.000Z" });
  expect(await screen.findByText("Its token has expired: its requests are refused")).toBeTruthy();
  expect(screen.getByText(/^Expired on November 2, 2026/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Renew for 90 days" }));
  await waitFor(() => expect(bridge.calls.some(({ method }) => method === "clients.updateGrant")).toBe(true));
  const [update] = bridge.calls.filter(({ method }) => method === "clients.updateGrant");
  const { expiresAt = "" } = (update?.input ?? {}) as { expiresAt?: string };
  expect(Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)).toBe(90);
});

it("offers to update the files of a client after its token is rotated", async () => {
  let isRotated = false;
  const bridge = show(undefined, {
    "clients.rotate": () => {
      isRotated = true;
      bridge.emit({ name: "clients.changed", payload: null });
      return { grant: codex, token: "next" };
    },
    "connections.stale": () =>
      isRotated
        ? [
            { clientId: "codex", title: "Codex", scope: "user", path: "/home/ada/.codex/config.toml" },
            { clientId: "cursor", title: "Cursor", scope: "user", path: "/home/ada/.cursor/mcp.json" },
          ]
        : [],
  });
  const rotate = await screen.findByRole("button", { name: "Rotate token" });
  fireEvent.click(rotate);
  const files = await screen.findByRole("region", { name: "Files to update" });
  expect(files.textContent).toContain("The file of Codex is out of date");
  expect(files.textContent).not.toContain("Cursor");
  fireEvent.click(screen.getByRole("button", { name: "Show its configuration" }));
  expect(location.hash).toBe("#/clients/connect/codex");
});

it("shows the text of an owner-created token after it is rotated", async () => {
  show(undefined, { "clients.rotate": () => ({ grant: codex, token: "the.next.token" }) }, false);
  fireEvent.click(await screen.findByRole("button", { name: "Rotate token" }));
  expect(await screen.findByText("the.next.token")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Show its configuration" })).toBeNull();
});

it("deletes a revoked owner-created token, but not one of a supported client", async () => {
  const revoked: ClientGrant = { ...codex, state: "revoked" };
  const bridge = show(revoked, { "clients.forget": () => null }, false);
  fireEvent.click(await screen.findByRole("button", { name: "Forget it" }));
  await waitFor(() => expect(location.hash).toBe("#/clients"));
  expect(bridge.calls).toContainEqual({ method: "clients.forget", input: { subject: "codex" } });
  cleanup();
  show(revoked);
  expect(await screen.findByRole("button", { name: "Allow again" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Forget it" })).toBeNull();
});

it("shows the tokens of the client by day, summed over its names", async () => {
  const days = (tokensIn: number, tokensOut: number) => [
    { day: "2026-11-21", tokensIn, tokensOut },
    { day: "2026-11-20", tokensIn: 1, tokensOut: 2 },
  ];
  show(undefined, {
    "clients.list": () => [
      sampleActivity("codex", { subject: "codex", tokenDays: days(10, 4_000) }),
      sampleActivity("codex-mcp-client", { subject: "codex", tokenDays: days(5, 321) }),
      sampleActivity("other", { subject: "other", tokenDays: days(9, 9) }),
    ],
  });
  const section = await screen.findByRole("region", { name: "Tokens" });
  const cells = [...section.querySelectorAll("td")].map((cell) => cell.textContent);
  expect(cells).toEqual(["Sat, Nov 21", "15", "4,321", "Fri, Nov 20", "2", "4"]);
});
