import { homedir } from "node:os";
import path from "node:path";
import { dataFiles, dataFolder } from "../platform/paths.ts";
import { createDiagnostics } from "./diagnostics.ts";
import { createAppFinder } from "./find-app.ts";
import { createHttpChannel } from "./http-channel.ts";
import { createInFlight } from "./in-flight.ts";
import { type EndReason, watchLifetime } from "./lifetime.ts";
import { createLineSplitter } from "./line-splitter.ts";
import { createLineWriter } from "./line-writer.ts";
import { clientFolder, detectProject } from "./project.ts";
import { createRelay } from "./relay.ts";
import { createRequestCarrier } from "./request-carrier.ts";
import { createSession } from "./session.ts";

/** When the input ends, requests under way get this long after each sign of life, so that a script may pipe its lines in. */
const LAST_ANSWERS_MS = 250;
/** Longest wait of that kind, where the application has yet to start. */
const LONGEST_END_MS = 5_000;
/** Longest wait for the server to hear that the session ends. */
const GOODBYE_MS = 100;
/** Longest wait for a slow reader to take the last answers. */
const LAST_READ_MS = 2_000;

const { env } = process;
const files = dataFiles(dataFolder(env, process.platform, homedir()));
const diagnostics = createDiagnostics(path.join(files.logs, "shim.log"));
const project = findProject();
/** Whom this shim was configured for: the application then gives it that client's rights, not the owner's. */
const client = env.RECOLLECT_CLIENT?.trim() ?? "";
/** A token of the client's own, in place of the owner's. One from the shell does not outdo what was configured. */
const token = client === "" ? (env.RECOLLECT_TOKEN?.trim() ?? "") : "";
const channel = createHttpChannel(
  {
    accept: "application/json, text/event-stream",
    "user-agent": "recollect-shim",
    "recollect-transport": "stdio",
    ...(client === "" ? {} : { "recollect-client": encodeURIComponent(client) }),
    ...(project === null ? {} : { "recollect-project": encodeURIComponent(project) }),
  },
  token === "" ? null : token,
);
const { locator, starter } = createAppFinder(files, diagnostics);
const writer = createLineWriter(process.stdout);
const closing = new AbortController();
const session = createSession(channel, locator, writer, diagnostics, closing.signal);
const carrier = createRequestCarrier(channel, locator, session, writer);

let ending: EndReason | null = null;
const inFlight = createInFlight(() => {
  if (ending !== null) return inFlight.awaited === 0 ? leave() : leaveSoon();
  if (inFlight.full) process.stdin.pause();
  else if (process.stdin.isPaused()) process.stdin.resume();
});
const relay = createRelay({ channel, locator, session, carrier, inFlight, writer, diagnostics });

function findProject(): string | null {
  try {
    return detectProject(clientFolder(env, process.cwd), env, homedir());
  } catch (error) {
    // A name that no project can have, or a folder deleted since the client was started in it.
    diagnostics.tell(`Working without a project: ${error instanceof Error ? error.message : error}`);
    return null;
  }
}

let leaving = false;
/** Aborts what is under way, says goodbye to the server and ends the process. */
function leave(): void {
  if (leaving) return;
  leaving = true;
  closing.abort();
  inFlight.abortAll();
  setTimeout(exit, GOODBYE_MS);
  session.end().then(exit, exit);
}

let lastWait: NodeJS.Timeout | undefined;
function leaveSoon(): void {
  const searching = locator.searching;
  clearTimeout(lastWait);
  lastWait = setTimeout(() => (searching ? leaveSoon() : leave()), LAST_ANSWERS_MS);
}

let exiting = false;
function exit(): void {
  if (exiting) return;
  exiting = true;
  starter.finish();
  channel.close();
  if (ending === "output closed") process.exit(0);
  writer.flush(() => process.exit(0));
  // Nobody may be reading any more.
  setTimeout(() => process.exit(0), ending === "input ended" ? LAST_READ_MS : GOODBYE_MS);
}

process.stdin.on("data", createLineSplitter({ onLine: relay.receive, onTooLong: relay.refuseTooLong }));
watchLifetime(process.stdin, process.stdout, (reason) => {
  ending = reason;
  if (reason !== "input ended" || inFlight.awaited === 0) leave();
  else {
    leaveSoon();
    setTimeout(leave, LONGEST_END_MS);
  }
});
