import type { ServerFigures } from "../../core/request-log.ts";
import type { ServerSummary, ServerTool, ToolFinding } from "../../core/servers.ts";
import type { CommandText } from "../../text/command-line.ts";
import { errorText } from "../../text/error-text.ts";
import type { CommandCall, CommandContext } from "../command.ts";
import { padWidth } from "../display-width.ts";
import { oneLine, plainText } from "../terminal.ts";

/** Prints a server with its state. */
export function printServer(server: ServerSummary, context: CommandContext): void {
  context.terminal.print(serverLines(server, context).join("\n"));
}

/** The lines about a server. @param today its requests of today; null leaves them out */
export function serverLines(
  server: ServerSummary,
  { terminal, text }: CommandContext,
  today: ServerFigures | null = null,
): readonly string[] {
  const { name, state, tools, problem, transport } = server;
  const waiting = tools.waiting === 0 ? "" : terminal.yellow(text.servers.toApprove(tools.waiting));
  const figures = today === null ? "" : figuresText(today, text);
  const facts = `${text.servers.tools(tools.approved)}${waiting}${figures}`;
  const colour =
    state === "running" ? terminal.green : state === "failed" || state === "sign-in" ? terminal.red : terminal.faint;
  const place = transport.kind === "stdio" ? [transport.command, ...transport.args].join(" ") : transport.url;
  return [
    `${terminal.bold(padWidth(oneLine(name, 40), 16))} ${colour(padWidth(text.servers.states[state], 9))} ${facts}`,
    `  ${terminal.faint(oneLine(place, terminal.width - 2))}`,
    ...(problem === null ? [] : [`  ${terminal.red(oneLine(errorText(problem, text).message, 1000))}`]),
  ];
}

function figuresText({ calls, errors, p50 }: ServerFigures, { servers }: CommandText): string {
  if (calls === 0) return servers.noCalls;
  return `${servers.calls(calls, errors)}${p50 === null ? "" : servers.median(p50.toFixed(1))}`;
}

/** Prints the tools of a server, or all of them as JSON. */
export function printTools(tools: readonly ServerTool[], call: CommandCall, context: CommandContext): void {
  if (call.json) context.terminal.printJson({ tools });
  else for (const tool of tools) printTool(tool, context);
}

/** Prints a tool with its findings, and the differences from the approved one. */
export function printTool(tool: ServerTool, { terminal, text: { servers } }: CommandContext): void {
  const { name, exposedName, state, enabled, hints, findings, differences, description } = tool;
  const marks = [
    ...(state === "approved" ? [] : [servers.toolStates[state]]),
    ...(enabled ? [] : [servers.marks.off]),
    ...(hints.readOnly ? [servers.marks.readOnly] : []),
    ...(hints.destructive ? [servers.marks.destructive] : []),
    ...(exposedName === null || exposedName === name ? [] : [servers.as(exposedName)]),
  ];
  const head = [plainText(name), ...(marks.length === 0 ? [] : [`(${plainText(marks.join(", "))})`])].join(" ");
  const room = Math.max(20, terminal.width - head.length - 4);
  terminal.print(`  ${head}  ${terminal.faint(oneLine(description, room))}`);
  for (const finding of findings) terminal.print(`      ${findingText(finding, servers)}`);
  for (const { field, before, after } of differences) {
    terminal.print(`      ${field}`);
    for (const line of (before ?? "").split("\n")) terminal.print(terminal.red(`      - ${plainText(line)}`));
    for (const line of (after ?? "").split("\n")) terminal.print(terminal.green(`      + ${plainText(line)}`));
  }
}

function findingText(finding: ToolFinding, servers: CommandText["servers"]): string {
  switch (finding.kind) {
    case "hidden":
      return servers.hidden(finding.count);
    case "instruction":
      return servers.instruction(plainText(finding.excerpt));
    case "contradiction":
      return servers.contradiction(finding.hints.join(", "));
    case "lookalike":
      return servers.lookalike(finding.name);
  }
}
