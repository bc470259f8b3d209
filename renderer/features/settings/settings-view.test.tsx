import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { DEFAULT_SECRET_POLICY } from "../../../electron/core/secrets/policy.ts";
import type { MethodOutput, SecretsStatus, Settings } from "../../../electron/window-api/contract.ts";
import { BridgeError } from "../../bridge.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import { sampleModel, sampleStatus } from "../../testing/samples.ts";
import type { Responses } from "../../testing/test-bridge.ts";
import { SettingsView } from "./settings-view.tsx";

const settings: Settings = {
  port: 7325,
  theme: "system",
  language: "system",
  startAtLogin: false,
  canStartAtLogin: true,
  quickKeys: null,
  quickWindow: { isActive: false, isUncertain: false },
  dataFolder: "/home/ada/recollect",
  secrets: DEFAULT_SECRET_POLICY,
  use: true,
  restartNeeded: false,
};
const status = sampleStatus({ dataFolder: "/home/ada/recollect" });
const index: MethodOutput<"index.status"> = {
  isRebuilding: false,
  text: { state: "ready", indexed: 812 },
  vectors: { state: "loading", ready: 0, pending: 812, model: "all-MiniLM-L6-v2" },
};

const model = sampleModel({ state: "loading" });

function responses(given: Responses = {}): Responses {
  return {
    "settings.get": () => settings,
    "app.status": () => status,
    "index.status": () => index,
    "model.status": () => model,
    "secrets.status": () => ({ place: "file", hasKeychain: false, problem: null }),
    "index.rebuild": () => null,
    "index.cancel": () => null,
    ...given,
  };
}

async function typePort(port: string): Promise<void> {
  fireEvent.change(await screen.findByLabelText("Port"), { target: { value: port } });
  fireEvent.click(screen.getByRole("button", { name: "Change port" }));
}

it("switches the record of given memories off", async () => {
  const bridge = renderPlace(
    <SettingsView />,
    "#/settings/use",
    responses({ "settings.update": ({ use = true }) => ({ ...settings, use }) }),
  );
  fireEvent.click(await screen.findByRole("switch", { name: "Use of memories" }));
  await waitFor(() =>
    expect(bridge.calls.find(({ method }) => method === "settings.update")?.input).toEqual({ use: false }),
  );
});

it("rejects an invalid port next to the field without sending it", async () => {
  const bridge = renderPlace(<SettingsView />, "#/settings/connection", responses());
  await typePort("80");
  expect(await screen.findByText("Choose a port from 1024 to 65535.")).toBeTruthy();
  expect(bridge.calls.some((call) => call.method === "settings.update")).toBe(false);
});

it("shows next to the field why a port cannot be used", async () => {
  const update: Responses["settings.update"] = () => {
    throw new BridgeError({
      code: "unavailable",
      message: "Port 8080 is used by another program (node, pid 4312).",
      hint: "Choose another port, or stop it.",
    });
  };
  renderPlace(<SettingsView />, "#/settings/connection", responses({ "settings.update": update }));
  await typePort("8080");
  expect(await screen.findByText(/pid 4312\)\. Choose another port/)).toBeTruthy();
  expect(screen.getByLabelText("Port").getAttribute("aria-invalid")).toBe("true");
});

