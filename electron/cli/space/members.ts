import type { SpaceMember } from "../../core/spaces.ts";
import { UsageError } from "../command.ts";
import { defined } from "../filter-options.ts";
import { plain, printDevice, printMember } from "./print-space.ts";
import { findSpace, type SpaceAction } from "./space-calls.ts";

/** The roles that a member can have. The owner is the login that created the space. */
const ROLES = ["writer", "reader"] as const;

export const invite: SpaceAction = async ([name], call, context) => {
  const { app, terminal, text } = context;
  const { id, carrier, isEncrypted } = await findSpace(context, name);
  const role = call.choice("role", ROLES);
  const login = call.text("login");
  const input = { id, separateSecret: call.flag("separate-secret"), ...defined({ role, login }) };
  const { link, secret } = await app.ask("spaces.invite", input);
  if (call.json) return terminal.printJson({ link, secret });
  terminal.print(link);
  if (secret !== null) {
    terminal.print(text.spaces.secret(secret));
    terminal.note(text.spaces.sendApart);
  } else if (carrier?.kind === "postgres" || isEncrypted) {
    terminal.note(text.spaces.linkHasSecret);
  }
  if (carrier?.kind === "postgres" && login === undefined && role === undefined) {
    terminal.note(text.spaces.linkHasLogin);
  }
  if (carrier?.kind === "folder") terminal.note(text.spaces.shareFolder);
  terminal.note(text.spaces.onOtherDevice);
};

export const members: SpaceAction = async ([name], call, context) => {
  const { app, input, terminal, text } = context;
  const { id, carrier } = await findSpace(context, name);
  const removed = call.text("remove");
  const changed = call.text("set-role");
  let all: readonly SpaceMember[];
  if (removed !== undefined) {
    const question = text.spaces.removeMember(plain(removed));
    await input.confirm(question, { name: "yes", isGiven: call.flag("yes") });
    all = await app.ask("spaces.removeMember", { id, login: removed });
  } else if (changed !== undefined) {
    const [login = "", given = ""] = changed.split("=", 2);
    const role = ROLES.find((known) => known === given);
    if (login === "" || role === undefined) throw new UsageError(text.spaces.setRoleForm);
    all = await app.ask("spaces.setMemberRole", { id, login, role });
  } else {
    all = await app.ask("spaces.members", { id });
  }
  if (call.json) terminal.printJson({ members: all });
  else for (const member of all) printMember(member, context);
  if (all.length === 0 && !call.json && carrier?.kind === "folder") {
    terminal.note(text.spaces.noLogins);
  }
};

export const devices: SpaceAction = async ([name], call, context) => {
  const { app, input, terminal, text } = context;
  const { id } = await findSpace(context, name);
  const renamed = call.text("rename");
  const revoked = call.text("revoke");
  let all = await app.ask("spaces.devices", { id });
  if (renamed !== undefined) all = await app.ask("spaces.renameDevice", { id, name: renamed });
  if (revoked !== undefined) {
    const [device, another] = all.filter(({ id, name }) => id === revoked || name === revoked);
    if (device === undefined) throw new UsageError(text.spaces.noDevice(revoked));
    if (another !== undefined) throw new UsageError(text.spaces.ambiguousDevice);
    const question = text.spaces.removeDevice(plain(revoked));
    await input.confirm(question, { name: "yes", isGiven: call.flag("yes") });
    all = await app.ask("spaces.revokeDevice", { id, device: device.id });
  }
  if (call.json) terminal.printJson({ devices: all });
  else for (const device of all) printDevice(device, context);
};
