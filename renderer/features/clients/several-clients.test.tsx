import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { ClientGrant } from "../../../electron/window-api/contract.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import { sampleActivity, sampleGrant, sampleKnownClient } from "../../testing/samples.ts";
import { ClientsView } from "./clients-view.tsx";

it("pauses several clients with one undo, and asks before it revokes them", async () => {
  let grants = ["codex", "nightly", "backup"].map((subject) =>
    sampleGrant(subject, { lastUsedAt: "2026-11-20T10:00:00.000Z" }),
  );
  const set = (subject: string, state: ClientGrant["state"]) => {
    grants = grants.map((grant) => (grant.subject === subject ? { ...grant, state } : grant));
    return grants.find((grant) => grant.subject === subject) as ClientGrant;
  };
  const states = () => grants.map(({ state }) => state);
  renderPlace(<ClientsView />, "#/clients", {
    "servers.list": () => [],
    "requests.list": () => ({ items: [] }),
    "connections.catalogue": () => [sampleKnownClient("codex", "Codex")],
    "connections.stale": () => [],
    "clients.list": () => [sampleActivity("codex-mcp-client", { subject: "codex" })],
    "clients.grants": () => grants,
    "clients.updateGrant": ({ subject, paused }) => set(subject, paused === true ? "paused" : "active"),
    "clients.revoke": ({ subject }) => set(subject, "revoked"),
  });
  fireEvent.click(await screen.findByRole("button", { name: /^Codex/ }), { ctrlKey: true });
  fireEvent.click(screen.getByRole("button", { name: /^nightly/ }), { ctrlKey: true });
  const foot = () => within(screen.getByRole("region", { name: "Selection" }));
  fireEvent.click(foot().getByRole("button", { name: "Pause" }));
  expect(await screen.findByText("2 clients paused.")).toBeTruthy();
  expect(states()).toEqual(["paused", "paused", "active"]);
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(states()).toEqual(["active", "active", "active"]));
  fireEvent.click(foot().getByRole("button", { name: "Revoke access…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Revoke the access of 2 clients?" }));
  expect(states()).toEqual(["active", "active", "active"]);
  fireEvent.click(dialog.getByRole("button", { name: "Revoke" }));
  await waitFor(() => expect(states()).toEqual(["revoked", "revoked", "active"]));
});
