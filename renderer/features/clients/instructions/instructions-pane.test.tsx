import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { InstructionFile, InstructionPreview, MethodInput } from "../../../../electron/ipc/contract.ts";
import { BridgeError } from "../../../bridge.ts";
import { renderPlace } from "../../../testing/render-place.tsx";
import type { Answers } from "../../../testing/test-bridge.ts";
import { InstructionsPane } from "./instructions-pane.tsx";

/** An application that writes as it is told. */
function answers(given: Answers = {}): Answers {
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
    ...given,
  };
}

const show = (given?: Answers) =>
  renderPlace(<InstructionsPane onClose={() => undefined} />, "#/clients/instructions", answers(given));

test("a text is written as it was shown, is told to be there, and is taken out again", async () => {
  const bridge = show();
  fireEvent.click(await screen.findByRole("button", { name: "Add to CLAUDE.md" }));
  expect((await screen.findByRole("figure", { name: /What changes in/ })).textContent).toContain("added: ## Memory");
  expect(bridge.calls.some(({ method }) => method === "instructions.applyPlan")).toBe(false);
  fireEvent.click(screen.getByRole("button", { name: "Write" }));
  expect(await screen.findByText("There, and up to date")).toBeTruthy();
  expect(screen.getByText("Written to /home/ada/.claude/CLAUDE.md.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Remove from CLAUDE.md" }));
  fireEvent.click(await screen.findByRole("button", { name: "Remove" }));
  expect(await screen.findByText("Taken out of /home/ada/.claude/CLAUDE.md.")).toBeTruthy();
  expect(await screen.findByRole("button", { name: "Add to CLAUDE.md" })).toBeTruthy();
});

test("a project's folder is chosen in the desktop's dialog, and its files are named", async () => {
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

test("a folder that is not there is told at its field", async () => {
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

test("a file that cannot be read says why and offers nothing", async () => {
  const problem = "Claude Code's settings were left alone. It is not a JSON object.";
  show({
    "instructions.list": () => ({
      text: "",
      files: [
        { kind: "claude-hooks", scope: "user", path: "/home/ada/.claude/settings.json", state: "unreadable", problem },
      ],
    }),
  });
  expect(await screen.findByText(problem)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Claude Code's settings$/ })).toBeNull();
});

test("where the list cannot be had, it is asked for again", async () => {
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
  expect(await screen.findByText("The text")).toBeTruthy();
});
