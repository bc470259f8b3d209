import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { ListedSpace, SpaceDevice, SpaceMember } from "../../../electron/core/spaces.ts";
import { BridgeError } from "../../bridge.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import { SPACE, sampleSpace } from "../../testing/samples.ts";
import type { Responses } from "../../testing/test-bridge.ts";
import { SpacesView } from "./spaces-view.tsx";

const DATABASE = { kind: "postgres", address: "postgres://ada@db.example.com/memories" } as const;
const refused = {
  code: "permission_denied",
  message: "Old words.",
  details: { reason: "space_database_login_refused", host: "db.example.com", user: "ada" },
} as const;

const device = (id: string, rest: Partial<SpaceDevice> = {}): SpaceDevice => ({
  id,
  name: id,
  received: 0,
  clockOffset: 0,
  isThis: false,
  lastSeen: "2026-11-20T10:00:00.000Z",
  published: 12,
  isRevoked: false,
  ...rest,
});

function show(spaces: readonly ListedSpace[], path = "", more: Responses = {}) {
  return renderPlace(<SpacesView />, `#/spaces${path}`, {
    "spaces.list": () => spaces,
    "spaces.devices": () => [],
    ...more,
  });
}

it("explains spaces and the shared data, and offers to create or join a space", async () => {
  show([], "", { "memories.facets": () => ({ total: 0, namespaces: [], domains: [], tags: [], clients: [] }) });
  expect(await screen.findByText("No space yet")).toBeTruthy();
  expect(screen.getByText(/to the folder or database that you choose, and nowhere else/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: /Join a space/ }));
  expect(await screen.findByRole("dialog", { name: "Join a space" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(location.hash).toBe("#/spaces");
  fireEvent.keyDown(document.body, { key: "a" });
  expect(await screen.findByRole("dialog", { name: "Create a space" })).toBeTruthy();
});

it("shows the state of each space as text, with its progress, reason and next try", async () => {
  const unreachable = {
    code: "unavailable",
    message: "Old words.",
    details: { reason: "space_database_unreachable", host: "db.example.com", problem: "ECONNREFUSED" },
  } as const;
  show([
    sampleSpace(),
    sampleSpace({
      id: "2",
      sync: { state: "working", progress: { step: "send", done: 120, total: 400 } },
      conflicts: 2,
    }),
    sampleSpace({
      id: "3",
      carrier: DATABASE,
      sync: { state: "waiting", error: unreachable, retryAt: new Date(Date.now() + 600_000).toISOString() },
      unpublished: 7,
    }),
    sampleSpace({ id: "4", sync: { state: "paused" }, isEncrypted: true }),
  ]);
  const rows = await screen.findAllByRole("listitem");
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining("up to date · Folder · 2 devices"),
    expect.stringContaining("sending 120 of 400 changes"),
    expect.stringContaining("waiting for the database"),
    expect.stringContaining("paused · Folder · 2 devices · encrypted"),
  ]);
  expect(rows[1]?.textContent).toContain("2 conflicts");
  expect(rows[2]?.textContent).toContain("db.example.com cannot be reached: ECONNREFUSED");
  expect(rows[2]?.textContent).toMatch(/Next try in (?:10|9) minutes\./);
  expect(rows[2]?.textContent).toContain("7 changes not sent yet");
  // A screen reader does not read out each second.
  expect(within(rows[2] as HTMLElement).getByRole("timer").textContent).toMatch(/^Next try/);
});

