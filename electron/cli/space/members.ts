import type { SpaceMember } from "../../core/spaces.ts";
import { EXIT, UsageError } from "../command.ts";
import { defined } from "../filter-options.ts";
import { formatJson } from "../terminal.ts";
import { plain, printDevice, printMember } from "./print-space.ts";
import { findSpace, type SpaceAction } from "./space-calls.ts";

/** What a member can be. The owner is the login that made the space. */
const ROLES = ["writer", "reader"] as const;

export const invite: SpaceAction = async ([name], call, { app, terminal }) => {
  const { id, carrier, isEncrypted } = await findSpace(app, name);
  const role = call.choice("role", ROLES);
  const login = call.text("login");
  const input = { id, separateSecret: call.flag("separate-secret"), ...defined({ role, login }) };
  const { link, secret } = await app.ask("spaces.invite", input);
  if (call.json) {
    terminal.print(formatJson({ link, secret }));
    return EXIT.ok;
  }
  terminal.print(link);
  if (secret !== null) {
    terminal.print(`\nSecret: ${secret}`);
    terminal.note("Send the secret in another message than the link. Joining needs both.");
  } else if (carrier?.kind === "postgres" || isEncrypted) {
    terminal.note("The link contains the secret of the space. Send it to one person only, in a private message.");
  }
  if (carrier?.kind === "postgres" && login === undefined && role === undefined) {
    terminal.note(
      "The link contains your own login. For another person, or to be able to remove a device: --role writer",
    );
  }
  if (carrier?.kind === "folder")
    terminal.note("The other device needs the folder too: share it with your sync program.");
  terminal.note("On the other device: recollect space join");
  return EXIT.ok;
};

export const members: SpaceAction = async ([name], call, { app, input, terminal }) => {
  const { id, carrier } = await findSpace(app, name);
  const removed = call.text("remove");
  const changed = call.text("set-role");
  let all: readonly SpaceMember[];
  if (removed !== undefined) {
    const question = `Remove ${plain(removed)}? Its login is disabled, and its connections end.`;
    await input.confirm(question, { name: "yes", isGiven: call.flag("yes") });
    all = await app.ask("spaces.removeMember", { id, login: removed });
  } else if (changed !== undefined) {
    const [login = "", given = ""] = changed.split("=", 2);
    const role = ROLES.find((one) => one === given);
    if (login === "" || role === undefined)
      throw new UsageError("--set-role needs LOGIN=writer or LOGIN=reader.", "space");
    all = await app.ask("spaces.setMemberRole", { id, login, role });
  } else {
    all = await app.ask("spaces.members", { id });
  }
  if (call.json) terminal.print(formatJson({ members: all }));
  else for (const member of all) printMember(member, terminal);
  if (all.length === 0 && !call.json && carrier?.kind === "folder") {
    terminal.note("A folder has no logins: everyone with access to it is a member. See: recollect space devices");
  }
  return EXIT.ok;
};

export const devices: SpaceAction = async ([name], call, { app, input, terminal }) => {
  const { id } = await findSpace(app, name);
  const renamed = call.text("rename");
  const revoked = call.text("revoke");
  let all = await app.ask("spaces.devices", { id });
  if (renamed !== undefined) all = await app.ask("spaces.renameDevice", { id, name: renamed });
  if (revoked !== undefined) {
    const [device, another] = all.filter((one) => one.id === revoked || one.name === revoked);
    if (device === undefined) throw new UsageError(`There is no device "${revoked}".`, "space");
    if (another !== undefined) throw new UsageError(`Several devices have that name; pass the id.`, "space");
    const question = `Remove ${plain(revoked)}? Its later changes are ignored.`;
    await input.confirm(question, { name: "yes", isGiven: call.flag("yes") });
    all = await app.ask("spaces.revokeDevice", { id, device: device.id });
  }
  if (call.json) terminal.print(formatJson({ devices: all }));
  else for (const device of all) printDevice(device, terminal);
  return EXIT.ok;
};
