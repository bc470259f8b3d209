import { readAddCommand } from "./add-command.ts";
import { CONTINUED, PROMPT, splitCommandLine } from "./command-line.ts";
import { baseName } from "./draft-name.ts";

/** A block of code in a text. */
export interface Block {
  /** The language that its fence names, in lower case. */
  readonly language: string | null;
  readonly text: string;
  /** The number of lines before it. */
  readonly linesBefore: number;
}

const FENCE = /^[ \t>]*(`{3,}|~{3,})[ \t]*([\w+-]*)/;

/** Finds the blocks of code in a text: in fences, or JSON between other lines. `rest` is the text without them. */
export function blocksIn(text: string): { readonly blocks: readonly Block[]; readonly rest: string } {
  const lines = text.split("\n");
  return lines.some((line) => FENCE.test(line)) ? fencedBlocks(lines) : jsonBlocks(lines);
}

function fencedBlocks(lines: readonly string[]): ReturnType<typeof blocksIn> {
  const blocks: Block[] = [];
  const rest: string[] = [];
  let open: (Omit<Block, "text"> & { readonly fence: string; readonly lines: string[] }) | null = null;
  for (const [index, line] of lines.entries()) {
    const [, fence, language = ""] = FENCE.exec(line) ?? [];
    if (open === null) {
      if (fence === undefined) rest.push(line);
      else open = { fence, language: language.toLowerCase() || null, linesBefore: index + 1, lines: [] };
    } else if (fence?.startsWith(open.fence) && language === "") {
      blocks.push(blockOf(open));
      open = null;
    } else open.lines.push(line);
  }
  if (open !== null) blocks.push(blockOf(open));
  return { blocks, rest: rest.join("\n") };
}

/** Lines with JSON, from a line that starts an object to the line that ends it. */
function jsonBlocks(lines: readonly string[]): ReturnType<typeof blocksIn> {
  const blocks: Block[] = [];
  const rest: string[] = [];
  let open: (Omit<Block, "text"> & { readonly lines: string[] }) | null = null;
  let depth = 0;
  let commandEnd = -1;
  for (const [index, line] of lines.entries()) {
    // A command line may contain JSON in quotation marks.
    if (open === null && index > commandEnd) {
      const { end } = logicalLine(lines, index);
      if (end > index) commandEnd = end;
    }
    if (index <= commandEnd || (open === null && !/^[ \t]*(?:\{|"[^"]{1,200}"[ \t]*:[ \t]*[{[])/.test(line))) {
      rest.push(line);
      continue;
    }
    open ??= { language: "json", linesBefore: index, lines: [] };
    open.lines.push(line);
    depth += depthOf(line);
    if (depth > 0) continue;
    blocks.push(blockOf(open));
    [open, depth] = [null, 0];
  }
  if (open !== null) blocks.push(blockOf(open));
  return { blocks, rest: rest.join("\n") };
}

function blockOf(open: Omit<Block, "text"> & { readonly lines: readonly string[] }): Block {
  return { language: open.language, linesBefore: open.linesBefore, text: open.lines.join("\n") };
}

/** How many brackets a line opens more than it closes, outside of texts. */
function depthOf(line: string): number {
  const marks = line.replace(/"(?:[^"\\]|\\.)*"|\/\/[^\n]*/g, "");
  return (marks.match(/[{[]/g)?.length ?? 0) - (marks.match(/[}\]]/g)?.length ?? 0);
}

/** A command line in a text. */
interface TextCommand {
  /** Null if a quotation mark is not closed. */
  readonly words: readonly string[] | null;
  /** Variables that are set before it. */
  readonly variables: Readonly<Record<string, string>>;
  /** The folder that is entered before it. */
  readonly folder: string | null;
}

/** A command may have this many lines. */
const MAX_LINES = 200;
const SET_VARIABLE =
  /^(?:export[ \t]+|set[ \t]+|setx[ \t]+|\$env:)([A-Za-z_]\w*)(?:[ \t]*=[ \t]*|[ \t]+)(?![ \t])["']?(.*?)["']?;?$/i;
/** A text in quotation marks, or a separator of commands. */
const QUOTED_OR_SEPARATOR = /"(?:[^"\\]|\\.)*"?|'[^']*'|(?<!\s)\s+&&\s+|;\s+(?=[\w$])/g;
const INLINE_CODE = /`([^`\n]{3,500})`/g;
/** The marks of lists and quotations before a line. */
const LINE_MARK = /^[ \t]*(?:[*>-][ \t]+)*/;

/** The commands of a line. `&&` and `;` in quotation marks are a part of an argument. */
function partsOf(line: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (const { 0: found, index } of line.matchAll(QUOTED_OR_SEPARATOR)) {
    if (/^["']/.test(found)) continue;
    parts.push(line.slice(start, index));
    start = index + found.length;
  }
  return [...parts, line.slice(start)];
}

/**
 * Finds the command lines in a text. A text of one line is a command line, whatever it is, unless it contains code.
 * `installs` is true if there are commands that only install a program.
 */
export function commandsIn(text: string): { readonly commands: readonly TextCommand[]; readonly installs: boolean } {
  const lines = text.replaceAll(INLINE_CODE, (_, code: string) => `\n${code}\n`).split("\n");
  const isOneLine = !/\n/.test(text.replace(CONTINUED, " ").trim()) && lines.length === text.split("\n").length;
  const commands: TextCommand[] = [];
  const variables: Record<string, string> = {};
  let folder: string | null = null;
  let installs = false;
  for (let at = 0; at < lines.length; ) {
    const { line, end } = logicalLine(lines, at);
    at = end + 1;
    const parts = partsOf(line).map((part) => part.replace(LINE_MARK, ""));
    for (const part of parts) {
      const [, name, value = ""] = SET_VARIABLE.exec(part.trim()) ?? [];
      const command = splitCommandLine(part);
      const words =
        command === null ? null : [...(command.command === undefined ? [] : [command.command]), ...command.args];
      if (name !== undefined) variables[name] = value;
      else if (words === null) {
        if (isOneLine) commands.push({ words, variables: {}, folder: null });
      } else if (words[0] === "cd" && parts.length > 1) folder = words[1] ?? null;
      else if (isInstall(words)) installs = true;
      else if (isCommand(words) || (isOneLine && words.length > 0)) {
        commands.push({ words, variables: { ...variables, ...command?.variables }, folder });
      }
    }
  }
  return { commands, installs };
}

/** Whether the first line of a text is a command line. */
export function startsWithCommand(text: string): boolean {
  const [line = ""] = text.trimStart().split("\n", 1);
  return isCommand(
    line
      .replace(LINE_MARK, "")
      .replace(PROMPT, "")
      .match(/[^\s'"]+/g) ?? [],
  );
}

/** A line with the lines that continue it, or that a quotation mark includes. */
function logicalLine(lines: readonly string[], start: number): { readonly line: string; readonly end: number } {
  let [line, end] = [lines[start] ?? "", start];
  while (end + 1 < lines.length && end - start < MAX_LINES && /[\\`^][ \t]*$/.test(line)) {
    end += 1;
    line = `${line}\n${lines[end] ?? ""}`;
  }
  if (splitCommandLine(line) !== null || !startsWithCommand(line)) return { line, end };
  for (let [longer, at] = [line, end + 1]; at < lines.length && at - start < MAX_LINES; at += 1) {
    longer = `${longer}\n${lines[at] ?? ""}`;
    if (splitCommandLine(longer) !== null) return { line: longer, end: at };
  }
  return { line, end };
}

/** Commands that install a program and start none. */
function isInstall([command = "", first = "", second = ""]: readonly string[]): boolean {
  const program = baseName(command);
  if (
    /^(?:brew|apt|apt-get|winget|choco|scoop|cargo|gem|git|mkdir|curl|wget|go|pip|pip3|rm|chmod|echo|cat|source)$/.test(
      program,
    )
  ) {
    return !(program === "go" && first === "run") && !(program === "cargo" && first === "run");
  }
  if (/^(?:npm|pnpm|yarn|bun)$/.test(program))
    return (
      /^(?:i|install|add|ci|build|login|link|create)$/.test(first) ||
      (first === "run" && /build|install/.test(second)) ||
      (first === "global" && second === "add")
    );
  if (/^(?:uv|pipx)$/.test(program))
    return /^(?:pip|sync|add|venv|install|init)$/.test(first) || (first === "tool" && second === "install");
  return /^(?:docker|podman)$/.test(program) && /^(?:pull|build|login|compose|images)$/.test(first);
}

/** Whether words are certainly a command line that starts or adds a server, between lines of prose. */
export function isCommand(words: readonly string[]): boolean {
  const [command = "", first = "", second = ""] = words;
  if (first === "") return false;
  const program = baseName(command);
  if (readAddCommand(words) !== null) return true;
  if (/^(?:npx|uvx|bunx|pnpx|dnx)$/.test(program)) return !/^(?:is|and|or|to|can|will|must|is)$/.test(first);
  if (/^(?:docker|podman)$/.test(program)) return first === "run" || (first === "mcp" && second === "gateway");
  if (/^(?:pnpm|yarn|npm|bun)$/.test(program))
    return /^(?:dlx|exec|x|start)$/.test(first) || (first === "run" && !/build|install/.test(second));
  if (/^(?:uv|pipx|deno|go|cargo)$/.test(program)) return first === "run" || (first === "tool" && second === "run");
  if (/^(?:node|bun|tsx|python\d?|python3\.\d+|java|dotnet|ruby|php)$/.test(program)) return /[./\\]|^-/.test(first);
  if (program === "cmd") return /^\/[a-z]$/i.test(first);
  return /^(?:\.{1,2}[/\\]|[/\\]|~\/|[A-Za-z]:\\)[^\s]*$/.test(command);
}