it("opens the field that remedies a stopped space, and sends its value", async () => {
  let space: ListedSpace = sampleSpace({
    carrier: DATABASE,
    role: "owner",
    sync: { state: "stopped", error: refused },
  });
  const bridge = renderPlace(<SpacesView />, `#/spaces/${SPACE}`, {
    "spaces.list": () => [space],
    "spaces.devices": () => [],
    "spaces.setAccess": () => {
      space = sampleSpace({ carrier: DATABASE, role: "owner" });
      return space;
    },
  });
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("refused the login ada");
  fireEvent.click(within(alert).getByRole("button", { name: "Enter the password" }));
  fireEvent.change(await screen.findByLabelText("New password of the login"), { target: { value: "p4ss" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  expect(screen.getByText("up to date", { selector: "p" })).toBeTruthy();
  expect(bridge.calls).toContainEqual({ method: "spaces.setAccess", input: { id: SPACE, password: "p4ss" } });
});

it("saves the address of a database that was moved", async () => {
  const bridge = renderPlace(<SpacesView />, `#/spaces/${SPACE}/setup`, {
    "spaces.list": () => [sampleSpace({ carrier: DATABASE, role: "owner" })],
    "spaces.setAccess": () => sampleSpace({ carrier: DATABASE, role: "owner" }),
  });
  const address = "postgres://ada@new.example.com/memories";
  fireEvent.change(await screen.findByLabelText("Address of the database"), { target: { value: address } });
  const [, save] = screen.getAllByRole("button", { name: "Save" });
  if (save === undefined) throw new Error("There is no button to save the address.");
  fireEvent.click(save);
  await screen.findByText("Saved.");
  expect(bridge.calls).toContainEqual({ method: "spaces.setAccess", input: { id: SPACE, address } });
});

it("retries a stopped space, and pauses and resumes a space with a key", async () => {
  let space: ListedSpace = sampleSpace({
    sync: { state: "stopped", error: { code: "internal", message: "It failed." } },
  });
  const change = (next: ListedSpace) => {
    space = next;
    return next;
  };
  renderPlace(<SpacesView />, `#/spaces/${SPACE}`, {
    "spaces.list": () => [space],
    "spaces.devices": () => [],
    "spaces.sync": () => change(sampleSpace()),
    "spaces.pause": () => change(sampleSpace({ sync: { state: "paused" } })),
    "spaces.resume": () => change(sampleSpace()),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Try again" }));
  expect(await screen.findByText("up to date", { selector: "p" })).toBeTruthy();
  fireEvent.keyDown(document.body, { key: "p" });
  expect(await screen.findByText(/sent after you resume/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Resume" }));
  expect(await screen.findByRole("button", { name: "Synchronise now" })).toBeTruthy();
});

it("updates the list when the application reports a change", async () => {
  let spaces = [sampleSpace()];
  const bridge = renderPlace(<SpacesView />, "#/spaces", { "spaces.list": () => spaces });
  await screen.findByText(/up to date/);
  spaces = [sampleSpace({ sync: { state: "working", progress: { step: "receive", done: 1, total: null } } })];
  bridge.emit({ name: "spaces.changed", payload: null });
  expect(await screen.findByText(/receiving changes/)).toBeTruthy();
});

it("marks this device, reports a clock that is ahead, and removes a device after explaining the effect", async () => {
  let devices = [
    device("other", { name: "Old phone", clockOffset: 7 * 60_000 }),
    device("this", { name: "ada-laptop", isThis: true }),
    device("new", { name: "", lastSeen: null, published: 0 }),
  ];
  const bridge = show([sampleSpace()], `/${SPACE}`, {
    "spaces.devices": () => devices,
    "spaces.revokeDevice": ({ device: id }) => {
      devices = devices.map((one) => (one.id === id ? { ...one, isRevoked: true } : one));
      return devices;
    },
    "spaces.renameDevice": ({ name }) => {
      devices = devices.map((one) => (one.isThis ? { ...one, name } : one));
      return devices;
    },
  });
  const list = await screen.findByRole("list", { name: "Devices" });
  const [own, phone, unnamed] = within(list).getAllByRole("listitem");
  expect(own?.textContent).toContain("ada-laptopthis device12 changes · last seen");
  expect(phone?.textContent).toContain("Its clock is 7 minutes ahead");
  expect(unnamed?.textContent).toContain("unnamed devicehas sent nothing yet");
  fireEvent.click(within(list).getByRole("button", { name: "Remove… Old phone" }));
  const dialog = await screen.findByRole("dialog", { name: "Remove Old phone from the space?" });
  expect(dialog.textContent).toContain("It keeps its copies of the memories, and can still read the folder.");
  fireEvent.click(within(dialog).getByRole("button", { name: "Remove" }));
  expect(await within(list).findByText("removed")).toBeTruthy();
  expect(bridge.calls).toContainEqual({ method: "spaces.revokeDevice", input: { id: SPACE, device: "other" } });
  fireEvent.click(within(list).getByRole("button", { name: "Rename" }));
  fireEvent.change(screen.getByLabelText("Name of this device"), { target: { value: "Laptop" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await within(list).findByText("Laptop")).toBeTruthy();
});

it("creates an invitation with a new login and a separate secret", async () => {
  const bridge = show([sampleSpace({ carrier: DATABASE, role: "owner" })], `/${SPACE}/invite`, {
    "spaces.invite": () => ({ link: "recollect://join?v=1", secret: "s3cret" }),
  });
  fireEvent.change(await screen.findByLabelText("Name of the login"), { target: { value: "alice" } });
  expect(within(screen.getByRole("group", { name: "Role" })).getAllByRole("radio")).toHaveLength(2);
  fireEvent.click(screen.getByRole("radio", { name: "can only read" }));
  fireEvent.click(screen.getByRole("switch", { name: "Send the secret separately" }));
  fireEvent.click(screen.getByRole("button", { name: "Create link" }));
  expect(await screen.findByText("recollect://join?v=1")).toBeTruthy();
  expect(screen.getByText("s3cret")).toBeTruthy();
  expect(screen.getByText("Enter the secret.")).toBeTruthy();
  // It cannot be created twice: its login exists now.
  fireEvent.click(screen.getByRole("switch", { name: "Send the secret separately" }));
  expect(screen.getByText("s3cret")).toBeTruthy();
  expect(bridge.calls).toContainEqual({
    method: "spaces.invite",
    input: { id: SPACE, separateSecret: true, role: "reader", login: "alice" },
  });
});

it("offers the roles writer and reader for a member, but not owner", async () => {
  const members: readonly SpaceMember[] = [
    { login: "ada", role: "owner", isSelf: true },
    { login: "bob", role: "writer", isSelf: false },
  ];
  show([sampleSpace({ carrier: DATABASE, role: "owner" })], `/${SPACE}/members`, { "spaces.members": () => members });
  fireEvent.click(await screen.findByRole("combobox", { name: "Role of bob" }));
  const options = await screen.findAllByRole("option");
  expect(options.map(({ textContent }) => textContent)).toEqual(["can only read", "can read and write"]);
});

it("removes a login after explaining the effect", async () => {
  let members: readonly SpaceMember[] = [
    { login: "ada", role: "owner", isSelf: true },
    { login: "bob", role: "writer", isSelf: false },
  ];
  show([sampleSpace({ carrier: DATABASE, role: "owner" })], `/${SPACE}/members`, {
    "spaces.members": () => members,
    "spaces.removeMember": ({ login }) => {
      members = members.filter((member) => member.login !== login);
      return members;
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Remove… bob" }));
  fireEvent.click(
    within(await screen.findByRole("dialog", { name: "Remove bob from the space?" })).getByRole("button", {
      name: "Remove",
    }),
  );
  expect(await screen.findByText("bob is removed.")).toBeTruthy();
  expect(within(screen.getByRole("list", { name: "Logins of the database" })).getAllByRole("listitem")).toHaveLength(1);
});

it("leaves after asking about the memories, and reports unsent changes", async () => {
  let spaces: ListedSpace[] = [sampleSpace({ unpublished: 2 })];
  const bridge = renderPlace(<SpacesView />, `#/spaces/${SPACE}`, {
    "spaces.list": () => spaces,
    "spaces.devices": () => [],
    "spaces.leave": () => {
      spaces = [];
      return { unsent: 2 };
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Leave…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Leave Team?" }));
  expect(dialog.getByText(/2 changes of yours were not sent/)).toBeTruthy();
  fireEvent.click(dialog.getByRole("radio", { name: /Remove them here/ }));
  fireEvent.click(dialog.getByRole("button", { name: "Leave and remove" }));
  expect(await screen.findByText("No space yet")).toBeTruthy();
  expect(await screen.findByText(/The others will not get 2 changes of yours/)).toBeTruthy();
  expect(bridge.calls).toContainEqual({ method: "spaces.leave", input: { id: SPACE, memories: "remove" } });
});

it("does not navigate away from a place that was opened while the device was leaving a space", async () => {
  let leave = (_result: { readonly unsent: number }) => {};
  show([sampleSpace()], `/${SPACE}`, {
    "spaces.leave": () =>
      new Promise((resolve) => {
        leave = resolve;
      }),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Leave…" }));
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Leave" }));
  fireEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  act(() => {
    location.hash = "#/settings";
    window.dispatchEvent(new HashChangeEvent("hashchange"));
  });
  leave({ unsent: 0 });
  expect(await screen.findByText("This device left Team.")).toBeTruthy();
  expect(location.hash).toBe("#/settings");
});

it("shows why domains that other devices share could not be added", async () => {
  show([sampleSpace({ offeredDomains: ["acme/api"] })], `/${SPACE}/setup`, {
    "spaces.addDomains": () => {
      throw new BridgeError({ code: "conflict", message: "The domain is in another space." });
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Share here too" }));
  expect(await screen.findByText("The domain is in another space.")).toBeTruthy();
});

it("asks for the second confirmation if other devices share `user`", async () => {
  const bridge = show([sampleSpace({ offeredDomains: ["user"] })], `/${SPACE}/setup`, {
    "memories.facets": () => ({ total: 0, namespaces: [], domains: [], tags: [], clients: [] }),
    "spaces.addDomains": () => sampleSpace({ domains: ["acme/shop", "user"] }),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Share here too" }));
  fireEvent.click(await screen.findByRole("checkbox", { name: "Share memories about me" }));
  fireEvent.click(screen.getByRole("button", { name: "Add projects" }));
  await waitFor(() =>
    expect(bridge.calls).toContainEqual({
      method: "spaces.addDomains",
      input: { id: SPACE, domains: ["user"], confirmUserDomain: true },
    }),
  );
});

it("adds domains that other devices share", async () => {
  const bridge = show([sampleSpace({ offeredDomains: ["acme/api"] })], `/${SPACE}/setup`, {
    "spaces.addDomains": () => sampleSpace({ domains: ["acme/shop", "acme/api"] }),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Share here too" }));
  await waitFor(() =>
    expect(bridge.calls).toContainEqual({
      method: "spaces.addDomains",
      input: { id: SPACE, domains: ["acme/api"] },
    }),
  );
});

it("synchronises, pauses and resumes a space from its context menu", async () => {
  let space = sampleSpace();
  const bridge = show([space], "", {
    "spaces.list": () => [space],
    "spaces.sync": () => space,
    "spaces.pause": () => {
      space = { ...space, sync: { ...space.sync, state: "paused" } };
      return space;
    },
  });
  const called = () => bridge.calls.map(({ method }) => method);
  const open = async () =>
    fireEvent.contextMenu(await screen.findByRole("button", { name: new RegExp(`^${space.name}`) }));
  await open();
  fireEvent.click(await screen.findByRole("menuitem", { name: "Pause" }));
  await waitFor(() => expect(called()).toContain("spaces.pause"));
  await open();
  expect(await screen.findByRole("menuitem", { name: "Resume" })).toBeTruthy();
  expect(screen.getByRole("menuitem", { name: "Synchronise now" }).getAttribute("aria-disabled")).toBe("true");
});
