import path from "node:path";
import { USER_DOMAIN } from "../../core/domain.ts";
import { splitInvitationLink } from "../../core/invitation-link.ts";
import type { JoinPreview } from "../../core/spaces.ts";
import { type CommandCall, UsageError } from "../command.ts";
import { defined } from "../filter-options.ts";
import { plain, printPreview, printSpace } from "./print-space.ts";
import {
  confirmUserDomain,
  listSpaces,
  type SpaceAction,
  type SpaceContext,
  waitUntilCurrent,
  warnOfHistory,
  withProgress,
} from "./space-calls.ts";

/** What opens the space, apart from the link. */
interface Access {
  readonly folder?: string;
  /** The secret of an invitation, if it was sent separately; empty if there is none. */
  readonly secret?: string;
  readonly password?: string;
  readonly passphrase?: string;
}

export const joinSpace: SpaceAction = async ([given], call, context) => {
  const { app, input, terminal, text } = context;
  const link = await readLink(given, context);
  const { preview, access } = await readPreview(link, call, context);
  if (preview.isMember) await checkMembership(preview, context);
  if (!call.json || input.isTerminal) printPreview(preview, context);
  const taken = preview.domains.find(({ takenBy }) => takenBy !== null);
  if (taken !== undefined) {
    throw new UsageError(text.spaces.domainTaken(plain(taken.domain), plain(taken.takenBy ?? "")));
  }
  await input.confirm(text.spaces.join, { name: "yes", isGiven: call.flag("yes") });
  const domains = preview.domains.map(({ domain }) => domain);
  await confirmUserDomain(domains, text.spaces.containsUser, call, context);
  const body = {
    link,
    ...access,
    confirmUserDomain: domains.includes(USER_DOMAIN),
    ...defined({ deviceName: call.text("device-name") }),
  };
  const joined = await withProgress(app.ask("spaces.join", body), preview.space, context);
  const space = await waitUntilCurrent(joined, call, context);
  if (call.json) terminal.printJson({ space });
  else printSpace(space, context);
};

/** A member may join again if the list of carriers was lost. @throws UsageError otherwise */
async function checkMembership({ space, name }: JoinPreview, { app, text }: SpaceContext): Promise<void> {
  const known = (await listSpaces(app)).find(({ id }) => id === space);
  if (known !== undefined && known.carrier === null) return;
  throw new UsageError(text.spaces.isMember(plain(name)));
}

async function readLink(given: string | undefined, context: SpaceContext): Promise<string> {
  const { invitation, theInvitation } = context.text.spaces;
  if (given === undefined || given === "-") return await context.input.secretOrLine(invitation, theInvitation);
  if ((splitInvitationLink(given)?.fragment ?? "") !== "") warnOfHistory("secret", context);
  return given;
}

/** Asks for missing secrets until the preview is complete. */
async function readPreview(
  link: string,
  call: CommandCall,
  context: SpaceContext,
): Promise<{ readonly preview: JoinPreview; readonly access: Access }> {
  const folder = call.text("folder");
  let access: Access = folder === undefined ? {} : { folder: path.resolve(context.folder, folder) };
  if (call.flag("secret-stdin")) access = { ...access, secret: await context.input.line("--secret-stdin") };
  for (;;) {
    const preview = await context.app.ask("spaces.previewJoin", { link, ...withoutEmpty(access) });
    const [need] = preview.needs;
    if (need === undefined || access[need] !== undefined) return { preview, access: withoutEmpty(access) };
    access = { ...access, ...(await readNeed(need, { link, access, preview }, call, context)) };
  }
}

async function readNeed(
  need: JoinPreview["needs"][number],
  known: { readonly link: string; readonly access: Access; readonly preview: JoinPreview },
  call: CommandCall,
  { folder, input, text: { spaces } }: SpaceContext,
): Promise<Access> {
  const name = plain(known.preview.name);
  if (need === "folder") {
    if (!input.isTerminal) throw new UsageError(spaces.nameFolder);
    return { folder: path.resolve(folder, await input.text(spaces.folderOf(name))) };
  }
  const option = { name: `${need}-stdin`, isGiven: call.flag(`${need}-stdin`) };
  const hasSecret = splitInvitationLink(known.link)?.fragment !== "" || known.access.secret !== undefined;
  if (!hasSecret && !option.isGiven && input.isTerminal) {
    return { secret: await input.secretOrLine(spaces.invitationSecret, spaces.theSecret) };
  }
  const prompt = need === "password" ? spaces.loginPassword : spaces.spacePassphrase(name);
  return { [need]: await input.secret(prompt, option) };
}

function withoutEmpty(access: Access): Access {
  return access.secret === "" ? { ...access, secret: undefined } : access;
}
