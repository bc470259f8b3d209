import { setTimeout as sleep } from "node:timers/promises";
import { parseMoment } from "../../core/moment.ts";
import { HOOK_METHOD } from "../../core/request-filter.ts";
import { REQUEST_OUTCOMES, type RequestSummary } from "../../core/request-log.ts";
import type { CommandText } from "../../text/command-line.ts";
import { localMinute } from "../../text/local-time.ts";
import { knownText } from "../../text/message.ts";
import type { AppClient } from "../app-client.ts";
import { type Command, type CommandContext, UsageError } from "../command.ts";
import { defined } from "../filter-options.ts";
import { LIST_OUTPUT, printList } from "../output.ts";
import { oneLine } from "../terminal.ts";

const POLL_INTERVAL_MS = 500;
/** The maximum of one request. */
const PAGE_SIZE = 500;

export const log: Command = {
  name: "log",
  options: [
    "-f, --follow",
    "--client <CLIENT>",
    "--since <WHEN>",
    "--outcome <ok|error|cancelled>",
    "-l, --limit <N>",
    ...LIST_OUTPUT,
  ],
  examples: ["recollect log --since 1h", "recollect log --outcome error --jsonl"],
  async run(call, context) {
    const { app, terminal, text } = context;
    const since = call.text("since");
    const filter = defined({
      client: call.text("client"),
      since: since === undefined ? undefined : timeOf(since, text),
      outcome: call.choice("outcome", REQUEST_OUTCOMES),
    });
    const limit = call.number("limit", { from: 1, to: 5000, otherwise: call.flag("follow") ? 10 : 50 });
    const requests = await newestRequests(app, filter, limit);
    await printList(call, context, {
      json: { requests },
      items: requests.toReversed(),
      form: {
        columns: [
          { title: text.columns.time, style: terminal.faint },
          { title: text.columns.from, max: 24, min: 10, drop: 1 },
          { title: text.columns.what, min: 24 },
          { title: text.columns.state, style: (state) => (state === "ok" ? state : terminal.red(state)) },
          { title: text.columns.duration, drop: 2, style: terminal.faint },
        ],
        cells: (request) => cellsOf(request, text),
      },
      empty: text.log.empty,
    });
    if (call.flag("follow")) await follow(requests[0]?.id ?? 0, filter, call.json || call.flag("jsonl"), context);
  },
};

/** @throws UsageError */
function timeOf(given: string, { usage }: CommandContext["text"]): number {
  const time = parseMoment(given, Date.now());
  if (time === null) throw new UsageError(usage.notTime("since"));
  return time;
}

type LogFilter = { readonly client?: string; readonly since?: number; readonly outcome?: "ok" | "error" | "cancelled" };

/** The newest messages first. */
async function newestRequests(app: AppClient, filter: LogFilter, limit: number): Promise<readonly RequestSummary[]> {
  const found: RequestSummary[] = [];
  let cursor: string | undefined;
  do {
    const page = await app.ask("requests.list", {
      ...filter,
      limit: Math.min(PAGE_SIZE, limit - found.length),
      ...defined({ cursor }),
    });
    found.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined && found.length < limit);
  return found;
}

function cellsOf(request: RequestSummary, text: CommandText): readonly string[] {
  const { at, client, subject, target, method, outcome, errorCode, durationMs } = request;
  return [
    localMinute(at).slice(5),
    client?.name ?? subject ?? "?",
    whatOf(method, target, text),
    outcome === "ok" ? "ok" : [outcome, errorCode].filter(Boolean).join(" "),
    `${durationMs < 10 ? durationMs.toFixed(1) : Math.round(durationMs)} ms`,
  ];
}

/** What a client did, in the words of the command line; the name of another server's tool as it is. */
function whatOf(method: string | null, target: string | null, { log: words }: CommandText): string {
  const hook = method?.startsWith(HOOK_METHOD) === true ? method.slice(HOOK_METHOD.length) : null;
  if (hook !== null) return words.hook(hook);
  const isCall = method === "tools/call" || method?.startsWith("POST /tools/") === true;
  if (!isCall || target === null) return [method, target].filter(Boolean).join(" ");
  return knownText(words.tools, target);
}

/** Prints new messages until Ctrl+C, or until the reader closes the pipe. */
async function follow(
  after: number,
  filter: LogFilter,
  isJson: boolean,
  { app, stdout, terminal, text }: CommandContext,
): Promise<void> {
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  process.once("SIGINT", stop);
  stdout.once("close", stop);
  let last = after;
  try {
    while (!stopped.signal.aborted) {
      await sleep(POLL_INTERVAL_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
      if (stopped.signal.aborted) break;
      const { items } = await app.ask("requests.list", { ...filter, limit: PAGE_SIZE });
      for (const request of items.filter(({ id }) => id > last).reverse()) {
        if (isJson) stdout.write(`${JSON.stringify(request)}\n`);
        else terminal.print(oneLine(cellsOf(request, text).join("  "), terminal.width));
      }
      last = Math.max(last, items[0]?.id ?? 0);
    }
  } finally {
    process.off("SIGINT", stop);
    stdout.off("close", stop);
  }
}
