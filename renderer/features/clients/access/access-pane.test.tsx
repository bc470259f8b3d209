import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ClientGrant, MethodInput } from "../../../../electron/ipc/contract.ts";
import { renderPlace } from "../../../testing/render-place.tsx";
import { sampleGrant } from "../../../testing/sample-answers.ts";
import type { Answers } from "../../../testing/test-bridge.ts";
import { AccessPane } from "./access-pane.tsx";

const codex = sampleGrant("codex");

/** An application that does as it is told. */
function answers(start: ClientGrant = codex): Answers {
  let grant = start;
  const set = (changes: Partial<ClientGrant>) => {
    grant = { ...grant, ...changes };
    return grant;
  };
  return {
    "clients.grants": () => [grant],
    "connections.stale": () => [],
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

const show = (given?: ClientGrant, more: Answers = {}, isKnown = true) =>
  renderPlace(<AccessPane subject="codex" title="Codex" isKnown={isKnown} onClose={() => undefined} />, "#/clients", {
    ...answers(given),
    ...more,
  });

test("pause and read only are switches, and the state says so in words", async () => {
  const bridge = show();
  fireEvent.click(await screen.findByRole("switch", { name: "Pause" }));
  expect(await screen.findByText("Paused: its requests are turned away")).toBeTruthy();
  fireEvent.click(screen.getByRole("switch", { name: "Read only" }));
  await waitFor(() =>
    expect(bridge.calls).toContainEqual({
      method: "clients.updateGrant",
      input: { subject: "codex", access: "read" },
    }),
  );
});

test("the first project that is allowed makes the limit, and all are allowed again", async () => {
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

test("revoking asks first, and the client can be allowed again", async () => {
  const bridge = show();
  fireEvent.click(await screen.findByRole("button", { name: "Revoke…" }));
  expect(bridge.calls.some(({ method }) => method === "clients.revoke")).toBe(false);
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Revoke" }));
  expect(await screen.findByText("Revoked: its requests are refused")).toBeTruthy();
  fireEvent.click(await screen.findByRole("button", { name: "Allow again" }));
  expect(await screen.findByText("Let in")).toBeTruthy();
});

test("what a known client may do is decided before it comes", async () => {
  let grants: readonly ClientGrant[] = [];
  show(undefined, {
    "clients.grants": () => grants,
    "clients.updateGrant": () => {
      grants = [codex];
      return codex;
    },
  });
  expect(await screen.findByText(/^It has not come yet/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Decide what it may do" }));
  expect(await screen.findByRole("switch", { name: "Read only" })).toBeTruthy();
});

test("a client without a token of its own is told apart", async () => {
  show({ ...codex, subject: "cursor" }, {}, false);
  expect(await screen.findByText(/no token of its own/)).toBeTruthy();
});

test("a token that has expired says so and is renewed where it stands", async () => {
  const bridge = show({ ...codex, state: "expired", expiresAt: "2026-11-02T10:00:00.000Z" });
  expect(await screen.findByText("Its token has expired: its requests are refused")).toBeTruthy();
  expect(screen.getByText(/^It ended on November 2, 2026/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Renew for 90 days" }));
  await waitFor(() => expect(bridge.calls.some(({ method }) => method === "clients.updateGrant")).toBe(true));
  const [update] = bridge.calls.filter(({ method }) => method === "clients.updateGrant");
  const { expiresAt = "" } = (update?.input ?? {}) as { expiresAt?: string };
  expect(Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)).toBe(90);
});

test("a rotated token offers to refresh the files that hold the one before", async () => {
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
  const files = await screen.findByRole("region", { name: "Files to refresh" });
  expect(files.textContent).toContain("Codex holds what is no longer so");
  expect(files.textContent).not.toContain("Cursor");
  fireEvent.click(screen.getByRole("button", { name: "Show its configuration" }));
  expect(location.hash).toBe("#/clients/connect/codex");
});

test("a rotated token of the owner's is shown once", async () => {
  show(undefined, { "clients.rotate": () => ({ grant: codex, token: "the.next.token" }) }, false);
  fireEvent.click(await screen.findByRole("button", { name: "Rotate token" }));
  expect(await screen.findByText("the.next.token")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Show its configuration" })).toBeNull();
});

test("a revoked token of the owner's can be forgotten, a known client's cannot", async () => {
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
