import type { Tool } from "@modelcontextprotocol/client";
import { countHidden } from "../core/hidden-characters.ts";
import { findInjectedInstruction } from "../core/injected-instructions.ts";
import { nameKey } from "../core/name-key.ts";
import type { ServerTool, ServerToolState, ToolDifference, ToolFinding } from "../core/servers.ts";
import { isRecord } from "../core/util/is-record.ts";
import { OWN_TOOLS } from "../mcp/own-names.ts";
import type { ServerRecord } from "./server-file.ts";

/** The parts of a tool that a model or a client reads. They are pinned when the owner approves the tool. */
const PINNED = ["title", "description", "inputSchema", "outputSchema", "annotations"] as const;

/** A tool as approved and as offered; `approved` is null for a new tool, `offered` for a missing one. */
export interface ToolPin {
  readonly name: string;
  readonly state: ServerToolState;
  readonly enabled: boolean;
  readonly approved: Tool | null;
  readonly offered: Tool | null;
}

/** Compares the offered tools with the approved ones. In the order of the approvals, then of the offer. */
export function toolPins({ approved, offered }: Pick<ServerRecord, "approved" | "offered">): readonly ToolPin[] {
  const current = new Map(offered.tools.map((tool) => [tool.name, tool]));
  const known = new Set(approved.map(({ definition }) => definition.name));
  return [
    ...approved.map(({ definition, enabled }): ToolPin => {
      const now = current.get(definition.name) ?? null;
      const state = now === null ? "missing" : differencesOf(definition, now).length === 0 ? "approved" : "changed";
      return { name: definition.name, state, enabled, approved: definition, offered: now };
    }),
    ...offered.tools
      .filter(({ name }) => !known.has(name))
      .map((tool): ToolPin => ({ name: tool.name, state: "new", enabled: true, approved: null, offered: tool })),
  ];
}

/** The tools that are stopped because they changed. */
export function stoppedTools(record: ServerRecord): string[] {
  return toolPins(record).flatMap(({ name, state }) => (state === "changed" ? [name] : []));
}

/**
 * Approves the current definitions of tools. A missing tool is removed.
 * @param names null for all without findings: a tool with one is approved by its name only
 */
export function approve(record: ServerRecord, names: readonly string[] | null): ServerRecord["approved"] {
  return toolPins(record).flatMap(({ name, state, enabled, approved, offered }) => {
    const isChosen = names === null ? offered === null || findingsOf(offered).length === 0 : names.includes(name);
    const definition = isChosen ? offered : approved;
    if (definition === null || (state === "missing" && isChosen)) return [];
    return [{ definition: pinned(definition), enabled }];
  });
}

/** The tool as the owner sees it. @param exposedName the name for clients; null before its approval */
export function describeTool(pin: ToolPin, exposedName: string | null): ServerTool {
  const { name, state, enabled, approved, offered } = pin;
  const tool = offered ?? approved ?? { name, inputSchema: { type: "object" as const } };
  return {
    name,
    exposedName,
    title: tool.title ?? tool.annotations?.title ?? null,
    description: tool.description ?? "",
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema ?? null,
    hints: { readOnly: isReadOnly(tool), destructive: tool.annotations?.destructiveHint === true },
    state,
    enabled,
    findings: findingsOf(tool),
    differences: state === "changed" && approved !== null && offered !== null ? differencesOf(approved, offered) : [],
  };
}

/** Whether a tool says that it changes nothing. A contradicting hint counts. */
export function isReadOnly({ annotations }: Tool): boolean {
  return annotations?.readOnlyHint === true && annotations.destructiveHint !== true;
}

/** Suspicious parts of a tool: in the texts that a model reads, in the definition and its schemas. */
function findingsOf(tool: Tool): readonly ToolFinding[] {
  const texts = [tool.name, ...PINNED.flatMap((field) => textsIn(tool[field]))];
  const hidden = texts.reduce((count, text) => count + countHidden(text), 0);
  const instruction = texts.map(findInjectedInstruction).find((found) => found !== null);
  const { readOnlyHint, destructiveHint, title = "" } = tool.annotations ?? {};
  const names = [tool.name, tool.title ?? "", title].map(nameKey);
  const resembled = OWN_TOOLS.find((own) => names.includes(nameKey(own)));
  return [
    ...(hidden === 0 ? [] : [{ kind: "hidden", count: hidden } as const]),
    ...(instruction === undefined ? [] : [{ kind: "instruction", excerpt: instruction.excerpt } as const]),
    ...(readOnlyHint === true && destructiveHint === true
      ? [{ kind: "contradiction", hints: ["readOnlyHint", "destructiveHint"] } as const]
      : []),
    ...(resembled === undefined ? [] : [{ kind: "lookalike", name: resembled } as const]),
  ];
}

function differencesOf(before: Tool, after: Tool): readonly ToolDifference[] {
  return PINNED.map((field) => ({ field, before: shown(before[field]), after: shown(after[field]) })).filter(
    (difference) => difference.before !== difference.after,
  );
}

/**
 * The members that no model reads, such as icons and the `_meta` of apps: they are passed on as offered. Tasks are not
 * supported, so `execution` is removed.
 */
export function unpinned({ execution, ...tool }: Tool): Partial<Tool> {
  return Object.fromEntries(Object.entries(tool).filter(([name]) => !PINNED.some((field) => field === name)));
}

/** Only the pinned fields: a model must not read unapproved text. */
function pinned(tool: Tool): Tool {
  const fields = PINNED.flatMap((field) => (tool[field] === undefined ? [] : [[field, tool[field]]]));
  return { name: tool.name, ...Object.fromEntries(fields) } as Tool;
}

/** A value as text, with sorted object members, because a server may send them in another order. */
function shown(value: unknown): string | null {
  if (value === undefined) return null;
  return typeof value === "string" ? value : JSON.stringify(sorted(value), null, 2);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}

/** Every text in a value, including the names of members: a model reads both. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isRecord(value) ? Object.entries(value).flatMap(([name, member]) => [name, ...textsIn(member)]) : [];
}

/** Approves the tools without findings. */
export function approveHarmless(record: ServerRecord): ServerRecord {
  return { ...record, approved: approve(record, null) };
}
