import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { DEFAULT_SECRET_POLICY } from "../../../electron/core/secrets/policy.ts";
import type { Settings } from "../../../electron/window-api/contract.ts";
import { BridgeError } from "../../bridge.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import { sampleStatus } from "../../testing/samples.ts";
import type { Responses } from "../../testing/test-bridge.ts";
import { SettingsView } from "../settings/settings-view.tsx";

function show(given: Partial<Settings> = {}, more: Responses = {}) {
  let settings: Settings = {
    port: 7325,
    theme: "system",
    language: "system",
    startAtLogin: false,
    canStartAtLogin: true,
    quickKeys: null,
    quickWindow: { isActive: true, isUncertain: false },
    dataFolder: "/home/ada/recollect",
    secrets: DEFAULT_SECRET_POLICY,
    use: true,
    restartNeeded: false,
    ...given,
  };
  return renderPlace(<SettingsView />, "#/settings/general/quick", {
    "settings.get": () => settings,
    "settings.update": ({ quickKeys }) => {
      settings = { ...settings, quickKeys: quickKeys ?? null };
      return settings;
    },
    "app.status": () => sampleStatus({ platform: "linux" }),
    ...more,
  });
}
const press = (code: string, rest: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { code, key: code, ...rest });
const updates = (bridge: ReturnType<typeof show>) =>
  bridge.calls.filter(({ method }) => method === "settings.update").map(({ input }) => input);

it("takes the keys that are pressed, and turns them off", async () => {
  const bridge = show();
  fireEvent.click(await screen.findByRole("button", { name: "Choose keys…" }));
  press("ControlLeft", { key: "Control", ctrlKey: true });
  press("KeyK");
  expect(screen.getByRole("alert").textContent).toMatch(/^Use Ctrl, Alt/);
  press("Space", { ctrlKey: true, shiftKey: true });
  await waitFor(() => expect(updates(bridge)).toEqual([{ quickKeys: "Ctrl+Shift+Space" }]));
  expect(screen.queryByRole("alert")).toBeNull();
  fireEvent.click(await screen.findByRole("button", { name: "Turn off" }));
  await waitFor(() => expect(updates(bridge)[1]).toEqual({ quickKeys: null }));
  expect(await screen.findByText("Off")).toBeTruthy();
});

it("keeps the keys on Escape", async () => {
  const bridge = show({ quickKeys: "Alt+K" });
  fireEvent.click(await screen.findByRole("button", { name: "Change…" }));
  press("Escape", { key: "Escape" });
  expect(screen.getByRole("button", { name: "Change…" })).toBeTruthy();
  press("KeyM", { altKey: true });
  expect(updates(bridge)).toEqual([]);
});

it("says that another program uses the keys, when they are chosen and later", async () => {
  const message = "Alt+K is used by another program.";
  show(
    { quickKeys: "Alt+M", quickWindow: { isActive: false, isUncertain: false } },
    {
      "settings.update": () => {
        throw new BridgeError({ code: "conflict", message });
      },
    },
  );
  expect(await screen.findByText(/^Another program uses it/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Change…" }));
  press("KeyK", { altKey: true });
  expect(await screen.findByText(message)).toBeTruthy();
});

it("says that Wayland may refuse the keys", async () => {
  show({ quickWindow: { isActive: false, isUncertain: true } });
  expect(await screen.findByText(/^On Wayland/)).toBeTruthy();
});

it("has no keys to choose without the desktop application", async () => {
  show({ quickWindow: null });
  expect(await screen.findByText("Only the desktop application has it.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Choose keys…" })).toBeNull();
});
