import path from "node:path";
import type { ListedSpace } from "../../core/spaces.ts";
import { EXIT, UsageError } from "../command.ts";
import { defined } from "../filter-options.ts";
import { formatJson } from "../terminal.ts";
import { plain, printSpace, printSummary } from "./print-space.ts";
import { findSpace, listSpaces, type SpaceAction, waitUntilCurrent, withProgress } from "./space-calls.ts";

const NO_SPACES = "There are no spaces. To make one: recollect space create NAME --domain owner/repo --folder FOLDER";

export const list: SpaceAction = async (_, call, { app, terminal }) => {
  const spaces = await listSpaces(app);
  if (call.json) terminal.print(formatJson({ spaces }));
  else for (const space of spaces) printSummary(space, terminal);
  if (spaces.length === 0 && !call.json) terminal.note(NO_SPACES);
  return EXIT.ok;
};

/** Fails if a space needs the owner, for scripts. */
export const status: SpaceAction = async ([name], call, { app, terminal }) => {
  const spaces = name === undefined ? await listSpaces(app) : [await findSpace(app, name)];
  if (call.json) terminal.print(formatJson({ spaces }));
  else for (const space of spaces) printSpace(space, terminal);
  if (spaces.length === 0 && !call.json) terminal.note(NO_SPACES);
  const isInOrder = spaces.every(({ sync }) => sync.state !== "stopped" && sync.problems.length === 0);
  return isInOrder ? EXIT.ok : EXIT.failed;
};

export const sync: SpaceAction = async ([name], call, context) => {
  const { app, terminal } = context;
  const spaces = name === undefined ? await listSpaces(app) : [await findSpace(app, name)];
  const synced: ListedSpace[] = [];
  for (const { id } of spaces) {
    const space = await withProgress(app.ask("spaces.sync", { id }), id, context);
    if (!call.json) printSummary(space, terminal);
    synced.push(space);
  }
  if (call.json) terminal.print(formatJson({ spaces: synced }));
  else if (spaces.length === 0) terminal.note(NO_SPACES);
  return EXIT.ok;
};

export const pause = changeSync("pause");
export const resume = changeSync("resume");

function changeSync(method: "pause" | "resume"): SpaceAction {
  return async ([name], call, { app, terminal }) => {
    const { id } = await findSpace(app, name);
    const space = await app.ask(`spaces.${method}`, { id });
    if (call.json) terminal.print(formatJson({ space }));
    else printSummary(space, terminal);
    return EXIT.ok;
  };
}

/** New secrets, another folder or another address, after they changed elsewhere. */
export const setAccess: SpaceAction = async ([name], call, context) => {
  const { app, input, terminal } = context;
  const folder = call.text("folder");
  const address = call.text("postgres");
  const wanted = (["password", "passphrase"] as const).filter((kind) => call.flag(kind) || call.flag(`${kind}-stdin`));
  if (folder === undefined && address === undefined && wanted.length === 0) {
    throw new UsageError("Pass --password, --passphrase, --folder FOLDER or --postgres ADDRESS.", "space");
  }
  const { id } = await findSpace(app, name);
  const access: { password?: string; passphrase?: string; address?: string } = {};
  if (address !== undefined) access.address = address === "-" ? await input.line("--postgres -") : address;
  for (const kind of wanted) {
    const prompt = kind === "password" ? "Password of the login" : "Passphrase of the space";
    access[kind] = await input.secret(prompt, { name: `${kind}-stdin`, isGiven: call.flag(`${kind}-stdin`) });
  }
  const body = { id, ...access, ...defined({ folder: folder && path.resolve(context.folder, folder) }) };
  const changed = await withProgress(app.ask("spaces.setAccess", body), id, context);
  const space = await waitUntilCurrent(changed, call, context);
  if (call.json) terminal.print(formatJson({ space }));
  else printSpace(space, terminal);
  return EXIT.ok;
};

export const leave: SpaceAction = async ([name], call, context) => {
  const { app, input, terminal } = context;
  if (name === undefined) throw new UsageError("Name the space to leave.", "space");
  const memories = call.choice("memories", ["keep", "remove"]);
  if (memories === undefined) {
    throw new UsageError(
      "Say what happens to its memories on this device: --memories keep or --memories remove.",
      "space",
    );
  }
  const space = await findSpace(app, name);
  const pending = space.unpublished === 0 ? "" : ` ${space.unpublished} changes were not sent; this is tried first.`;
  const removal = memories === "remove" ? " Its memories are deleted from this device." : "";
  const question = `Leave ${plain(space.name)}?${pending}${removal}`;
  await input.confirm(question, { name: "yes", isGiven: call.flag("yes") });
  const leaving = app.ask("spaces.leave", { id: space.id, memories });
  const { unsent } = await withProgress(leaving, space.id, context);
  const lost = unsent === 0 ? "" : ` ${unsent} changes were not sent: the other devices will not get them.`;
  terminal.print(call.json ? formatJson({ left: space.id, unsent }) : `Left ${plain(space.name)}.${lost}`);
  return EXIT.ok;
};
