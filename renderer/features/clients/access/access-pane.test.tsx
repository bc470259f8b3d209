import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ClientGrant, MethodInput } from "../../../../electron/ipc/contract.ts";
import { renderPlace } from "../../../testing/render-place.tsx";
import type { Answers } from "../../../testing/test-bridge.ts";
import { AccessPane } from "./access-pane.tsx";

const codex: ClientGrant = {
  subject: "codex",
  state: "active",
  access: "write",
  domains: null,
  namespaces: null,
  createdAt: "2026-11-01T10:00:00.000Z",
  lastUsedAt: null,
  expiresAt: null,
  rotating: false,
};

/** An application that does as it is told. */
function answers(start: ClientGrant = codex): Answers {
  let grant = start;
  const set = (changes: Partial<ClientGrant>) => {
    grant = { ...grant, ...changes };
    return grant;
  };
  return {
    "clients.grants": () => [grant],
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

const show = (given?: ClientGrant) =>
  renderPlace(<AccessPane subject="codex" title="Codex" onClose={() => undefined} />, "#/clients", answers(given));

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

test("a client without a token of its own is told apart", async () => {
  show({ ...codex, subject: "cursor" });
  expect(await screen.findByText(/no token of its own/)).toBeTruthy();
});
