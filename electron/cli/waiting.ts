import { describeError } from "../text/error-text.ts";
import type { ErrorBody } from "../text/errors.ts";
import type { CommandContext } from "./command.ts";
import { oneLine } from "./terminal.ts";

/** The decisions that the owner has to make. */
export interface Waiting {
  readonly inbox: number;
  /** Tools of other servers that are not approved. */
  readonly tools: number;
  readonly conflicts: number;
  readonly alerts: readonly ErrorBody[];
}

/** Reads the decisions that the owner has to make. */
export async function readWaiting({ app }: Pick<CommandContext, "app">): Promise<Waiting> {
  const [inbox, status, servers, spaces] = await Promise.all([
    app.ask("inbox.counts", {}),
    app.ask("app.status", {}),
    app.ask("servers.list", {}),
    app.ask("spaces.list", {}),
  ]);
  return {
    inbox: inbox.waiting,
    tools: servers.reduce((sum, { tools }) => sum + tools.waiting, 0),
    conflicts: spaces.reduce((sum, { conflicts }) => sum + conflicts, 0),
    alerts: status.alerts,
  };
}

/** One line for each, with the command that shows it. */
export function waitingLines(
  { inbox, tools, conflicts, alerts }: Waiting,
  { terminal, text }: CommandContext,
): readonly string[] {
  const words = text.home.waits;
  return [
    ...(inbox === 0 ? [] : [words.inbox(inbox)]),
    ...(tools === 0 ? [] : [words.tools(tools)]),
    ...(conflicts === 0 ? [] : [words.conflicts(conflicts)]),
    ...alerts.map((alert) => oneLine(describeError(alert, text), Math.max(60, terminal.width * 2))),
  ];
}
