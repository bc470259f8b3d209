// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of other programs
import { expect, it } from "vitest";
import {
  type DraftAction,
  type DraftState,
  inputsOfDraft,
  isComplete,
  NO_DRAFT,
  reduceDraft,
  serverOf,
} from "./server-draft.ts";

function enter(text: string, taken: readonly string[] = []): DraftState {
  return reduceDraft(NO_DRAFT, { type: "entered", text, taken });
}

function reduce(state: DraftState, ...actions: readonly DraftAction[]): DraftState {
  return actions.reduce(reduceDraft, state);
}

const STDIO = { transport: { type: "stdio" } };
const MCPB = { registryType: "mcpb", identifier: "https://example.com/a.mcpb", ...STDIO };
const NPM = {
  registryType: "npm",
  identifier: "@acme/weather",
  version: "1.2.3",
  ...STDIO,
  environmentVariables: [{ name: "API_KEY", isRequired: true, isSecret: true }],
};
const REGISTRY = JSON.stringify({ name: "io.github.acme/weather", packages: [MCPB, NPM] });

it("has no server before a text is entered and for a text with a problem", () => {
  expect(serverOf(NO_DRAFT, "linux")).toBeNull();
  expect(enter(" ")).toEqual({ kind: "typed", text: " " });
  const problem = enter('npx "tool');
  expect(problem).toMatchObject({ kind: "problem", problem: { reason: "text_quote" } });
  expect([isComplete(problem), serverOf(problem, "linux")]).toEqual([false, null]);
});

it("separates secrets from other values and leaves out values without a name", () => {
  const values = [
    { name: "LEVEL", value: "debug", secret: false },
    { name: " TOKEN ", value: "t", secret: true },
    { name: "", value: "lost", secret: false },
  ];
  expect(serverOf(reduce(enter("files"), { type: "values", values }), "linux")).toEqual({
    name: "files",
    transport: { kind: "stdio", command: "files", args: [], cwd: null, env: { LEVEL: "debug" } },
    secrets: { TOKEN: "t" },
  });
  expect(serverOf(reduce(enter("https://web.com"), { type: "values", values }), "linux")).toMatchObject({
    name: "web",
    transport: { kind: "http", headers: { LEVEL: "debug" } },
  });
});

it("discards the owner's changes when another draft is chosen or another text is entered", () => {
  const entries = { files: { command: "files" }, git: { url: "https://example.com/mcp" } };
  const taken = ["git"];
  const edited = reduce(enter(JSON.stringify({ mcpServers: entries })), { type: "named", name: "mine" });
  expect(edited).toMatchObject({ name: "mine", chosen: 0 });
  const git = reduce(edited, { type: "chosen", index: 1, taken }, { type: "transport", kind: "sse" });
  expect(git).toMatchObject({ name: "git-2", chosen: 1, draft: { transport: { kind: "sse" } } });
  expect(reduce(git, { type: "chosen", index: 0, taken })).toMatchObject({ name: "files" });
  expect(reduce(git, { type: "entered", text: "https://example.com/mcp", taken })).toMatchObject({
    name: "example",
    draft: { transport: { kind: "http" } },
  });
});

it("is incomplete without a name", () => {
  const named = enter("files");
  expect(isComplete(named)).toBe(true);
  expect(isComplete(reduce(named, { type: "named", name: " " }))).toBe(false);
});

it("chooses the first usable package of a server.json and needs its required inputs", () => {
  const entered = enter(REGISTRY, ["weather"]);
  expect(entered).toMatchObject({ kind: "registry", name: "weather-2", choice: { problem: null } });
  expect(isComplete(entered)).toBe(false);
  const complete = reduce(entered, { type: "inputs", inputs: { API_KEY: "k" } });
  expect(isComplete(complete)).toBe(true);
  expect(serverOf(complete, "linux")).toMatchObject({ transport: { command: "npx" }, secrets: { API_KEY: "k" } });
  expect(serverOf(complete, "win32")).toMatchObject({ transport: { command: "cmd" } });
});

it("keeps the name and inputs of a server.json when another package is chosen", () => {
  const complete = reduce(enter(REGISTRY), { type: "inputs", inputs: { API_KEY: "k" } });
  const unusable = reduce(complete, { type: "named", name: "sky" }, { type: "chosen", index: 0, taken: [] });
  expect([isComplete(unusable), serverOf(unusable, "linux")]).toEqual([false, null]);
  expect(reduce(unusable, { type: "chosen", index: 1, taken: [] })).toMatchObject({
    name: "sky",
    inputs: { API_KEY: "k" },
  });
});

it("asks for the value of each placeholder, and leaves out the variables that the owner does not want", () => {
  const entry = {
    command: "npx",
    args: ["-y", "tool", "--dir", "/path/to/notes"],
    env: { API_KEY: "<YOUR_KEY>", REGION: "${input:region}", LEVEL: "debug" },
  };
  const inputs = [{ id: "region", type: "pickString", description: "Where", options: ["eu", "us"], default: "eu" }];
  const entered = enter(JSON.stringify({ inputs, servers: { tool: entry } }));
  if (entered.kind !== "drafts") throw new Error("Not read.");
  expect(inputsOfDraft(entered)).toMatchObject([
    { name: "dir", isSecret: false, isPlain: true },
    { name: "API_KEY", isSecret: true, isPlain: false, description: "<YOUR_KEY>" },
    { name: "region", isSecret: false, default: "eu", choices: ["eu", "us"], description: "Where" },
  ]);
  expect(isComplete(entered)).toBe(false);
  const values = { dir: "/srv/notes", API_KEY: "k" };
  const filled = reduce(entered, { type: "inputs", inputs: values });
  expect(isComplete(filled)).toBe(true);
  expect(serverOf(filled, "win32")).toEqual({
    name: "tool",
    transport: {
      kind: "stdio",
      command: "cmd",
      args: ["/c", "npx", "-y", "tool", "--dir", "/srv/notes"],
      cwd: null,
      env: { REGION: "eu", LEVEL: "debug" },
    },
    secrets: { API_KEY: "k" },
  });
  const less = reduce(
    entered,
    { type: "omitted", input: "API_KEY" },
    { type: "inputs", inputs: { dir: "/srv/notes" } },
  );
  expect([isComplete(less), serverOf(less, "linux")?.secrets]).toEqual([true, {}]);
});
