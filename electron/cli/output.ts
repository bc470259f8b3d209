import type { CommandText } from "../text/command-line.ts";
import { type Column, formatColumns } from "./columns.ts";
import { type CommandCall, type CommandContext, UsageError } from "./command.ts";
import { formatJson, oneLine, type Terminal } from "./terminal.ts";

/** The output options of commands that print a list, in addition to `--json`. */
export const LIST_OUTPUT: readonly string[] = ["--jsonl", "--format <TEMPLATE>"];

/** A list as a command prints it. */
export interface PrintedList<Item> {
  /** The result with `--json`. */
  readonly json: unknown;
  /** One line each with `--jsonl` and `--format`. */
  readonly items: readonly Item[];
  /** How a person reads it: columns with the cells of each item, or some lines for each item. */
  readonly form:
    | { readonly columns: readonly Column[]; cells(item: Item): readonly string[] }
    | { lines(item: Item): readonly string[] };
  /** The fields of an item that `--format` can name. Default: its own. */
  fields?(item: Item): object;
  /** Printed on stderr if the list is empty; "" for nothing. */
  readonly empty: string;
}

/**
 * Prints a list in the form that the options ask for: JSON, JSON Lines, a template, or columns that fit the terminal.
 * @throws UsageError for a template with an unknown field
 */
export async function printList<Item extends object>(
  call: CommandCall,
  { terminal, text }: Pick<CommandContext, "terminal" | "text">,
  list: PrintedList<Item>,
): Promise<void> {
  const { items, form } = list;
  const fields = list.fields ?? ((item: Item) => item);
  const template = call.text("format");
  if (call.json) return terminal.printJson(list.json);
  if (items.length === 0) return list.empty === "" ? undefined : terminal.note(list.empty);
  if (call.flag("jsonl")) return await terminal.page(items.map((item) => formatJson(fields(item), 0)).join("\n"));
  if (template !== undefined) {
    return await terminal.page(items.map((item) => fillTemplate(template, fields(item), text)).join("\n"));
  }
  if ("lines" in form) return await terminal.page(items.flatMap((item) => form.lines(item)).join("\n"));
  await terminal.page(
    formatTable(
      items.map((item) => form.cells(item)),
      form.columns,
      terminal,
    ).join("\n"),
  );
}

/** Formats rows as lines that fit the terminal, on a terminal after a line with the titles. */
export function formatTable(
  rows: readonly (readonly string[])[],
  columns: readonly Column[],
  terminal: Terminal,
): readonly string[] {
  const cells = rows.map((row) => row.map((cell) => oneLine(cell, 1000)));
  if (!terminal.isInteractive) return formatColumns(cells, columns, terminal.width);
  const all = [columns.map(({ title }) => title), ...cells];
  const [head = "", ...lines] = formatColumns(all, columns, terminal.width);
  // The style of a column is not part of its title.
  return [terminal.faint(withoutStyle(head)), ...lines];
}

/** Prints one result with `--json` or `--format`. @returns false if neither is given */
export function printRecord(
  call: CommandCall,
  { terminal, text }: Pick<CommandContext, "terminal" | "text">,
  record: object,
  json: unknown = record,
): boolean {
  const template = call.text("format");
  if (call.json) terminal.printJson(json);
  else if (template !== undefined) terminal.print(fillTemplate(template, record, text));
  else return false;
  return true;
}

/** Replaces `{field}` and `{field.member}` by their values, and `\t` and `\n` by the characters. @throws UsageError */
function fillTemplate(template: string, fields: object, { usage }: CommandText): string {
  return template
    .replace(/\\t/g, "\t")
    .replace(/\\n/g, "\n")
    .replace(/\{([^{}]*)\}/g, (_, path: string) => {
      const [name = "", ...members] = path.trim().split(".");
      if (!Object.hasOwn(fields, name)) throw new UsageError(usage.unknownField(name, Object.keys(fields).join(", ")));
      const value = members.reduce<unknown>(memberOf, (fields as Record<string, unknown>)[name]);
      if (value === null || value === undefined) return "";
      if (Array.isArray(value) && value.every((each) => typeof each === "string")) return value.join(",");
      return typeof value === "object" ? formatJson(value, 0) : String(value);
    });
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function withoutStyle(line: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a style starts with one
  return line.replace(/\u001b\[\d+m/g, "");
}
