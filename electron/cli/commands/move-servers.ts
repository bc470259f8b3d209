import { formatDifference } from "../../connect/install/difference.ts";
import type { MovableServer, ServerMovePreview, ServerMoveResult } from "../../core/server-moves.ts";
import type { CommandText } from "../../text/command-line.ts";
import { errorText } from "../../text/error-text.ts";
import { messageText } from "../../text/message.ts";
import { describeChange } from "../change-option.ts";
import { type CommandCall, type CommandContext, EXIT, type ExitCode } from "../command.ts";
import { readSecrets } from "../named-values.ts";
import { plainText } from "../terminal.ts";

/**
 * `servers add --from CLIENT [NAME…]`: shows the servers that move from the client's file to Recollect and, without
 * --dry-run, moves them.
 */
export async function moveServers(
  client: string,
  names: readonly string[],
  call: CommandCall,
  context: CommandContext,
): Promise<ExitCode> {
  const { app, terminal, env, stdin, text } = context;
  const words = text.servers.moves;
  const given = await readSecrets(call.texts("secret"), context, stdin.isTTY === true);
  const choice = { ...sourceOf(client, call, context), names: names.length === 0 ? null : names };
  const ask = (variables: Readonly<Record<string, string>>) => app.ask("servers.planMove", { ...choice, variables });
  const first = await ask(given);
  // A variable of this shell may be missing where Recollect runs.
  const found = first.servers
    .flatMap(({ needs }) => needs)
    .flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]));
  const preview = found.length === 0 ? first : await ask({ ...Object.fromEntries(found), ...given });
  const isMove = preview.names.length > 0 && !call.flag("dry-run");
  if (!call.json) printPreview(preview, names, context);
  const result = isMove ? await app.ask("servers.move", { planId: preview.id }) : { moved: [], failed: [], file: null };
  const file = result.file ?? preview;
  const isWritten = result.file !== null;
  const [changed, backup] = [file.difference.length > 0, isWritten ? file.backupPath : null];
  if (call.json) {
    const { servers, path } = preview;
    const difference = formatDifference(file.difference);
    const { moved, failed } = result;
    terminal.printJson({ file: path, servers, moved, failed, changed, written: isWritten, backup, difference });
  } else {
    if (changed) terminal.print(plainText(formatDifference(file.difference)).trimEnd());
    printResult(result, context);
    if (result.moved.length > 0) await noteSignIns(result.moved, context);
    if (isWritten || !isMove) terminal.note(describeChange(file.path, { changed, written: isWritten, backup }, text));
    if ("nextStep" in result && isWritten) {
      terminal.note(messageText(text.notes, result.nextStep));
      terminal.note(words.undo(`recollect servers return ${client}${call.flag("project") ? " --project" : ""}`));
    }
  }
  const isIncomplete = names.some((name) => !preview.names.includes(name));
  return result.failed.length > 0 || isIncomplete ? EXIT.failed : EXIT.ok;
}

/** `servers return CLIENT`: puts the entries of moved servers back. */
export async function returnServers(call: CommandCall, context: CommandContext): Promise<void> {
  const { app, terminal, text } = context;
  const words = text.servers.moves;
  const source = sourceOf(call.words[0] ?? "", call, context);
  const preview = await app.ask("servers.planReturn", source);
  const { path, names, kept, removes, difference, nextStep } = preview;
  const isWritten = !call.flag("dry-run");
  if (isWritten) await app.ask("servers.return", { planId: preview.id });
  const changed = difference.length > 0;
  const backup = isWritten ? preview.backupPath : null;
  if (call.json) {
    const result = { names, kept, removes, changed, written: isWritten && changed, backup };
    return terminal.printJson({ file: path, ...result, difference: formatDifference(difference) });
  }
  if (changed) terminal.print(plainText(formatDifference(difference)).trimEnd());
  for (const name of kept) terminal.note(words.inFile(plainText(name)));
  if (removes.length > 0) {
    terminal.note(isWritten ? words.removed(removes.join(", ")) : words.wouldRemove(removes.join(", ")));
  }
  terminal.note(describeChange(path, { changed, written: isWritten && changed, backup }, text));
  if (isWritten) terminal.note(messageText(text.notes, nextStep));
}

function sourceOf(clientId: string, call: CommandCall, { folder }: CommandContext) {
  return call.flag("project")
    ? ({ clientId, scope: "project", project: folder } as const)
    : ({ clientId, scope: "user" } as const);
}

function printPreview(
  { title, path, servers }: ServerMovePreview,
  names: readonly string[],
  { terminal, text }: CommandContext,
): void {
  terminal.print(terminal.bold(`${title}: ${path}`));
  if (servers.length === 0) terminal.note(text.servers.moves.none);
  for (const server of servers) {
    if (names.length > 0 && !names.includes(server.name)) continue;
    terminal.print(`  ${plainText(server.name)}  ${terminal.faint(plainText(server.place))}`);
    for (const line of linesAbout(server, text)) terminal.print(`      ${plainText(line)}`);
  }
}

function linesAbout(server: MovableServer, { servers: { moves }, notes }: CommandText): readonly string[] {
  const { name, serverName, exists, secretNames, inherits, needs, problem } = server;
  if (problem !== null) return [moves.cannot(messageText(notes, problem))];
  if (needs.length > 0) return needs.map(moves.needs);
  return [
    ...(exists ? [moves.exists(serverName)] : serverName === name ? [] : [moves.becomes(serverName)]),
    ...(secretNames.length === 0 ? [] : [moves.toKeychain(secretNames.join(", "))]),
    ...(exists || inherits.length === 0 ? [] : [moves.inherits(inherits.join(", "))]),
  ];
}

/** Names the servers that need a sign-in by Recollect; before the move, the client itself was signed in. */
async function noteSignIns(moved: ServerMoveResult["moved"], { app, terminal, text }: CommandContext): Promise<void> {
  const servers = await app.ask("servers.list", {});
  for (const { name, state } of servers) {
    if (state !== "sign-in" || !moved.some(({ serverName }) => serverName === name)) continue;
    terminal.note(text.servers.moves.signIn(name));
  }
}

function printResult(
  { moved, failed }: Pick<ServerMoveResult, "moved" | "failed">,
  { terminal, text }: CommandContext,
): void {
  const { moves } = text.servers;
  for (const { name, serverName } of moved) {
    const title = plainText(name);
    terminal.print(name === serverName ? moves.moved(title) : moves.movedAs(title, serverName));
  }
  for (const { name, error } of failed) {
    terminal.note(moves.failed(plainText(name), plainText(errorText(error, text).message)));
  }
}