it("says when a new port takes effect and links to the new configurations", async () => {
  const update: Responses["settings.update"] = ({ port }) => ({ ...settings, port: port ?? 0, restartNeeded: true });
  renderPlace(<SettingsView />, "#/settings/connection", responses({ "settings.update": update }));
  await typePort("7400");
  expect(await screen.findByText(/Port 7400 takes effect when Recollect restarts/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Copy new configurations" }));
  expect(location.hash).toBe("#/clients/connect");
});

it("confirms a port that took effect immediately", async () => {
  const update: Responses["settings.update"] = ({ port }) => ({ ...settings, port: port ?? 0 });
  renderPlace(<SettingsView />, "#/settings/connection", responses({ "settings.update": update }));
  await typePort("7400");
  expect(await screen.findByText(/now uses port 7400/)).toBeTruthy();
});

it("disables start at login if it is not available, and names the alternative", async () => {
  renderPlace(
    <SettingsView />,
    "#/settings/general",
    responses({ "settings.get": () => ({ ...settings, canStartAtLogin: false }) }),
  );
  const toggle = await screen.findByRole("switch", { name: "Start at login" });
  expect(toggle.getAttribute("aria-disabled")).toBe("true");
  expect(screen.getByText(/Not available on this system/)).toBeTruthy();
});

it("says that search uses text only while the model loads", async () => {
  renderPlace(<SettingsView />, "#/settings/model", responses());
  expect(await screen.findByText("Loading the model. Until then, search uses text only.")).toBeTruthy();
});

it.each([
  [3, 0],
  [40, 1],
])("shows progress and a button to pause for embedding %i memories: %i", async (total, count) => {
  const vectors = { ...index.vectors, state: "ready" as const, ready: 10, pending: total };
  const withVectors = responses({ "index.status": () => ({ ...index, vectors }) });
  const bridge = renderPlace(<SettingsView />, "#/settings/model", withVectors);
  await screen.findByRole("button", { name: "Rebuild" });
  act(() => bridge.emit({ name: "index.progress", payload: { index: "vectors", done: 1, total, state: "running" } }));
  expect(screen.queryAllByRole("progressbar")).toHaveLength(count);
  expect(screen.queryAllByRole("button", { name: "Pause" })).toHaveLength(count);
});

it("shows the progress of a rebuild and stops it", async () => {
  const bridge = renderPlace(<SettingsView />, "#/settings/model", responses());
  fireEvent.click(await screen.findByRole("button", { name: "Rebuild" }));
  const stop = await screen.findByRole("button", { name: "Stop" });
  act(() =>
    bridge.emit({ name: "index.progress", payload: { index: "text", done: 300, total: 812, state: "running" } }),
  );
  const bar = screen.getByRole("progressbar", { name: "Rebuilding the text index" });
  expect(bar.getAttribute("aria-valuetext")).toBe("300 of 812");
  fireEvent.click(stop);
  await waitFor(() => expect(bridge.calls).toContainEqual({ method: "index.cancel", input: {} }));
  act(() =>
    bridge.emit({ name: "index.progress", payload: { index: "text", done: 300, total: 812, state: "cancelled" } }),
  );
  expect(screen.getByText("Rebuild stopped. The index still works.")).toBeTruthy();
});

it("shows and stops a rebuild that was started before its section was opened", async () => {
  let isRebuilding = true;
  const bridge = renderPlace(
    <SettingsView />,
    "#/settings/model",
    responses({ "index.status": () => ({ ...index, isRebuilding }) }),
  );
  fireEvent.click(await screen.findByRole("button", { name: "Stop" }));
  await waitFor(() => expect(bridge.calls).toContainEqual({ method: "index.cancel", input: {} }));
  isRebuilding = false;
  // The text index was finished before.
  act(() =>
    bridge.emit({ name: "index.progress", payload: { index: "vectors", done: 812, total: 812, state: "finished" } }),
  );
  expect(await screen.findByRole("button", { name: "Rebuild" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Stop" })).toBeNull();
});

it("pauses and resumes embeddings", async () => {
  renderPlace(
    <SettingsView />,
    "#/settings/model",
    responses({ "model.setPaused": ({ paused }) => ({ ...model, paused }) }),
  );
  fireEvent.click(await screen.findByRole("button", { name: "Pause" }));
  expect(await screen.findByText(/Paused until you resume/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Resume" }));
  await waitFor(() => expect(screen.queryByText(/Paused until/)).toBeNull());
});

it("shows the data folder and the logs folder", async () => {
  renderPlace(<SettingsView />, "#/settings/data", responses());
  const data = within(await screen.findByRole("region", { name: "Data" }));
  expect(data.getByText("/home/ada/recollect")).toBeTruthy();
  expect(data.getByText("/home/ada/recollect/logs")).toBeTruthy();
});

it("names the store of the secrets and moves them to the keychain", async () => {
  const places = { file: { place: "file", hasKeychain: true, problem: null } } as const;
  let now: SecretsStatus = places.file;
  const bridge = renderPlace(
    <SettingsView />,
    "#/settings/data",
    responses({
      "secrets.status": () => now,
      "secrets.move": ({ place }) => {
        now = { ...places.file, place };
        return now;
      },
    }),
  );
  fireEvent.click(await screen.findByRole("button", { name: "Move to keychain" }));
  expect(await screen.findByText("In the system keychain")).toBeTruthy();
  expect(bridge.calls.find(({ method }) => method === "secrets.move")?.input).toEqual({ place: "keychain" });
});

it("does not offer a keychain on a system without one", async () => {
  renderPlace(<SettingsView />, "#/settings/data", responses());
  expect(await screen.findByText(/no keychain found/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /keychain/ })).toBeNull();
});

it("shows no error of a retry once the keychain has opened", async () => {
  let now: SecretsStatus = { place: "keychain", hasKeychain: true, problem: "closed" };
  renderPlace(
    <SettingsView />,
    "#/settings/data",
    responses({
      "secrets.status": () => now,
      "secrets.tryAgain": () => {
        now = { ...now, problem: null };
        throw new BridgeError({ code: "unavailable", message: "The system's keychain is locked." });
      },
    }),
  );
  fireEvent.click(await screen.findByRole("button", { name: "Retry keychain" }));
  expect(await screen.findByText("In the system keychain")).toBeTruthy();
  expect(screen.queryByText("The system's keychain is locked.")).toBeNull();
});

it("replaces a lost key only after confirmation", async () => {
  let now: SecretsStatus = { place: "keychain", hasKeychain: true, problem: "lost" };
  const bridge = renderPlace(
    <SettingsView />,
    "#/settings/data",
    responses({
      "secrets.status": () => now,
      "secrets.replaceKey": () => {
        now = { ...now, problem: null };
        return now;
      },
    }),
  );
  fireEvent.click(await screen.findByRole("button", { name: "Create new key…" }));
  const question = within(await screen.findByRole("dialog", { name: "Create a new key?" }));
  expect(bridge.calls.some(({ method }) => method === "secrets.replaceKey")).toBe(false);
  fireEvent.click(question.getByRole("button", { name: "Create new key" }));
  expect(await screen.findByText("In the system keychain")).toBeTruthy();
});

it("changes what happens to secrets, in general and in one project, and undoes a removal", async () => {
  let secrets = settings.secrets;
  const bridge = renderPlace(<SettingsView />, "#/settings/secrets", {
    ...responses(),
    "memories.facets": () => ({ total: 0, namespaces: [], domains: [], tags: [], clients: [] }),
    "settings.get": () => ({ ...settings, secrets }),
    "settings.update": (changes) => {
      secrets = changes.secrets ?? secrets;
      return { ...settings, secrets };
    },
  });
  fireEvent.click(await screen.findByRole("radio", { name: "Refuse" }));
  await waitFor(() => expect(secrets.action).toBe("refuse"));
  fireEvent.change(screen.getByLabelText("Project"), { target: { value: " acme/open " } });
  fireEvent.click(screen.getByRole("button", { name: "Add" }));
  await waitFor(() => expect(secrets.domains).toEqual({ "acme/open": "allow" }));
  fireEvent.click(await screen.findByRole("button", { name: "Remove acme/open" }));
  await waitFor(() => expect(secrets.domains).toEqual({}));
  fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(secrets.domains).toEqual({ "acme/open": "allow" }));
  fireEvent.click(screen.getByRole("switch", { name: "Personal data too" }));
  await waitFor(() => expect(secrets.personalData).toBe(true));
  expect(bridge.calls.filter(({ method }) => method === "settings.update")).toHaveLength(5);
});

it("shows the version", async () => {
  renderPlace(<SettingsView />, "#/settings/about", responses());
  expect(await screen.findByText("Recollect 0.1.0")).toBeTruthy();
});
