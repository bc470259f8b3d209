/** What Claude Code tells a hook on stdin (code.claude.com/docs/en/hooks), as far as it is used here. */
export interface HookInput {
  readonly cwd: string | null;
  /** SessionStart: `startup`, `resume`, `clear`, `compact`, … */
  readonly source: string | null;
  /** Stop: true where a hook has already kept the conversation going. */
  readonly stopHookActive: boolean;
  readonly transcriptPath: string | null;
}

/** Reads what is sent; what is missing or of another form counts as not said. */
export function parseHookInput(text: string): HookInput {
  const value = parseObject(text);
  const textOf = (name: string) => (typeof value[name] === "string" ? value[name] : null);
  return {
    cwd: textOf("cwd"),
    source: textOf("source"),
    stopHookActive: value.stop_hook_active === true,
    transcriptPath: textOf("transcript_path"),
  };
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** All of stdin; nothing where a terminal is there instead of a program. */
export async function readHookInput(stdin: NodeJS.ReadStream): Promise<HookInput> {
  if (stdin.isTTY) return parseHookInput("");
  const parts: Buffer[] = [];
  for await (const part of stdin) parts.push(part);
  return parseHookInput(Buffer.concat(parts).toString("utf8"));
}
