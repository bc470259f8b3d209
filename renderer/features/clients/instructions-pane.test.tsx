import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { InstructionFile, InstructionPreview, MethodInput } from "../../../electron/window-api/contract.ts";
import { BridgeError } from "../../bridge.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import { sampleKnownClient } from "../../testing/samples.ts";
import type { Responses } from "../../testing/test-bridge.ts";
import { InstructionsPane } from "./instructions-pane.tsx";

/** An application that applies every plan. */
function responses(given: Responses = {}): Responses {
  const present = new Set<string>();
  let planned: InstructionPreview | null = null;
  const file = (kind: InstructionFile["kind"], scope: InstructionFile["scope"], path: string): InstructionFile => ({
    kind,
    scope,
    path,
    state: present.has(path) ? "present" : "absent",
    problem: null,
  });
  return {
    "instructions.list": ({ project }) => ({
      text: "## Memory: Recollect",
      files: [
        file("claude", "user", "/home/ada/.claude/CLAUDE.md"),
        file("claude-hooks", "user", "/home/ada/.claude/settings.json"),
        ...(project === undefined ? [] : [file("agents", "project", `${project}/AGENTS.md`)]),
      ],
    }),
    "instructions.plan": ({ kind, scope, project, action }: MethodInput<"instructions.plan">) => {
      const path = project === undefined ? "/home/ada/.claude/CLAUDE.md" : `${project}/AGENTS.md`;
      planned = {
        id: "plan-1",
        action,
        kind,
        scope,
        path,
        exists: true,
        difference: [{ kind: action === "write" ? "added" : "removed", text: "## Memory: Recollect" }],
        backupPath: `${path}.recollect-backup-1`,
        warnings: [],
      };
      return planned;
    },
    "instructions.applyPlan": () => {
      if (planned === null) throw new Error("Nothing was planned.");
      if (planned.action === "write") present.add(planned.path);
      else present.delete(planned.path);
      return planned;
    },
    "app.chooseFolder": () => "/home/ada/shop",
    "instructions.skills": () => [
      { name: "recall-first", description: "Searches before acting.", content: "# Recall first" },
    ],
    ...given,
  };
}

const show = (given?: Responses) =>
  renderPlace(<InstructionsPane onClose={() => undefined} />, "#/clients/instructions", responses(given));

it("adds the instructions after a preview, shows that they are up to date, and removes them", async () => {
  const bridge = show();
  fireEvent.click(await screen.findByRole("button", { name: "Add to CLAUDE.md" }));
  expect((await screen.findByRole("figure", { name: /Changes in/ })).textContent).toContain("added: ## Memory");
  expect(bridge.calls.some(({ method }) => method === "instructions.applyPlan")).toBe(false);
  fireEvent.click(screen.getByRole("button", { name: "Write" }));
  expect(await screen.findByText("Up to date")).toBeTruthy();
  expect(screen.getByText("Written to /home/ada/.claude/CLAUDE.md.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Remove from CLAUDE.md" }));
  fireEvent.click(await screen.findByRole("button", { name: "Remove" }));
  expect(await screen.findByText("Removed from /home/ada/.claude/CLAUDE.md.")).toBeTruthy();
  expect(await screen.findByRole("button", { name: "Add to CLAUDE.md" })).toBeTruthy();
});

it("lists the files of a project whose folder was chosen in the dialog", async () => {
  const bridge = show();
  fireEvent.click(await screen.findByRole("radio", { name: "One project" }));
  fireEvent.click(await screen.findByRole("button", { name: "Browse…" }));
  fireEvent.click(await screen.findByRole("button", { name: "Add to AGENTS.md" }));
  await waitFor(() =>
    expect(bridge.calls).toContainEqual({
      method: "instructions.plan",
      input: { kind: "agents", scope: "project", action: "write", project: "/home/ada/shop" },
    }),
  );
});

it("shows an error of the folder at its field", async () => {
  show({
    "instructions.list": ({ project }) => {
      if (project === undefined) return { text: "", files: [] };
      throw new BridgeError({ code: "invalid_argument", field: "project", message: "There is no folder /nowhere." });
    },
  });
  fireEvent.click(await screen.findByRole("radio", { name: "One project" }));
  fireEvent.change(screen.getByRole("textbox", { name: "The project's folder" }), { target: { value: "/nowhere" } });
  expect(await screen.findByText("There is no folder /nowhere.")).toBeTruthy();
});

it("shows why a file is unreadable and offers no change", async () => {
  const problem = {
    code: "invalid_argument" as const,
    message: "Claude Code's settings were not changed.",
    hint: "Fix the file.",
  };
  show({
    "instructions.list": () => ({
      text: "",
      files: [
        { kind: "claude-hooks", scope: "user", path: "/home/ada/.claude/settings.json", state: "unreadable", problem },
      ],
    }),
  });
  expect(await screen.findByText("Claude Code's settings were not changed. Fix the file.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Claude Code settings$/ })).toBeNull();
});

it("reloads the list after an error", async () => {
  let isUp = false;
  show({
    "instructions.list": () => {
      if (isUp) return { text: "", files: [] };
      throw new BridgeError({ code: "offline", message: "" });
    },
  });
  const retry = await screen.findByRole("button", { name: "Try again" });
  isUp = true;
  fireEvent.click(retry);
  expect(await screen.findByText("Show the text")).toBeTruthy();
});

it("shows the skills, and copies the text of one", async () => {
  const copied = vi.fn(async () => undefined);
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation(copied);
  show();
  const section = await screen.findByRole("region", { name: "Skills" });
  expect(await within(section).findByText("Searches before acting.")).toBeTruthy();
  fireEvent.click(within(section).getByText("Show recall-first"));
  fireEvent.click(within(section).getByRole("button", { name: "Copy recall-first" }));
  expect(copied).toHaveBeenCalledWith("# Recall first");
});

it("offers to reload the skills after a failure, and still shows the instructions", async () => {
  let fails = true;
  const description = "Merges near duplicates.";
  show({
    "instructions.skills": () => {
      if (fails) throw new BridgeError({ code: "internal", message: "The skills are missing." });
      return [{ name: "tidy-memories", description, content: "# Tidy" }];
    },
  });
  const section = await screen.findByRole("region", { name: "Skills" });
  expect((await within(section).findByRole("alert")).textContent).toContain("The skills are missing.");
  expect(screen.getByRole("button", { name: "Add to CLAUDE.md" })).toBeTruthy();
  fails = false;
  fireEvent.click(within(section).getByRole("button", { name: "Try again" }));
  expect(await within(section).findByText(description)).toBeTruthy();
});

it("says that a plugin contains the hooks, and does not offer them again", async () => {
  show({
    "connections.catalogue": () => [sampleKnownClient("claude-code", "Claude Code")],
    "plugins.list": () => [
      { clientId: "claude-code", title: "Claude Code", state: "installed", hasHooks: true, folder: "/data" },
    ],
  });
  const hooks = within(await screen.findByRole("region", { name: "Claude Code hooks" }));
  expect(await hooks.findByText("Included in the plugin")).toBeTruthy();
  expect(hooks.queryByRole("button", { name: /Add/ })).toBeNull();
});
