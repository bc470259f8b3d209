import { programFor } from "../../../../electron/core/program.ts";
import { missingInputs, type ServerJson, type ServerJsonChoice } from "../../../../electron/core/server-json.ts";
import { freeName } from "../../../../electron/core/server-name.ts";
import type { MethodInput } from "../../../../electron/window-api/contract.ts";
import { type InputProblem, type NamedValue, readServerInput, type ServerDraft } from "./server-input.ts";

interface Entered {
  readonly text: string;
  /** The name to add the server under. */
  readonly name: string;
}

/** The servers of a command, an address, or a client's configuration. */
interface DraftsState extends Entered {
  readonly kind: "drafts";
  readonly drafts: readonly ServerDraft[];
  /** The position of the draft to add. */
  readonly chosen: number;
  /** The chosen draft with the owner's changes. */
  readonly draft: ServerDraft;
}

/** The `server.json` of a registry. */
interface RegistryState extends Entered {
  readonly kind: "registry";
  readonly server: ServerJson;
  /** The chosen package or address. */
  readonly choice: ServerJsonChoice;
  /** The entered values by the names of their inputs. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Whether the owner agreed to the values that the file sets. */
  readonly agreed: boolean;
}

/** The text in the dialog and the server that was read from it. */
export type DraftState =
  | { readonly kind: "typed"; readonly text: string }
  | { readonly kind: "problem"; readonly text: string; readonly problem: InputProblem }
  | DraftsState
  | RegistryState;

export type DraftAction =
  /** The names in `taken` are not proposed. */
  | { readonly type: "entered"; readonly text: string; readonly taken: readonly string[] }
  | { readonly type: "chosen"; readonly index: number; readonly taken: readonly string[] }
  | { readonly type: "named"; readonly name: string }
  | { readonly type: "transport"; readonly kind: "http" | "sse" }
  | { readonly type: "values"; readonly values: readonly NamedValue[] }
  | { readonly type: "inputs"; readonly inputs: Readonly<Record<string, string>> }
  | { readonly type: "agreed"; readonly agreed: boolean };

export const NO_DRAFT: DraftState = { kind: "typed", text: "" };

/** Applies an action. Another text or another draft discards the changes of the former one. */
export function reduceDraft(state: DraftState, action: DraftAction): DraftState {
  if (action.type === "entered") return enter(action.text, action.taken);
  if (state.kind === "drafts") return reduceDrafts(state, action);
  return state.kind === "registry" ? reduceRegistry(state, action) : state;
}

function enter(text: string, taken: readonly string[]): DraftState {
  const input = readServerInput(text);
  if (input === null) return { kind: "typed", text };
  if (input.kind === "problem") return { ...input, text };
  if (input.kind === "drafts") return chooseDraft({ text, drafts: input.drafts }, 0, taken);
  const { server } = input;
  const choice = server.choices.find(({ problem }) => problem === null) ?? server.choices[0];
  if (choice === undefined) return { kind: "problem", text, problem: "empty" };
  return { kind: "registry", text, name: freeName(server.name, taken), server, choice, inputs: {}, agreed: false };
}

function reduceDrafts(state: DraftsState, action: DraftAction): DraftState {
  const { draft } = state;
  switch (action.type) {
    case "chosen":
      return chooseDraft(state, action.index, action.taken);
    case "named":
      return { ...state, name: action.name };
    case "values":
      return { ...state, draft: { ...draft, values: action.values } };
    case "transport":
      if (draft.transport.kind === "stdio") return state;
      return { ...state, draft: { ...draft, transport: { ...draft.transport, kind: action.kind } } };
    default:
      return state;
  }
}

function reduceRegistry(state: RegistryState, action: DraftAction): DraftState {
  switch (action.type) {
    case "chosen":
      return { ...state, choice: state.server.choices[action.index] ?? state.choice, agreed: false };
    case "named":
      return { ...state, name: action.name };
    case "inputs":
      return { ...state, inputs: action.inputs };
    case "agreed":
      return { ...state, agreed: action.agreed };
    default:
      return state;
  }
}

function chooseDraft(
  { text, drafts }: Pick<DraftsState, "text" | "drafts">,
  chosen: number,
  taken: readonly string[],
): DraftState {
  const draft = drafts[chosen];
  if (draft === undefined) return { kind: "typed", text };
  return { kind: "drafts", text, drafts, chosen, draft, name: freeName(draft.name, taken) };
}

/** Whether the server has a name and a value for each required input. */
export function isComplete(state: DraftState): boolean {
  if (state.kind === "drafts") return state.name.trim() !== "";
  if (state.kind !== "registry" || state.name.trim() === "" || state.choice.problem !== null) return false;
  if (state.choice.fixed.length > 0 && !state.agreed) return false;
  return missingInputs(state.choice, state.inputs).length === 0;
}

/**
 * The server to add, with the values entered so far.
 *
 * @param platform the platform that its program runs on, as in `process.platform`
 * @returns null if the text describes no server that can be added
 */
export function serverOf(state: DraftState, platform: string): MethodInput<"servers.add"> | null {
  if (state.kind === "drafts") return serverOfDraft(state);
  if (state.kind !== "registry" || state.choice.problem !== null) return null;
  const { transport, secrets } = state.choice.build(state.inputs);
  const name = state.name.trim();
  if (transport.kind !== "stdio") return { name, transport, secrets };
  const { command, args } = programFor(platform, transport);
  return { name, transport: { ...transport, command, args: [...args], inherit: [] }, secrets };
}

function serverOfDraft({ name, draft: { transport, values } }: DraftsState): MethodInput<"servers.add"> {
  const named = values.filter((value) => value.name.trim() !== "");
  const record = (secret: boolean) =>
    Object.fromEntries(named.filter((value) => value.secret === secret).map(({ name, value }) => [name.trim(), value]));
  return {
    name: name.trim(),
    transport:
      transport.kind === "stdio"
        ? { ...transport, args: [...transport.args], env: record(false) }
        : { ...transport, headers: record(false) },
    secrets: record(true),
  };
}
