import { findNodeAtLocation, type JSONPath, type Node, type ParseError, parse, parseTree } from "jsonc-parser";
import { isRecord } from "../../core/util/is-record.ts";
import { RecollectError } from "../../text/errors.ts";
import type { ShimCommand } from "../client.ts";
import { insertMember, removeMember, replaceMember } from "../install/splice-json.ts";
import { CLAUDE_HOOKS, HOOK_TIMEOUT_S } from "../plugins/claude-form.ts";
import { writeCommand } from "../write-command.ts";
import type { Value } from "../write-text.ts";
import type { ChangedText } from "./insert-instructions.ts";

/** The commands of our hooks, of any version. */
const OUR_PROGRAM = /RECOLLECT_DATA_DIR|recollect[^/\\]{0,80}\.m?js/i;
const OUR_HOOK = / hook (?:SessionStart|UserPromptSubmit|PreCompact|Stop)$/i;
const isOurs = (command: string) => OUR_HOOK.test(command) && OUR_PROGRAM.test(command);
const PARSING = { allowTrailingComma: true };

interface HookGroup {
  readonly matcher?: string;
  readonly hooks: readonly { readonly type: string; readonly command: string; readonly [key: string]: Value }[];
}

/** The entries of `hooks` in Claude Code's settings, by event. */
export function claudeHooks(command: ShimCommand, platform: NodeJS.Platform): Readonly<Record<string, HookGroup>> {
  const entries = CLAUDE_HOOKS.map(({ event, matcher }) => {
    const hook = {
      type: "command",
      command: hookCommand(command, event, platform),
      // By default Claude Code uses Git's bash if it is installed, otherwise PowerShell.
      ...(platform === "win32" ? { shell: "powershell" } : {}),
      timeout: HOOK_TIMEOUT_S,
    };
    return [event, { ...(matcher === undefined ? {} : { matcher }), hooks: [hook] }] as const;
  });
  return Object.fromEntries(entries);
}

/**
 * Adds our hooks to the text of Claude Code's settings, or updates them. Every other byte stays.
 * @param existing "" for a missing file
 * @throws invalid_argument if the text is not JSON or its `hooks` have an unknown form
 */
export function insertClaudeHooks(existing: string, command: ShimCommand, platform: NodeJS.Platform): ChangedText {
  let text = existing.trim() === "" ? "{}\n" : existing;
  readSettings(text);
  for (const [event, group] of Object.entries(claudeHooks(command, platform))) {
    const groups = groupsOf(readSettings(text), event);
    const [first] = positionsOf(groups);
    if (first === undefined) {
      text = appendGroup(text, event, group);
      continue;
    }
    const [groupIndex, index] = first;
    const wanted = group.hooks[0];
    const isCurrent = JSON.stringify(groups[groupIndex]?.hooks[index]) === JSON.stringify(wanted);
    if (isCurrent || wanted === undefined) continue;
    const list = nodeAt(text, ["hooks", event, groupIndex, "hooks"]);
    const hook = list?.children?.[index];
    if (list !== undefined && hook !== undefined) text = replaceMember(text, list, hook, wanted);
  }
  return { text, changed: text !== existing };
}

/** Removes our hooks, and the containers that are then empty. @throws invalid_argument as {@link insertClaudeHooks} */
export function removeClaudeHooks(existing: string): ChangedText {
  let text = existing;
  if (existing.trim() === "") return { text, changed: false };
  for (const { event } of CLAUDE_HOOKS) {
    for (const [group, index] of positionsOf(groupsOf(readSettings(text), event)).toReversed()) {
      const groups = groupsOf(readSettings(text), event);
      const isLastHook = groups[group]?.hooks.length === 1;
      const path =
        isLastHook && groups.length === 1
          ? ["hooks", event]
          : ["hooks", event, group, ...(isLastHook ? [] : ["hooks", index])];
      text = removeAt(text, path);
    }
  }
  const { hooks } = readSettings(text);
  const isEmpty = text !== existing && hooks !== undefined && Object.keys(hooks).length === 0;
  if (isEmpty) text = removeAt(text, ["hooks"]);
  return { text, changed: text !== existing };
}

/** Whether the text contains hooks of ours. @throws invalid_argument */
export function hasClaudeHooks(text: string): boolean {
  if (text.trim() === "") return false;
  const settings = readSettings(text);
  return CLAUDE_HOOKS.some(({ event }) => positionsOf(groupsOf(settings, event)).length > 0);
}

/** A command line for the shell: every version of Claude Code accepts it, and it can set the variables. */
function hookCommand({ command, args, env }: ShimCommand, event: string, platform: NodeJS.Platform): string {
  const shell = platform === "win32" ? "powershell" : "posix";
  const quote = (...words: readonly string[]) => writeCommand(shell, words).trimEnd();
  const line = quote(command, ...args, "hook", event);
  const variables = Object.entries(env);
  if (shell === "posix") return [...variables.map(([name, value]) => `${name}=${quote(value)}`), line].join(" ");
  return [...variables.map(([name, value]) => `$env:${name} = '${value.replaceAll("'", "''")}';`), "&", line].join(" ");
}

/** Adds a group to an event's list. The list and `hooks` are created if they are missing. */
function appendGroup(text: string, event: string, group: HookGroup): string {
  const value = group as unknown as Value;
  const groups = nodeAt(text, ["hooks", event]);
  if (groups !== undefined) return insertMember(text, groups, null, value);
  const hooks = nodeAt(text, ["hooks"]);
  if (hooks !== undefined) return insertMember(text, hooks, event, [value]);
  const root = nodeAt(text, []);
  return root === undefined ? text : insertMember(text, root, "hooks", { [event]: [value] });
}

function removeAt(text: string, path: JSONPath): string {
  const value = nodeAt(text, path);
  const member = value?.parent?.type === "property" ? value.parent : value;
  return member?.parent === undefined ? text : removeMember(text, member.parent, member);
}

function nodeAt(text: string, path: JSONPath): Node | undefined {
  const root = parseTree(text, [], PARSING);
  return root === undefined ? undefined : findNodeAtLocation(root, path);
}

interface Settings {
  readonly hooks?: Readonly<Record<string, unknown>>;
}

function readSettings(text: string): Settings {
  const errors: ParseError[] = [];
  const value: unknown = parse(text.replace(/^\ufeff/, " "), errors, PARSING);
  if (errors.length > 0 || !isRecord(value)) throw new RecollectError("hooks_unfit", { event: null });
  if (value.hooks !== undefined && !isRecord(value.hooks)) throw new RecollectError("hooks_unfit", { event: null });
  return value;
}

/** The groups of an event, each with its hooks. */
function groupsOf({ hooks }: Settings, event: string): readonly HookGroup[] {
  const groups = hooks?.[event] === undefined ? [] : hooks[event];
  const valid = Array.isArray(groups) && groups.every((group) => isRecord(group) && Array.isArray(group.hooks));
  if (!valid) throw new RecollectError("hooks_unfit", { event });
  return groups as readonly HookGroup[];
}

/** The indexes of the group and the hook of each hook of ours. */
function positionsOf(groups: readonly HookGroup[]): (readonly [group: number, hook: number])[] {
  return groups.flatMap(({ hooks }, group) =>
    hooks.flatMap((hook, index) => (isRecord(hook) && isOurs(String(hook.command)) ? [[group, index] as const] : [])),
  );
}
