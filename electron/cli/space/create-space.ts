import path from "node:path";
import { USER_DOMAIN } from "../../core/domain.ts";
import type { MethodInput } from "../../window-api/contract.ts";
import { type CommandCall, UsageError } from "../command.ts";
import { defined } from "../filter-options.ts";
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

const HAS_PASSWORD = /^postgres(ql)?:\/\/[^/?#]*:[^/?#]*@/;

export const createSpace: SpaceAction = async ([name = ""], call, context) => {
  const { app, terminal, text } = context;
  const domains = [...call.texts("project"), ...call.texts("domain")];
  if (domains.length === 0) throw new UsageError(text.spaces.passDomains);
  const carrier = await readCarrier(call, context);
  await confirmUserDomain(domains, context.text.spaces.userIsPersonal, call, context);
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
  if (call.json)
    return terminal.printJson({ space, ...(made?.isGenerated === true ? { passphrase: made.passphrase } : {}) });
  printSpace(space, context);
  terminal.note(text.spaces.toInvite(plain(name)));
};

export const addDomains: SpaceAction = async ([name = "", ...words], call, context) => {
  const domains = [...words, ...[...call.texts("project"), ...call.texts("domain")]];
  if (domains.length === 0) throw new UsageError(context.text.spaces.nameDomains);
  const { id } = await findSpace(context, name);
  await confirmUserDomain(domains, context.text.spaces.userIsPersonal, call, context);
  const input = { id, domains, confirmUserDomain: domains.includes(USER_DOMAIN) };
  const added = await withProgress(context.app.ask("spaces.addDomains", input), id, context);
  const space = await waitUntilCurrent(added, call, context);
  if (call.json) context.terminal.printJson({ space });
  else printSpace(space, context);
};

export const changePassphrase: SpaceAction = async ([name], call, context) => {
  const { id } = await findSpace(context, name);
  const made = await readNewPassphrase(call, context);
  const input = { id, passphrase: made.passphrase };
  if (!call.json) printNewPassphrase(made, context);
  const space = await withProgress(context.app.ask("spaces.changePassphrase", input), id, context);
  if (call.json)
    return context.terminal.printJson({ space, ...(made.isGenerated ? { passphrase: made.passphrase } : {}) });
  context.terminal.print(context.text.spaces.passphraseChanged(plain(space.name)));
  context.terminal.print(`  recollect spaces access "${plain(space.name)}" --passphrase`);
};

interface NewPassphrase {
  readonly passphrase: string;
  readonly isGenerated: boolean;
}

/** Reads a new passphrase twice, or asks the application for one. Null if the space is not to be encrypted. */
async function readPassphrase(call: CommandCall, context: SpaceContext): Promise<NewPassphrase | null> {
  return call.flag("encrypt") || call.flag("passphrase-stdin") ? await readNewPassphrase(call, context) : null;
}

async function readNewPassphrase(
  call: CommandCall,
  { app, input, text: { spaces } }: SpaceContext,
): Promise<NewPassphrase> {
  const option = { name: "passphrase-stdin", isGiven: call.flag("passphrase-stdin") };
  if (option.isGiven) return { passphrase: await input.secret("", option), isGenerated: false };
  if (input.isTerminal) {
    const passphrase = await input.secret(spaces.newPassphrase, option);
    if (passphrase !== "") {
      if ((await input.secret(spaces.sameAgain, option)) === passphrase) return { passphrase, isGenerated: false };
      throw new UsageError(spaces.passphrasesDiffer);
    }
  }
  const { passphrase } = await app.ask("spaces.newPassphrase", {});
  return { passphrase, isGenerated: true };
}

/** Runs before anything that can fail: without the passphrase nobody can read the space. */
function printNewPassphrase(made: NewPassphrase | null, { terminal, text }: SpaceContext): void {
  if (made?.isGenerated !== true) return;
  terminal.print(text.spaces.passphrase(made.passphrase));
  terminal.note(text.spaces.storePassphrase);
}

async function readCarrier(call: CommandCall, context: SpaceContext): Promise<MethodInput<"spaces.create">["carrier"]> {
  const { input, text } = context;
  const folder = call.text("folder");
  const given = call.text("postgres");
  if ((folder === undefined) === (given === undefined)) throw new UsageError(text.spaces.folderOrPostgres);
  if (folder !== undefined) return { kind: "folder", folder: path.resolve(context.folder, folder) };
  const address = given === "-" ? await input.secretOrLine(text.spaces.databaseAddress, "postgres -") : (given ?? "");
  const hasPassword = HAS_PASSWORD.test(address);
  if (hasPassword && given !== "-") warnOfHistory("password", context);
  if (hasPassword) return { kind: "postgres", address };
  const option = { name: "password-stdin", isGiven: call.flag("password-stdin") };
  const password = await input.secret(text.spaces.loginPassword, option);
  return { kind: "postgres", address, ...(password === "" ? {} : { password }) };
}
