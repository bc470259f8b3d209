import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

export interface Line {
  readonly role?: "user" | "assistant";
  readonly text: string;
  /** The id of the record. By default it consists of the session and the number of the line. */
  readonly id?: string;
  /** Milliseconds since 1970. By default a second after the previous line. */
  readonly at?: number;
}

interface Options {
  /** The folder in which the session took place. */
  readonly cwd?: string;
  /** The number of the first line, for lines that are appended. */
  readonly from?: number;
  readonly append?: boolean;
  /** The folder of the file, below the client's. */
  readonly place?: string;
}

export const START = Date.UTC(2026, 4, 1, 8);

/** Writes a session as Claude Code does, with a tool call and its result that are not to be kept. @returns its file */
export function writeSession(home: string, session: string, lines: readonly Line[], options: Options = {}): string {
  const { cwd = path.join(home, "work"), from = 0, append = false, place = "-work" } = options;
  const folder = path.join(home, ".claude", "projects", place);
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${session}.jsonl`);
  const records = lines.map(({ role = "user", text, id, at }, index) => {
    const number = from + index;
    return {
      type: role,
      uuid: id ?? `${session}-${number}`,
      sessionId: session,
      cwd,
      timestamp: new Date(at ?? START + number * 1000).toISOString(),
      message:
        role === "user"
          ? { role, content: text }
          : { role, model: "claude-test", stop_reason: "end_turn", content: [{ type: "text", text }] },
    };
  });
  const tool = {
    type: "assistant",
    uuid: `${session}-tool-${from}`,
    sessionId: session,
    cwd,
    timestamp: new Date(START).toISOString(),
    message: {
      role: "assistant",
      model: "claude-test",
      stop_reason: "tool_use",
      content: [{ type: "tool_use", id: "1", name: "Bash", input: { command: "cat hidden-tool-output" } }],
    },
  };
  const text = [...records, tool].map((record) => `${JSON.stringify(record)}\n`).join("");
  if (append) appendFileSync(file, text);
  else writeFileSync(file, text);
  return file;
}
