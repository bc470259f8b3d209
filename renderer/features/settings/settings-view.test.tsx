import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { IndexStatus } from "../../../electron/core/memory-service.ts";
import type { SecretsStatus, Settings } from "../../../electron/ipc/contract.ts";
import { BridgeError } from "../../bridge.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import { sampleModel, sampleStatus } from "../../testing/sample-answers.ts";
import type { Answers } from "../../testing/test-bridge.ts";
import { SettingsView } from "./settings-view.tsx";

const settings: Settings = {
  port: 7325,
  theme: "system",
  language: "system",
  startAtLogin: false,
  canStartAtLogin: true,
  dataFolder: "/home/ada/recollect",
  restartNeeded: false,
};
const status = sampleStatus({ dataFolder: "/home/ada/recollect" });
const index: IndexStatus = {
  text: { state: "ready", indexed: 812 },
  vectors: { state: "loading", ready: 0, pending: 812, model: "all-MiniLM-L6-v2" },
};

const model = sampleModel({ state: "loading" });

function answers(given: Answers = {}): Answers {
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

test("a port that cannot be one is refused beside the field and never sent", async () => {
  const bridge = renderPlace(<SettingsView />, "#/settings", answers());
  await typePort("80");
  expect(await screen.findByText("Choose a port from 1024 to 65535.")).toBeTruthy();
  expect(bridge.calls.some((call) => call.method === "settings.update")).toBe(false);
});

test("a port that is taken is said in the application's words, beside the field", async () => {
  const update: Answers["settings.update"] = () => {
    throw new BridgeError({
      code: "unavailable",
      message: "Port 8080 is used by another program (node, pid 4312).",
      hint: "Choose another port, or stop it.",
    });
  };
  renderPlace(<SettingsView />, "#/settings", answers({ "settings.update": update }));
  await typePort("8080");
  expect(await screen.findByText(/pid 4312\)\. Choose another port/)).toBeTruthy();
  expect(screen.getByLabelText("Port").getAttribute("aria-invalid")).toBe("true");
});

test("a new port says when it takes effect and where the new configurations are", async () => {
  const update: Answers["settings.update"] = ({ port }) => ({ ...settings, port: port ?? 0, restartNeeded: true });
  renderPlace(<SettingsView />, "#/settings", answers({ "settings.update": update }));
  await typePort("7400");
  expect(await screen.findByText(/Port 7400 is used from the next start/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Copy new configurations" }));
  expect(location.hash).toBe("#/clients/connect");
});

test("a port that moved at once says so", async () => {
  const update: Answers["settings.update"] = ({ port }) => ({ ...settings, port: port ?? 0 });
  renderPlace(<SettingsView />, "#/settings", answers({ "settings.update": update }));
  await typePort("7400");
  expect(await screen.findByText(/serves on port 7400 now/)).toBeTruthy();
});

test("where the host cannot start at login, the switch is off and says what to do", async () => {
  renderPlace(
    <SettingsView />,
    "#/settings",
    answers({ "settings.get": () => ({ ...settings, canStartAtLogin: false }) }),
  );
  const toggle = await screen.findByRole("switch", { name: "Start at login" });
  expect(toggle.getAttribute("aria-disabled")).toBe("true");
  expect(screen.getByText(/Not available here/)).toBeTruthy();
});

test("while the model loads, search says that it answers from text alone", async () => {
  renderPlace(<SettingsView />, "#/settings", answers());
  expect(await screen.findByText("Answering from text alone until the model is ready.")).toBeTruthy();
});

test("a rebuild shows how far it is and can be stopped", async () => {
  const bridge = renderPlace(<SettingsView />, "#/settings", answers());
  fireEvent.click(await screen.findByRole("button", { name: "Rebuild" }));
  const stop = await screen.findByRole("button", { name: "Stop" });
  act(() =>
    bridge.emit({ name: "index.progress", payload: { index: "text", done: 300, total: 812, state: "running" } }),
  );
  const bar = screen.getByRole("progressbar", { name: "Rebuilding the index of words" });
  expect(bar.getAttribute("aria-valuetext")).toBe("300 of 812");
  fireEvent.click(stop);
  await waitFor(() => expect(bridge.calls.at(-1)?.method).toBe("index.cancel"));
  act(() =>
    bridge.emit({ name: "index.progress", payload: { index: "text", done: 300, total: 812, state: "cancelled" } }),
  );
  expect(screen.getByText("Rebuilding was stopped. The index goes on working.")).toBeTruthy();
});

test("the reading of memories is stopped and goes on, and says how it stands", async () => {
  renderPlace(<SettingsView />, "#/settings", answers({ "model.setPaused": ({ paused }) => ({ ...model, paused }) }));
  fireEvent.click(await screen.findByRole("button", { name: "Stop reading" }));
  expect(await screen.findByText(/Reading is stopped until you let it go on/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Go on" }));
  await waitFor(() => expect(screen.queryByText(/Reading is stopped/)).toBeNull());
});

test("the data folder, its logs and the version are in plain sight", async () => {
  renderPlace(<SettingsView />, "#/settings", answers());
  const data = within(await screen.findByRole("region", { name: "Data" }));
  expect(data.getByText("/home/ada/recollect")).toBeTruthy();
  expect(data.getByText("/home/ada/recollect/logs")).toBeTruthy();
  expect(await screen.findByText("Recollect 0.1.0")).toBeTruthy();
});

test("where the secrets lie is said, and they can be moved into a keychain that is there", async () => {
  const places = { file: { place: "file", hasKeychain: true, problem: null } } as const;
  let now: SecretsStatus = places.file;
  const bridge = renderPlace(
    <SettingsView />,
    "#/settings",
    answers({
      "secrets.status": () => now,
      "secrets.move": ({ place }) => {
        now = { ...places.file, place };
        return now;
      },
    }),
  );
  fireEvent.click(await screen.findByRole("button", { name: "Move into the keychain" }));
  expect(await screen.findByText("In the system's keychain.")).toBeTruthy();
  expect(bridge.calls.find(({ method }) => method === "secrets.move")?.input).toEqual({ place: "keychain" });
});

test("without a keychain one sentence says so, and offers nothing", async () => {
  renderPlace(<SettingsView />, "#/settings", answers());
  expect(await screen.findByText(/no keychain was found here/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /keychain/ })).toBeNull();
});

test("a key that the keychain lost is made anew only after a question", async () => {
  let now: SecretsStatus = { place: "keychain", hasKeychain: true, problem: "lost" };
  const bridge = renderPlace(
    <SettingsView />,
    "#/settings",
    answers({
      "secrets.status": () => now,
      "secrets.replaceKey": () => {
        now = { ...now, problem: null };
        return now;
      },
    }),
  );
  fireEvent.click(await screen.findByRole("button", { name: "Make a new key…" }));
  const question = within(await screen.findByRole("dialog", { name: "Make a new key?" }));
  expect(bridge.calls.some(({ method }) => method === "secrets.replaceKey")).toBe(false);
  fireEvent.click(question.getByRole("button", { name: "Make a new key" }));
  expect(await screen.findByText("In the system's keychain.")).toBeTruthy();
});
