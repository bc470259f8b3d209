import path from "node:path";
import { USER_DOMAIN } from "../../core/domain.ts";
import type { MethodInput } from "../../window-api/contract.ts";
import { type CommandCall, EXIT, UsageError } from "../command.ts";
import { defined } from "../filter-options.ts";
import { formatJson } from "../terminal.ts";
import { plain, printSpace } from "./print-space.ts";
import {
  confirmUserDomain,
  findSpace,
  type SpaceAction,
  type SpaceContext,
  waitUntilCurrent,
  warnOfHistory,
  withProgress,
} from "./space-calls.ts";

const USER_IS_PERSONAL = "The domain user contains memories about you, in all projects.";
const HAS_PASSWORD = /^postgres(ql)?:\/\/[^/?#]*:[^/?#]*@/;

export const createSpace: SpaceAction = async ([name], call, context) => {
  const { app, terminal } = context;
  if (name === undefined) throw new UsageError("Name the space.", "space");
  const domains = call.texts("domain");
  if (domains.length === 0) throw new UsageError("Pass the domains to share: --domain owner/repo", "space");
  const carrier = await readCarrier(call, context);
  await confirmUserDomain(domains, USER_IS_PERSONAL, call, context);
  const made = await readPassphrase(call, context);
  const input = {
    name,
    domains,
    carrier,
    passphrase: made?.passphrase ?? null,
    confirmUserDomain: domains.includes(USER_DOMAIN),
    ...defined({ deviceName: call.text("device-name") }),
  };
  const created = await withProgress(app.ask("spaces.create", input), null, context);
  if (!call.json) printNewPassphrase(made, context);
  const space = await waitUntilCurrent(created, call, context);
  if (call.json) {
    terminal.print(formatJson({ space, ...(made?.isGenerated === true ? { passphrase: made.passphrase } : {}) }));
    return EXIT.ok;
  }
  printSpace(space, terminal);
  terminal.note(`To invite a device or a person: recollect space invite "${plain(name)}"`);
  return EXIT.ok;
};

export const addDomains: SpaceAction = async ([name, ...words], call, context) => {
  const domains = [...words, ...call.texts("domain")];
  if (name === undefined || domains.length === 0) {
    throw new UsageError("Name the space and the domains: recollect space add-domains SPACE DOMAIN…", "space");
  }
  const { id } = await findSpace(context.app, name);
  await confirmUserDomain(domains, USER_IS_PERSONAL, call, context);
  const input = { id, domains, confirmUserDomain: domains.includes(USER_DOMAIN) };
  const added = await withProgress(context.app.ask("spaces.addDomains", input), id, context);
  const space = await waitUntilCurrent(added, call, context);
  if (call.json) context.terminal.print(formatJson({ space }));
  else printSpace(space, context.terminal);
  return EXIT.ok;
};

export const changePassphrase: SpaceAction = async ([name], call, context) => {
  const { id } = await findSpace(context.app, name);
  const made = await readNewPassphrase(call, context);
  const input = { id, passphrase: made.passphrase };
  if (!call.json) printNewPassphrase(made, context);
  const space = await withProgress(context.app.ask("spaces.changePassphrase", input), id, context);
  if (call.json) {
    context.terminal.print(formatJson({ space, ...(made.isGenerated ? { passphrase: made.passphrase } : {}) }));
    return EXIT.ok;
  }
  context.terminal.print(
    `The passphrase of ${plain(space.name)} is changed. Enter it on the other devices to exchange later changes:`,
  );
  context.terminal.print(`  recollect space access "${plain(space.name)}" --passphrase`);
  return EXIT.ok;
};

interface NewPassphrase {
  readonly passphrase: string;
  readonly isGenerated: boolean;
}

/** A new passphrase of a person, entered twice, or one that the application makes; null: none is wanted. */
async function readPassphrase(call: CommandCall, context: SpaceContext): Promise<NewPassphrase | null> {
  return call.flag("encrypt") || call.flag("passphrase-stdin") ? await readNewPassphrase(call, context) : null;
}

async function readNewPassphrase(call: CommandCall, { app, input }: SpaceContext): Promise<NewPassphrase> {
  const option = { name: "passphrase-stdin", isGiven: call.flag("passphrase-stdin") };
  if (option.isGiven) return { passphrase: await input.secret("", option), isGenerated: false };
  if (input.isTerminal) {
    const passphrase = await input.secret("New passphrase (empty: Recollect makes one)", option);
    if (passphrase !== "") {
      if ((await input.secret("The same again", option)) === passphrase) return { passphrase, isGenerated: false };
      throw new UsageError("The two passphrases differ.", "space");
    }
  }
  const { passphrase } = await app.ask("spaces.newPassphrase", {});
  return { passphrase, isGenerated: true };
}

/** Before anything that can fail: nobody can read the space without it. */
function printNewPassphrase(made: NewPassphrase | null, { terminal }: SpaceContext): void {
  if (made?.isGenerated !== true) return;
  terminal.print(`Passphrase: ${made.passphrase}`);
  terminal.note("Store it safely: without it the space cannot be read, and it is not shown again.");
}

async function readCarrier(call: CommandCall, context: SpaceContext): Promise<MethodInput<"spaces.create">["carrier"]> {
  const folder = call.text("folder");
  const given = call.text("postgres");
  if ((folder === undefined) === (given === undefined)) {
    throw new UsageError("Pass --folder FOLDER or --postgres ADDRESS.", "space");
  }
  if (folder !== undefined) return { kind: "folder", folder: path.resolve(context.folder, folder) };
  const address =
    given === "-" ? await context.input.secretOrLine("Address of the database", "postgres -") : (given ?? "");
  const hasPassword = HAS_PASSWORD.test(address);
  if (hasPassword && given !== "-") warnOfHistory("The password in the address", context);
  if (hasPassword) return { kind: "postgres", address };
  const option = { name: "password-stdin", isGiven: call.flag("password-stdin") };
  const password = await context.input.secret("Password of the login", option);
  return { kind: "postgres", address, ...(password === "" ? {} : { password }) };
}
