import { accessSync, chmodSync, constants, readFileSync, statSync } from "node:fs";
import { connect as connectTo } from "node:net";
import { DEFAULT_PORT } from "../../platform/config.ts";
import { describeError, errorText } from "../../text/error-text.ts";
import { toErrorBody } from "../../text/errors.ts";
import { localMinute } from "../../text/local-time.ts";
import { findRunning } from "../app-client.ts";
import type { CommandContext } from "../command.ts";
import { openPlugins } from "../open-plugins.ts";
import { oneLine } from "../terminal.ts";
import { type CheckName, type Finding, findingsOf } from "./finding.ts";

const BACKUP_AGE_MS = 3 * 86_400_000;
const PORT_TIMEOUT_MS = 1_000;

type Check = (context: CommandContext) => Promise<readonly Finding[]>;

/**
 * Runs all checks. Those that need the application are left out if it does not run.
 * @param onStart called with the name of each check
 */
export async function runChecks(
  context: CommandContext,
  onStart: (check: CheckName) => void,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const run = async (name: CheckName, check: Check) => {
    onStart(name);
    const { error } = findingsOf(name, context.text);
    findings.push(
      ...(await check(context).catch((problem: unknown) => [
        error(oneLine(problem instanceof Error ? describeProblem(problem, context) : String(problem), 300)),
      ])),
    );
  };
  await run("dataFolder", checkDataFolder);
  await run("application", checkApplication);
  const isRunning = findings.some(({ check, state }) => check === "application" && state === "ok");
  await run("port", isRunning ? checkServing : checkPort);
  if (isRunning) {
    await run("keys", checkKeys);
    await run("index", checkIndex);
    await run("model", checkModel);
    await run("backups", checkBackups);
    await run("clients", checkClients);
  }
  await run("plugins", checkPlugins);
  if (isRunning) {
    await run("spaces", checkSpaces);
    await run("servers", checkServers);
    await run("alerts", checkAlerts);
  }
  return findings;
}

function describeProblem(problem: Error, { text }: CommandContext): string {
  return "code" in problem && "field" in problem ? describeError(toErrorBody(problem), text) : problem.message;
}

