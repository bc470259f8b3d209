import { type ParseError, parse } from "jsonc-parser";
import { RecollectError } from "../../core/errors.ts";
import type { ShimCommand } from "../connect/client.ts";
import { writeCommand } from "../connect/write-command.ts";
import { addValue, removeValue, setValue } from "./edit-settings.ts";
import type { ChangedText } from "./insert-instructions.ts";

/** Claude Code's events that we answer, and when: a session that is resumed still holds what it recalled. */
const EVENTS = { SessionStart: "startup|clear|compact", PreCompact: null, Stop: null } as const;
/** Far beyond what it takes; Claude Code's own limit is minutes. Seconds. */
const TIMEOUT_S = 5;
/** How an entry of ours is known, whichever version wrote it. */
const OURS = /(?:RECOLLECT_DATA_DIR|recollect[^/\\]*\.m?js).* hook (?:SessionStart|PreCompact|Stop)$/i;

interface HookEntry {
  readonly matcher?: string;
  readonly hooks: readonly { readonly type: string; readonly command: string; readonly [key: string]: unknown }[];
}

/** The entries of `hooks` in Claude Code's settings, by event. */
export function claudeHooks(command: ShimCommand, platform: NodeJS.Platform): Readonly<Record<string, HookEntry>> {
  const entries = Object.entries(EVENTS).map(([event, matcher]) => {
    const hook = {
      type: "command",
      command: hookCommand(command, event, platform),
      // Named, so that it is not Git's bash on one machine and PowerShell on the other.
      ...(platform === "win32" ? { shell: "powershell" } : {}),
      timeout: TIMEOUT_S,
    };
    return [event, { ...(matcher === null ? {} : { matcher }), hooks: [hook] }] as const;
  });
  return Object.fromEntries(entries);
}

/**
 * Adds our hooks to the text of Claude Code's settings, or brings those that are there up to date. Everything else
 * keeps its bytes.
 * @param existing "" where there is no file
 * @throws invalid_argument where it is not JSON, or its `hooks` are not what they should be; nothing is to be changed then
 */
export function insertClaudeHooks(existing: string, command: ShimCommand, platform: NodeJS.Platform): ChangedText {
  let text = existing.trim() === "" ? "{}\n" : existing;
  readSettings(text);
  for (const [event, entry] of Object.entries(claudeHooks(command, platform))) {
    const groups = groupsOf(readSettings(text), event);
    const ours = positionsOf(groups);
    const [first] = ours;
    if (first === undefined) {
      text = addValue(text, ["hooks", event], null, entry);
    } else {
      const [group, index] = first;
      const wanted = entry.hooks[0];
      const isCurrent = JSON.stringify(groups[group]?.hooks[index]) === JSON.stringify(wanted);
      if (!isCurrent) text = setValue(text, ["hooks", event, group, "hooks", index], wanted);
    }
  }
  return { text, changed: text !== existing };
}

/** Takes our hooks out, and what is empty then. @throws invalid_argument as {@link insertClaudeHooks} */
export function removeClaudeHooks(existing: string): ChangedText {
  let text = existing;
  if (existing.trim() === "") return { text, changed: false };
  for (const event of Object.keys(EVENTS)) {
    const groups = groupsOf(readSettings(text), event);
    for (const [group, index] of positionsOf(groups).toReversed()) {
      const now = groupsOf(readSettings(text), event);
      const last = now[group]?.hooks.length === 1;
      const path =
        last && now.length === 1 ? ["hooks", event] : ["hooks", event, group, ...(last ? [] : ["hooks", index])];
      text = removeValue(text, path);
    }
  }
  const { hooks } = readSettings(text);
  const leftEmpty = text !== existing && hooks !== undefined && Object.keys(hooks).length === 0;
  if (leftEmpty) text = removeValue(text, ["hooks"]);
  return { text, changed: text !== existing };
}

/** Whether hooks of ours are there. @throws invalid_argument */
export function holdsClaudeHooks(text: string): boolean {
  if (text.trim() === "") return false;
  const settings = readSettings(text);
  return Object.keys(EVENTS).some((event) => positionsOf(groupsOf(settings, event)).length > 0);
}

/** A line for the shell: it alone can set the variables, and every version of Claude Code takes it. */
function hookCommand({ command, args, env }: ShimCommand, event: string, platform: NodeJS.Platform): string {
  const shell = platform === "win32" ? "powershell" : "posix";
  const quote = (...words: readonly string[]) => writeCommand(shell, words).trimEnd();
  const line = quote(command, ...args, "hook", event);
  const variables = Object.entries(env);
  if (shell === "posix") return [...variables.map(([name, value]) => `${name}=${quote(value)}`), line].join(" ");
  return [...variables.map(([name, value]) => `$env:${name} = '${value.replaceAll("'", "''")}';`), "&", line].join(" ");
}

interface Settings {
  readonly hooks?: Readonly<Record<string, unknown>>;
}

function readSettings(text: string): Settings {
  const errors: ParseError[] = [];
  const value: unknown = parse(text.replace(/^\ufeff/, " "), errors, { allowTrailingComma: true });
  if (errors.length > 0 || !isObject(value)) throw unreadable("It is not a JSON object.");
  if (value.hooks !== undefined && !isObject(value.hooks)) throw unreadable('Its "hooks" are no object.');
  return value;
}

/** The groups of an event, each with its hooks. */
function groupsOf({ hooks }: Settings, event: string): readonly HookEntry[] {
  const groups = hooks?.[event] ?? [];
  const valid = Array.isArray(groups) && groups.every((group) => isObject(group) && Array.isArray(group.hooks));
  if (!valid) throw unreadable(`Its hooks of ${event} have a form that is not known here.`);
  return groups as readonly HookEntry[];
}

/** Group and index of each hook of ours. */
function positionsOf(groups: readonly HookEntry[]): (readonly [group: number, index: number])[] {
  return groups.flatMap(({ hooks }, group) =>
    hooks.flatMap((hook, index) =>
      isObject(hook) && OURS.test(String(hook.command)) ? [[group, index] as const] : [],
    ),
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function unreadable(why: string): RecollectError {
  return new RecollectError("invalid_argument", `Claude Code's settings were left alone. ${why}`, {
    hint: "Correct the file, or add the hooks by hand.",
    details: { reason: "hooks_unfit" },
  });
}
