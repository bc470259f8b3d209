import { homedir } from "node:os";
import path from "node:path";
import { dataFiles, dataFolder } from "../platform/paths.ts";
import { isAlive } from "../platform/process-state.ts";
import { createAppLocator } from "./app-locator.ts";
import { Diagnostics } from "./diagnostics.ts";
import { HttpChannel } from "./http-channel.ts";
import { clientFolder, type DetectedProject, detectProject, projectHeaders } from "./project.ts";
import { Relay } from "./relay.ts";
import { RequestForwarder } from "./request-forwarder.ts";
import { Session } from "./session.ts";
import { LineSplitter, LineWriter } from "./stdio.ts";

/**
 * After the end of the input, pending requests get this much time, so that a script can pipe its lines in: a search
 * that loads the model takes half a second. The clients of the SDK send SIGTERM after two seconds.
 * `RECOLLECT_RESPONSE_GRACE_MS` changes it, for scripts with slow requests.
 */
const LAST_RESPONSE_GRACE_MS = 1_500;
/** Limit of that time if the application is being started, too. */
const MAX_RESPONSE_GRACE_MS = 5_000;
/** How long the server may take to end the session. Clients end the process two seconds after their signal. */
const SESSION_END_TIMEOUT_MS = 1_000;
/** How long the last responses may take to be written after a signal. */
const LAST_WRITE_TIMEOUT_MS = 100;
/** How long a slow reader may take to read the last responses. */
const LAST_READ_TIMEOUT_MS = 2_000;
/** How often the parent process is checked, whose death does not always end the input. */
const PARENT_CHECK_INTERVAL_MS = 1_000;

type EndReason = "input ended" | "output closed" | "parent gone" | NodeJS.Signals;

const { env } = process;
const files = dataFiles(dataFolder(env, process.platform, homedir()));
const diagnostics = new Diagnostics(path.join(files.logs, "shim.log"), process.stderr);
const project = findProject();
/** The client that this shim was configured for, whose rights the application applies instead of the owner's. */
const client = env.RECOLLECT_CLIENT?.trim() ?? "";
/** A token to use instead of the owner's. A configured client takes precedence over a variable of the shell. */
const token = client === "" ? (env.RECOLLECT_TOKEN?.trim() ?? "") : "";
const channel = new HttpChannel(
  {
    accept: "application/json, text/event-stream",
    "user-agent": "recollect-shim",
    "recollect-transport": "stdio",
    ...(client === "" ? {} : { "recollect-client": encodeURIComponent(client) }),
    ...projectHeaders(project),
  },
  token === "" ? null : token,
);
const locator = createAppLocator(files, diagnostics, env);
const writer = new LineWriter(process.stdout);
const responseGraceMs = Number(env.RECOLLECT_RESPONSE_GRACE_MS) || LAST_RESPONSE_GRACE_MS;
const closing = new AbortController();
const session = new Session({ channel, locator, writer, diagnostics, closing: closing.signal });
const forwarder = new RequestForwarder(channel, locator, session, writer);
const relay = new Relay({ channel, locator, session, forwarder, writer, diagnostics, onChange });

let endReason: EndReason | null = null;
let stopping = false;
let exiting = false;
let graceTimer: NodeJS.Timeout | undefined;

const splitter = new LineSplitter({
  onLine: (line) => relay.receive(line),
  onTooLong: (id) => relay.rejectTooLong(id),
});
process.stdin.on("data", (chunk) => splitter.push(chunk));
watchForEnd();

function findProject(): DetectedProject | null {
  try {
    return detectProject(clientFolder(env, process.cwd), env, homedir());
  } catch (error) {
    // RECOLLECT_PROJECT is not a valid name, or the current folder has been deleted.
    diagnostics.log(`Working without a project: ${error instanceof Error ? error.message : error}`);
    return null;
  }
}

function onChange(): void {
  if (endReason !== null) {
    if (relay.isBusy) stopSoon();
    else stop();
  } else if (relay.isFull) process.stdin.pause();
  else if (process.stdin.isPaused()) process.stdin.resume();
}

/** Ends the shim when the client has exited or asks it to end. */
function watchForEnd(): void {
  process.stdin.on("end", () => splitter.end());
  for (const event of ["end", "close", "error"]) process.stdin.on(event, () => end("input ended"));
  for (const event of ["close", "error"]) process.stdout.on(event, () => end("output closed"));
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => end(signal));
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent || !isAlive(parent)) end("parent gone");
  }, PARENT_CHECK_INTERVAL_MS).unref();
}

function end(reason: EndReason): void {
  if (endReason !== null) return;
  endReason = reason;
  if (reason !== "input ended" || !relay.isBusy) stop();
  else {
    stopSoon();
    setTimeout(stop, Math.max(MAX_RESPONSE_GRACE_MS, responseGraceMs));
  }
}

function stopSoon(): void {
  const { searching } = locator;
  clearTimeout(graceTimer);
  graceTimer = setTimeout(() => (searching ? stopSoon() : stop()), responseGraceMs);
}

/** Aborts pending requests, ends the session on the server and exits. */
function stop(): void {
  if (stopping) return;
  stopping = true;
  closing.abort();
  relay.abortAll();
  setTimeout(exit, SESSION_END_TIMEOUT_MS);
  session.end().then(exit, exit);
}

function exit(): void {
  if (exiting) return;
  exiting = true;
  locator.close();
  channel.close();
  if (endReason === "output closed") process.exit(0);
  writer.flush(() => process.exit(0));
  // The reader may have stopped reading.
  setTimeout(() => process.exit(0), endReason === "input ended" ? LAST_READ_TIMEOUT_MS : LAST_WRITE_TIMEOUT_MS);
}
