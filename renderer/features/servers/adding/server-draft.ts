import type { ClientNote } from "../../../../electron/core/client-note.ts";
import { variablesToPassOn } from "../../../../electron/core/network-variables.ts";
import { programFor } from "../../../../electron/core/program.ts";
import type { ServerJson, ServerJsonChoice } from "../../../../electron/core/server-json.ts";
import { freeName } from "../../../../electron/core/server-name.ts";
import { inputsOf, missingInputs, type ServerInput } from "../../../../electron/core/server-template.ts";
import { readServerText } from "../../../../electron/core/server-text/read-server-text.ts";
import {
  draftInputs,
  fillDraft,
  type ServerDraft,
  withoutInput,
} from "../../../../electron/core/server-text/server-draft.ts";
import type { MethodInput } from "../../../../electron/window-api/contract.ts";

/** A variable of a program, or a header of an address. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
  readonly secret: boolean;
}

interface Entered {
  readonly text: string;
  /** The name to add the server under. */
  readonly name: string;
}

/** The servers of a command, an address, a link, or a client's configuration. */
interface DraftsState extends Entered {
  readonly kind: "drafts";
  readonly drafts: readonly ServerDraft[];
  /** The position of the draft to add. */
  readonly chosen: number;
  /** The chosen draft with the owner's changes. Its values are those that need inputs. */
  readonly draft: ServerDraft;
  /** The variables or headers that need no input, as the owner edits them. */
  readonly values: readonly NamedValue[];
  /** The entered values by the names of their inputs. */
  readonly inputs: Readonly<Record<string, string>>;
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
  | { readonly kind: "problem"; readonly text: string; readonly problem: ClientNote }
  | DraftsState
  | RegistryState;

export type DraftAction =
  /** The names in `taken` are not proposed. */
  | { readonly type: "entered"; readonly text: string; readonly taken: readonly string[] }
  | { readonly type: "chosen"; readonly index: number; readonly taken: readonly string[] }
  | { readonly type: "named"; readonly name: string }
  | { readonly type: "transport"; readonly kind: "http" | "sse" }
  /** Uses another address, without placeholders. */
  | { readonly type: "address"; readonly url: string }
  | { readonly type: "values"; readonly values: readonly NamedValue[] }
  /** Leaves out the variables or headers that need an input. */
  | { readonly type: "omitted"; readonly input: string }
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
  const input = readServerText(text);
  if (input === null) return { kind: "typed", text };
  if (input.kind === "problem") return { ...input, text };
  if (input.kind === "drafts") return chooseDraft({ text, drafts: input.drafts }, 0, taken);
  const { server } = input;
  const choice = server.choices.find(({ problem }) => problem === null) ?? server.choices[0];
  if (choice === undefined) return { kind: "problem", text, problem: { reason: "text_empty" } };
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
      return { ...state, values: action.values };
    case "inputs":
      return { ...state, inputs: action.inputs };
    case "omitted":
      return { ...state, draft: withoutInput(draft, action.input) };
    case "address":
      if (draft.transport.kind === "stdio") return state;
      return { ...state, draft: { ...draft, transport: { ...draft.transport, url: { parts: [action.url] } } } };
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
  const values = fillDraft(draft, {}).values.filter((_, index) => !needsInput(draft.values[index]));
  const open = { ...draft, values: draft.values.filter(needsInput) };
  return { kind: "drafts", text, drafts, chosen, draft: open, values, inputs: {}, name: freeName(draft.name, taken) };
}

type Value = ServerDraft["values"][number];

const needsInput = (value: Value | undefined): boolean => value !== undefined && inputsOf([value.template]).length > 0;

/** An input of a draft, and what depends on it. */
export interface DraftInput extends ServerInput {
  /** Whether its value is a part of the command line or the address, which are stored as plain text. */
  readonly isPlain: boolean;
}

/** The inputs of the chosen draft. */
export function inputsOfDraft({ draft }: Pick<DraftsState, "draft">): readonly DraftInput[] {
  const plain = new Set(draftInputs({ ...draft, values: [] }).map(({ name }) => name));
  return draftInputs(draft).map((input) => ({ ...input, isPlain: plain.has(input.name) }));
}

/** Whether the server has a name and a value for each required input. */
export function isComplete(state: DraftState): boolean {
  if (state.kind === "drafts") {
    const isFilled = missingInputs({ inputs: draftInputs(state.draft) }, state.inputs).length === 0;
    return state.name.trim() !== "" && isFilled;
  }
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
  if (state.kind === "drafts") return serverOfDraft(state, platform);
  if (state.kind !== "registry" || state.choice.problem !== null) return null;
  const { transport, secrets } = state.choice.build(state.inputs);
  const name = state.name.trim();
  if (transport.kind !== "stdio") return { name, transport, secrets };
  const { command, args } = programFor(platform, transport);
  return { name, transport: { ...transport, command, args: [...args], inherit: [] }, secrets };
}

/** The server with variables of Recollect's own environment. */
export function withInherited(
  server: MethodInput<"servers.add">,
  names: readonly string[],
): MethodInput<"servers.add"> {
  const { transport } = server;
  if (transport.kind !== "stdio" || names.length === 0) return server;
  return { ...server, transport: { ...transport, inherit: [...(transport.inherit ?? []), ...names] } };
}

/** The network variables that a server can get in addition to its own. @param available those that are set for the owner */
export function networkOf(server: MethodInput<"servers.add"> | null, available: readonly string[]): readonly string[] {
  if (server === null || server.transport.kind !== "stdio") return [];
  const { env = {}, inherit = [] } = server.transport;
  return variablesToPassOn({ env, inherit }, server.secrets ?? {}, available);
}

function serverOfDraft({ name, draft, values, inputs }: DraftsState, platform: string): MethodInput<"servers.add"> {
  const { transport, values: filled } = fillDraft(draft, inputs);
  const named = [...filled, ...values].filter((value) => value.name.trim() !== "");
  const record = (secret: boolean) =>
    Object.fromEntries(named.filter((value) => value.secret === secret).map(({ name, value }) => [name.trim(), value]));
  if (transport.kind !== "stdio") {
    return { name: name.trim(), transport: { ...transport, headers: record(false) }, secrets: record(true) };
  }
  const { command, args } = programFor(platform, transport);
  return {
    name: name.trim(),
    transport: { kind: "stdio", command, args: [...args], cwd: transport.cwd, env: record(false) },
    secrets: record(true),
  };
}