async function checkDataFolder({ files, platform, text }: CommandContext): Promise<readonly Finding[]> {
  const { ok, warning, error } = findingsOf("dataFolder", text);
  const words = text.doctor.dataFolder;
  const stat = statSync(files.folder, { throwIfNoEntry: false });
  if (stat === undefined) return [ok(words.missing(files.folder))];
  if (!stat.isDirectory()) return [error(words.notFolder(files.folder), { remedy: words.moveIt })];
  try {
    accessSync(files.folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return [error(words.notWritable(files.folder), { remedy: words.makeWritable(files.folder) })];
  }
  if (platform !== "win32" && (stat.mode & 0o077) !== 0) {
    return [warning(words.open(files.folder), { fix: async () => chmodSync(files.folder, 0o700) })];
  }
  return [ok(words.good(files.folder))];
}

async function checkApplication({ app, files, text }: CommandContext): Promise<readonly Finding[]> {
  const { ok, warning, error } = findingsOf("application", text);
  const words = text.doctor.application;
  try {
    const endpoint = await findRunning(files.endpoint);
    if (endpoint === null) return [warning(words.stopped, { remedy: words.start })];
  } catch (problem) {
    const { message, hint } = errorText(toErrorBody(problem), text);
    return [error(message, { remedy: hint ?? words.restart })];
  }
  const { version, url } = await app.ask("app.status", {});
  return [ok(words.running(version, url))];
}

async function checkServing({ app, text }: CommandContext): Promise<readonly Finding[]> {
  const { ok, error } = findingsOf("port", text);
  const { serving, problem, port } = await app.ask("app.status", {});
  if (serving === "serving") return [ok(text.doctor.port.served(port))];
  return [error(problem ?? text.doctor.port.paused, { remedy: text.doctor.port.resume })];
}

/** Whether another program has the port that Recollect would use. */
async function checkPort({ env, files, text }: CommandContext): Promise<readonly Finding[]> {
  const { ok, error } = findingsOf("port", text);
  const port = Number(env.RECOLLECT_PORT) || portIn(files.settings);
  const isTaken = await new Promise<boolean>((resolve) => {
    const socket = connectTo({ host: "127.0.0.1", port, timeout: PORT_TIMEOUT_MS });
    const end = (taken: boolean) => {
      socket.destroy();
      resolve(taken);
    };
    socket
      .once("connect", () => end(true))
      .once("error", () => end(false))
      .once("timeout", () => end(true));
  });
  return [
    isTaken
      ? error(text.doctor.port.taken(port), { remedy: text.doctor.port.change(port) })
      : ok(text.doctor.port.free(port)),
  ];
}

/** The port in the settings, which may be missing. */
function portIn(settingsFile: string): number {
  try {
    const { port } = JSON.parse(readFileSync(settingsFile, "utf8")) as { readonly port?: unknown };
    return typeof port === "number" ? port : DEFAULT_PORT;
  } catch {
    return DEFAULT_PORT;
  }
}

async function checkKeys({ app, text }: CommandContext): Promise<readonly Finding[]> {
  const { ok, warning, error } = findingsOf("keys", text);
  const words = text.doctor.keys;
  const { place, hasKeychain, problem } = await app.ask("secrets.status", {});
  if (problem === "closed") {
    return [
      error(words.problems.closed, {
        remedy: words.unlock,
        fix: async () => void (await app.ask("secrets.tryAgain", {})),
      }),
    ];
  }
  if (problem !== null) return [error(words.problems[problem], { remedy: words.newKey })];
  if (place === "keychain") return [ok(words.keychain)];
  return hasKeychain ? [warning(words.couldMove, { remedy: words.move })] : [ok(words.file)];
}

async function checkIndex({ app, text }: CommandContext): Promise<readonly Finding[]> {
  const { ok, warning } = findingsOf("index", text);
  const { text: words, vectors } = await app.ask("index.status", {});
  const { ready, pending } = vectors;
  if (words.state === "rebuilding") return [warning(text.doctor.index.rebuilding)];
  return [
    ok(
      vectors.state === "off"
        ? text.doctor.index.words(words.indexed)
        : text.doctor.index.both(words.indexed, ready, pending),
    ),
  ];
}

async function checkModel({ app, text }: CommandContext): Promise<readonly Finding[]> {
  const { ok, warning } = findingsOf("model", text);
  const { state, title, error, paused } = await app.ask("model.status", {});
  if (state === "failed") {
    const problem = error === null ? title : describeError(error, text);
    return [warning(problem, { fix: async () => void (await app.ask("model.retry", {})) })];
  }
  return [
    paused
      ? warning(text.doctor.model.paused, { remedy: text.doctor.model.resume })
      : ok(text.doctor.model.good(title)),
  ];
}

async function checkBackups({ app, text }: CommandContext): Promise<readonly Finding[]> {
  const { ok, warning } = findingsOf("backups", text);
  const words = text.doctor.backups;
  const [{ backups }, counts] = await Promise.all([app.ask("backups.list", {}), app.ask("memories.counts", {})]);
  const make = async () => void (await app.ask("backups.make", {}));
  const [newest] = backups;
  if (newest === undefined) return counts.memories === 0 ? [ok(words.notYet)] : [warning(words.none, { fix: make })];
  const unreadable = backups.filter(({ memories }) => memories === null);
  return [
    ...unreadable.map(({ name }) => warning(words.unreadable(name), { remedy: words.verify(name) })),
    Date.now() - Date.parse(newest.at) > BACKUP_AGE_MS
      ? warning(words.old(localMinute(newest.at)), { fix: make })
      : ok(words.newest(localMinute(newest.at), backups.length)),
  ];
}

async function checkClients({ app, text }: CommandContext): Promise<readonly Finding[]> {
  const { ok, warning, error } = findingsOf("clients", text);
  const words = text.doctor.clients;
  const [known, stale, grants] = await Promise.all([
    app.ask("connections.catalogue", {}),
    app.ask("connections.stale", {}),
    app.ask("clients.grants", {}),
  ]);
  const refresh = async () => {
    for (const { id } of await app.ask("connections.refresh", {}))
      await app.ask("connections.applyPlan", { planId: id });
  };
  const findings = [
    ...stale.map(({ title, path }) => warning(words.stale(title, path), { fix: refresh })),
    ...known
      .filter(({ installed, state }) => installed && state === "unreadable")
      .map(({ title, file }) => error(words.unreadable(title, file ?? ""), { remedy: words.repair(file ?? "") })),
    ...grants
      .filter(({ state }) => state === "expired")
      .map(({ subject }) => warning(words.expired(subject), { remedy: words.renew })),
  ];
  const connected = known.filter(({ state }) => state === "connected").length;
  return findings.length > 0 ? findings : [ok(words.connected(connected))];
}

async function checkPlugins(context: CommandContext): Promise<readonly Finding[]> {
  const { ok, warning } = findingsOf("plugins", context.text);
  const words = context.text.doctor.plugins;
  const opened = await openPlugins(context);
  const all = await opened.list();
  const outdated = all.filter(({ state }) => state === "outdated");
  if (outdated.length === 0) return [ok(words.good(all.filter(({ state }) => state === "installed").length))];
  return outdated.map(({ clientId, title }) =>
    warning(words.outdated(title), {
      remedy: words.update(clientId),
      fix: async () => void (await opened.apply((await opened.plan(clientId, "install")).id)),
    }),
  );
}

async function checkSpaces({ app, text }: CommandContext): Promise<readonly Finding[]> {
  const { ok, warning, error } = findingsOf("spaces", text);
  const words = text.doctor.spaces;
  const all = await app.ask("spaces.list", {});
  const findings = all.flatMap(({ id, name, sync, conflicts }) => [
    ...(sync.state === "stopped"
      ? [
          error(words.stopped(oneLine(name, 60), sync.error === null ? "" : describeError(sync.error, text)), {
            remedy: words.see(name),
          }),
        ]
      : []),
    ...(sync.problems.length > 0
      ? [
          warning(words.problems(oneLine(name, 60), sync.problems.length), {
            remedy: words.see(name),
            fix: async () => void (await app.ask("spaces.sync", { id })),
          }),
        ]
      : []),
    ...(conflicts > 0 ? [warning(words.conflicts(oneLine(name, 60), conflicts), { remedy: words.resolve })] : []),
  ]);
  return findings.length > 0 ? findings : [ok(words.good(all.length))];
}

async function checkServers({ app, text }: CommandContext): Promise<readonly Finding[]> {
  const { ok, warning, error } = findingsOf("servers", text);
  const words = text.doctor.servers;
  const all = await app.ask("servers.list", {});
  const findings = all.flatMap(({ id, name, state, problem, tools }) => [
    ...(state === "failed"
      ? [
          error(words.failed(name, problem === null ? "" : oneLine(errorText(problem, text).message, 200)), {
            remedy: words.restart(name),
            fix: async () => void (await app.ask("servers.restart", { id })),
          }),
        ]
      : []),
    ...(state === "sign-in" ? [warning(words.signIn(name), { remedy: words.toSignIn(name) })] : []),
    ...(tools.waiting > 0 ? [warning(words.tools(name, tools.waiting), { remedy: words.approve(name) })] : []),
  ]);
  return findings.length > 0 ? findings : [ok(words.good(all.length))];
}

async function checkAlerts({ app, text }: CommandContext): Promise<readonly Finding[]> {
  const { ok, warning } = findingsOf("alerts", text);
  const { alerts } = await app.ask("app.status", {});
  if (alerts.length === 0) return [ok(text.doctor.alerts.none)];
  return alerts.map((alert) => {
    const { message, hint } = errorText(alert, text);
    return warning(oneLine(message, 500), { remedy: hint ?? null });
  });
}
