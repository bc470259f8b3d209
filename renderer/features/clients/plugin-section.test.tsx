import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { PluginInfo, PluginPreview } from "../../../electron/window-api/contract.ts";
import { BridgeError } from "../../bridge.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import { sampleKnownClient } from "../../testing/samples.ts";
import { PluginSection } from "./plugin-section.tsx";

const CODEX = sampleKnownClient("codex", "Codex", {});
const PLUGIN: PluginInfo = {
  clientId: "codex",
  title: "Codex",
  state: "absent",
  hasHooks: true,
  folder: "/data/codex",
};
const PREVIEW: PluginPreview = {
  id: "plan-1",
  clientId: "codex",
  title: "Codex",
  action: "install",
  folder: "/data/codex",
  files: [".mcp.json", "bin/recollect-mcp"],
  steps: [
    { kind: "generate", text: "/data/codex" },
    { kind: "run", text: "codex plugin add recollect@recollect" },
  ],
  missingProgram: null,
  changes: [
    { path: "/home/ann/.codex/config.toml", difference: [{ kind: "removed", text: "[mcp_servers.recollect]" }] },
  ],
};

/** Shows the section with a bridge that plans `preview`, and `inverse` for the other action. */
function show(plugin: PluginInfo | null, preview = PREVIEW, inverse = PREVIEW) {
  return renderPlace(<PluginSection client={CODEX} />, "#/clients", {
    "plugins.list": () => (plugin === null ? [] : [plugin]),
    "plugins.plan": ({ action }) => ((action === "remove") === (preview.action === "remove") ? preview : inverse),
    "plugins.applyPlan": ({ planId }) => (planId === preview.id ? preview : inverse),
  });
}

it("shows the files, commands and changes of a plugin, installs it, and offers to undo that", async () => {
  const removal: PluginPreview = { ...PREVIEW, id: "plan-2", action: "remove" };
  const bridge = show(PLUGIN, PREVIEW, removal);
  fireEvent.click(await screen.findByRole("button", { name: "Install as a plugin…" }));
  expect(await screen.findByText("codex plugin add recollect@recollect")).toBeTruthy();
  expect(screen.getByText("2 files")).toBeTruthy();
  expect(screen.getByRole("figure", { name: /config\.toml/ }).textContent).toContain("[mcp_servers.recollect]");
  expect(bridge.calls.some(({ method }) => method === "plugins.applyPlan")).toBe(false);

  fireEvent.click(screen.getByRole("button", { name: "Install" }));
  fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
  expect(await screen.findByText(/^Undone: The plugin was installed/)).toBeTruthy();
  const applied = bridge.calls.filter(({ method }) => method === "plugins.applyPlan").map(({ input }) => input);
  expect(applied).toEqual([{ planId: "plan-1" }, { planId: "plan-2" }]);
});

it("offers an update and the removal of a plugin that is out of date", async () => {
  const bridge = show({ ...PLUGIN, state: "outdated" }, { ...PREVIEW, action: "remove" });
  expect(await screen.findByText("The plugin is out of date.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Update the plugin…" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Remove the plugin…" }));
  expect(await screen.findByRole("button", { name: "Remove" })).toBeTruthy();
  expect(bridge.calls).toContainEqual({ method: "plugins.plan", input: { clientId: "codex", action: "remove" } });
});

it("shows the commands to run if the client's program was not found", async () => {
  show(PLUGIN, { ...PREVIEW, missingProgram: "codex" });
  fireEvent.click(await screen.findByRole("button", { name: "Install as a plugin…" }));
  expect(await screen.findByText(/The program codex was not found/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Copy command" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Generate the plugin" }));
  expect(await screen.findByText("The plugin was generated. Run the commands in a terminal.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

it("shows why an installation failed, and offers nothing to undo", async () => {
  renderPlace(<PluginSection client={CODEX} />, "#/clients", {
    "plugins.list": () => [PLUGIN],
    "plugins.plan": () => PREVIEW,
    "plugins.applyPlan": () => {
      throw new BridgeError({ code: "internal", message: "The command failed." });
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Install as a plugin…" }));
  fireEvent.click(await screen.findByRole("button", { name: "Install" }));
  expect(await screen.findByText("The command failed.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

it("names the commands to run after a removal without the client's program", async () => {
  show({ ...PLUGIN, state: "outdated" }, { ...PREVIEW, action: "remove", missingProgram: "codex" });
  fireEvent.click(await screen.findByRole("button", { name: "Remove the plugin…" }));
  fireEvent.click(await screen.findByRole("button", { name: "Remove" }));
  expect(await screen.findByText("The folder of the plugin was deleted. Run the commands in a terminal.")).toBeTruthy();
});
