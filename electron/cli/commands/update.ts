import type { UpdateStatus } from "../../core/updates.ts";
import type { CommandText } from "../../text/command-line.ts";
import { describeError } from "../../text/error-text.ts";
import { localMinute } from "../../text/local-time.ts";
import type { Command, CommandCall, CommandContext } from "../command.ts";
import { plainText } from "../terminal.ts";

/** Actions that only write after everything was read. */
const WRITES = { options: ["--dry-run"], stopsBeforeWriting: true } as const;

export const update: Command = {
  name: "update",
  examples: ["recollect update", "recollect update on --dry-run"],
  actions: {
    status: {
      examples: ["recollect update status"],
      run: (call, context) => printStatus(context.app.ask("updates.status", {}), call, context),
    },
    on: {
      ...WRITES,
      run: (call, context) => printStatus(context.app.ask("updates.setAgreed", { agreed: true }), call, context),
    },
    off: {
      ...WRITES,
      run: (call, context) => printStatus(context.app.ask("updates.setAgreed", { agreed: false }), call, context),
    },
    check: { ...WRITES, run: (call, context) => printStatus(context.app.ask("updates.check", {}), call, context) },
    download: {
      ...WRITES,
      run: (call, context) => printStatus(context.app.ask("updates.download", {}), call, context),
    },
    install: {
      ...WRITES,
      run: (call, context) => printStatus(context.app.ask("updates.install", { when: "now" }), call, context),
    },
  },
};

async function printStatus(
  request: Promise<UpdateStatus>,
  call: CommandCall,
  { terminal, text }: CommandContext,
): Promise<void> {
  const status = await request;
  if (call.json) return terminal.printJson(status);
  const { obstacle, release, error, page } = status;
  terminal.print(`Recollect ${status.version}`);
  if (obstacle !== "source") terminal.print(stateOf(status, text));
  if (release !== null && release.notes !== "") terminal.note(plainText(release.notes));
  if (error !== null) terminal.note(describeError(error, text));
  if (obstacle !== null) terminal.note(text.update.obstacles[obstacle]);
  if (page !== null && obstacle !== null) terminal.note(text.update.downloads(page));
}

function stateOf({ agreed, state, release, checkedAt, page, obstacle }: UpdateStatus, { update }: CommandText): string {
  if (agreed !== true) return update.off;
  const version = release === null ? "" : update.version(release.version);
  const checked = checkedAt === null ? update.notChecked : update.checked(localMinute(checkedAt));
  switch (state) {
    case "available":
      return update.available(version, obstacle === null ? null : (page ?? ""));
    case "downloading":
    case "ready":
    case "waiting":
    case "installing":
      return update[state](version);
    case "checking":
      return update.checking;
    case "current":
    case "idle":
      return update[state](checked);
  }
}
