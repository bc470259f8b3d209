import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { BridgeError } from "../../../bridge.ts";
import { renderPlace } from "../../../testing/render-place.tsx";
import { SPACE, sampleSpace } from "../../../testing/samples.ts";
import type { Responses } from "../../../testing/test-bridge.ts";
import { SpacesView } from "../spaces-view.tsx";

const facets = {
  total: 12,
  namespaces: [],
  domains: [
    { value: "user", count: 4 },
    { value: "acme/shop", count: 7 },
    { value: "acme/api", count: 1 },
  ],
  tags: [],
  clients: [],
};

async function open(more: Responses = {}) {
  const bridge = renderPlace(<SpacesView />, "#/spaces/create", {
    "spaces.list": () => [sampleSpace({ domains: ["acme/api"] })],
    "spaces.devices": () => [],
    "memories.facets": () => facets,
    "spaces.newPassphrase": () => ({ passphrase: "correct horse battery staple" }),
    ...more,
  });
  const dialog = within(await screen.findByRole("dialog", { name: "Create a space" }));
  await dialog.findByRole("checkbox", { name: /acme\/shop/ });
  const create = () => dialog.getByRole("button", { name: "Create" });
  const fill = (label: string, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  return { bridge, dialog, create, fill };
}

it("lists the domains with their memories, and asks for a second confirmation before `user` is shared", async () => {
  const { bridge, dialog, create, fill } = await open({ "spaces.create": () => sampleSpace() });
  expect(dialog.getByRole("checkbox", { name: /acme\/shop.*7 memories/ })).toBeTruthy();
  expect(dialog.getByRole("checkbox", { name: /acme\/api.*in Team already/ })).toHaveProperty("disabled", true);
  fill("Name", "Notes");
  fill("Folder", "/home/ada/Sync");
  expect(create()).toHaveProperty("disabled", true);
  fireEvent.click(dialog.getByRole("checkbox", { name: /^user/ }));
  expect(dialog.getByRole("note").textContent).toContain("It has 4 memories about you and your preferences.");
  expect(create()).toHaveProperty("disabled", true);
  fireEvent.click(dialog.getByRole("checkbox", { name: "Share memories about me" }));
  fill("Another project", "acme/new");
  fireEvent.click(dialog.getByRole("button", { name: "Add" }));
  fireEvent.click(create());
  await waitFor(() => expect(location.hash).toBe(`#/spaces/${SPACE}`));
  expect(bridge.calls.find(({ method }) => method === "spaces.create")?.input).toEqual({
    name: "Notes",
    domains: ["user", "acme/new"],
    carrier: { kind: "folder", folder: "/home/ada/Sync" },
    passphrase: null,
    confirmUserDomain: true,
  });
});

it("shows an error at its field and keeps the entered values", async () => {
  const { dialog, create, fill } = await open({
    "spaces.create": () => {
      const details = { reason: "space_database_login_refused", host: "db.example.com", user: "ada" };
      throw new BridgeError({ code: "permission_denied", message: "Old words.", details });
    },
  });
  fireEvent.click(dialog.getByRole("radio", { name: "A PostgreSQL database" }));
  fill("Name", "Team");
  fill("Address", "postgres://ada@db.example.com/memories");
  fill("Password", "wrong");
  fireEvent.click(dialog.getByRole("checkbox", { name: /acme\/shop/ }));
  fireEvent.click(create());
  const message = await dialog.findByText(/refused the login ada/);
  expect(dialog.getByLabelText("Password").getAttribute("aria-describedby")).toBe(message.id);
  expect(dialog.getByLabelText("Password")).toHaveProperty("value", "wrong");
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText("Password")));
  expect(dialog.queryByRole("alert")).toBeNull();
});

it("shows a passphrase once and creates an encrypted space only after it was stored", async () => {
  const { bridge, dialog, create, fill } = await open({ "spaces.create": () => sampleSpace() });
  fill("Name", "Team");
  fill("Folder", "/home/ada/Sync");
  fireEvent.click(dialog.getByRole("checkbox", { name: /acme\/shop/ }));
  fireEvent.click(dialog.getByRole("switch", { name: "Encrypt end to end" }));
  expect(await dialog.findByText("correct horse battery staple")).toBeTruthy();
  expect(create()).toHaveProperty("disabled", true);
  fireEvent.click(dialog.getByRole("checkbox", { name: "I have stored it" }));
  fireEvent.click(create());
  await waitFor(() =>
    expect(bridge.calls.find(({ method }) => method === "spaces.create")?.input).toMatchObject({
      passphrase: "correct horse battery staple",
    }),
  );
});

it("cancels a slow creation and stays open", async () => {
  const { dialog, create, fill } = await open({ "spaces.create": () => new Promise(() => undefined) });
  fill("Name", "Team");
  fill("Folder", "/home/ada/Sync");
  fireEvent.click(dialog.getByRole("checkbox", { name: /acme\/shop/ }));
  fireEvent.click(create());
  expect(await dialog.findByRole("progressbar", { name: "Creating…" })).toBeTruthy();
  fireEvent.click(dialog.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(dialog.queryByRole("progressbar")).toBeNull());
  expect(dialog.getByLabelText("Name")).toHaveProperty("value", "Team");
});

it("does not replace the person's own passphrase with an earlier generated passphrase", async () => {
  let respond = (_result: { readonly passphrase: string }) => {};
  const { bridge, dialog, fill } = await open({
    "spaces.newPassphrase": () =>
      new Promise((resolve) => {
        respond = resolve;
      }),
  });
  fireEvent.click(dialog.getByRole("switch", { name: "Encrypt end to end" }));
  await waitFor(() => expect(bridge.calls.some(({ method }) => method === "spaces.newPassphrase")).toBe(true));
  fireEvent.click(dialog.getByRole("radio", { name: "Enter your own" }));
  fill("Passphrase", "my own words");
  respond({ passphrase: "correct horse battery staple" });
  // The next task starts after all handlers of the response.
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(dialog.getByRole("textbox", { name: "Passphrase" })).toHaveProperty("value", "my own words");
});
