import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { UPDATE_OBSTACLES, type UpdateStatus } from "../../../electron/core/updates.ts";
import { en } from "../../../electron/text/en.ts";
import { BridgeError } from "../../bridge.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import type { Responses } from "../../testing/test-bridge.ts";
import { UpdateSettings } from "./update-settings.tsx";

const status: UpdateStatus = {
  version: "0.1.0",
  agreed: true,
  obstacle: null,
  page: "https://github.com/acme/recollect/releases/latest",
  state: "idle",
  release: null,
  progress: null,
  checkedAt: null,
  error: null,
  installsOnQuit: false,
};
const release = { version: "0.2.0", notes: "Faster search." };

function show(changes: Partial<UpdateStatus>, responses: Responses = {}) {
  return renderPlace(<UpdateSettings />, "#/settings", {
    "updates.status": () => ({ ...status, ...changes }),
    ...responses,
  });
}

const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));

it("asks once, and names the disabled checks after a refusal", async () => {
  const bridge = show({ agreed: null }, { "updates.setAgreed": () => ({ ...status, agreed: false }) });
  await press("No");
  expect(await screen.findByText("Off. Nothing is requested from the network.")).toBeTruthy();
  expect(screen.getByRole("switch", { name: "Daily check" }).getAttribute("aria-checked")).toBe("false");
  expect(screen.queryByText("Check for updates once a day?")).toBeNull();
  expect(bridge.calls.at(-1)).toEqual({ method: "updates.setAgreed", input: { agreed: false } });
});

it("shows why the answer could not be stored", async () => {
  show(
    { agreed: null },
    {
      "updates.setAgreed": () => {
        throw new BridgeError({ code: "storage", message: "The disk is full." });
      },
    },
  );
  await press("Check daily");
  expect(await screen.findAllByText("The disk is full.")).not.toEqual([]);
});

it("shows the progress of a download as text", async () => {
  show({ state: "downloading", release, progress: { done: 5 * 1024 * 1024, total: 20 * 1024 * 1024 } });
  const bar = await screen.findByRole("progressbar", { name: "Downloading version 0.2.0" });
  expect(bar.getAttribute("aria-valuetext")).toBe("5 MB of 20 MB");
  expect(screen.queryByRole("button")).toBeNull();
});

it("offers to restart, or to install at the end, and can take either back", async () => {
  const ready = { ...status, state: "ready", release } as const;
  const bridge = show(ready, {
    "updates.install": ({ when }) =>
      when === "now" ? { ...ready, state: "waiting" } : { ...ready, installsOnQuit: true },
    "updates.postpone": () => ready,
  });
  await press("Install when I quit");
  expect(await screen.findByText("It is installed when you quit Recollect.")).toBeTruthy();
  await press("Not now");
  await press("Restart now");
  expect(await screen.findByText("Recollect restarts as soon as no client waits for a response.")).toBeTruthy();
  await press("Not now");
  expect(await screen.findByRole("button", { name: "Restart now" })).toBeTruthy();
  expect(bridge.calls.filter(({ method }) => method === "updates.postpone")).toHaveLength(2);
});

it("shows what failed with what to do, and keeps the buttons", async () => {
  const error = { code: "unavailable", message: "The download does not match the release." } as const;
  let failed = false;
  const bridge = show(
    {},
    {
      "updates.status": () => ({ ...status, state: "available", release, error: failed ? error : null }),
      "updates.download": () => {
        failed = true;
        throw new BridgeError(error);
      },
    },
  );
  await press("Download");
  expect((await screen.findByRole("alert")).textContent).toBe(error.message);
  expect(screen.getByRole("button", { name: "Download" })).toBeTruthy();
  expect(bridge.calls.map(({ method }) => method)).toContain("updates.download");
});

for (const obstacle of UPDATE_OBSTACLES) {
  it(`says why this installation does not update itself: ${obstacle}`, async () => {
    const bridge = show({ obstacle, state: "available", release });
    expect(await screen.findByText(en.updates.obstacles[obstacle])).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Download" })).toBeNull();
    if (obstacle === "source") return;
    expect(screen.getByText("Faster search.")).toBeTruthy();
    await press("Open downloads");
    expect(bridge.calls.at(-1)).toEqual({ method: "app.openExternal", input: { url: status.page } });
  });
}
