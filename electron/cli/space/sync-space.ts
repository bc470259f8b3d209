import path from "node:path";
import type { ListedSpace } from "../../core/spaces.ts";
import { EXIT, UsageError } from "../command.ts";
import { defined } from "../filter-options.ts";
import { formatJson } from "../terminal.ts";
import { plain, printProblems, printSpace, printSummary } from "./print-space.ts";
import { findSpace, listSpaces, type SpaceAction, waitUntilCurrent, withProgress } from "./space-calls.ts";

export const list: SpaceAction = async (_, call, context) => {
  const { app, terminal, text } = context;
  const spaces = await listSpaces(app);
  if (call.json) terminal.printJson({ spaces });
  else for (const space of spaces) printSummary(space, context);
  if (spaces.length === 0 && !call.json) terminal.note(text.spaces.none);
};

/** Fails if a space needs the owner, for scripts. */
export const status: SpaceAction = async ([name], call, context) => {
  const { app, terminal, text } = context;
  const spaces = name === undefined ? await listSpaces(app) : [await findSpace(context, name)];
  if (call.json) terminal.printJson({ spaces });
  else for (const space of spaces) printSpace(space, context);
  if (spaces.length === 0 && !call.json) terminal.note(text.spaces.none);
  return spaces.every(isInOrder) ? EXIT.ok : EXIT.failed;
};

function isInOrder({ sync }: ListedSpace): boolean {
  return sync.state !== "stopped" && sync.problems.length === 0;
}

/** Fails if something could not be exchanged, and says what. */
export const sync: SpaceAction = async ([name], call, context) => {
  const { app, terminal, text } = context;
  const spaces = name === undefined ? await listSpaces(app) : [await findSpace(context, name)];
  const synced: ListedSpace[] = [];
  for (const { id } of spaces) {
    const space = await withProgress(app.ask("spaces.sync", { id }), id, context);
    if (!call.json) printSummary(space, context);
    if (!call.json) printProblems(space, context);
    synced.push(space);
  }
  if (call.json) terminal.printJson({ spaces: synced });
  else if (spaces.length === 0) terminal.note(text.spaces.none);
  return synced.every(isInOrder) ? EXIT.ok : EXIT.failed;
};

export const pause = changeSync("pause");
export const resume = changeSync("resume");

function changeSync(method: "pause" | "resume"): SpaceAction {
  return async ([name], call, context) => {
    const { app, terminal } = context;
    const { id } = await findSpace(context, name);
    const space = await app.ask(`spaces.${method}`, { id });
    if (call.json) terminal.printJson({ space });
    else printSummary(space, context);
  };
}

/** New secrets, another folder or another address, after they changed elsewhere. */
export const setAccess: SpaceAction = async ([name], call, context) => {
  const { app, input, terminal, text } = context;
  const folder = call.text("folder");
  const address = call.text("postgres");
  const wanted = (["password", "passphrase"] as const).filter((kind) => call.flag(kind) || call.flag(`${kind}-stdin`));
  if (folder === undefined && address === undefined && wanted.length === 0) {
    throw new UsageError(text.spaces.accessNeeds);
  }
  const { id } = await findSpace(context, name);
  const access: { password?: string; passphrase?: string; address?: string } = {};
  if (address !== undefined) access.address = address === "-" ? await input.line("--postgres -") : address;
  for (const kind of wanted) {
    const prompt = kind === "password" ? text.spaces.loginPassword : text.spaces.thePassphrase;
    access[kind] = await input.secret(prompt, { name: `${kind}-stdin`, isGiven: call.flag(`${kind}-stdin`) });
  }
  const body = { id, ...access, ...defined({ folder: folder && path.resolve(context.folder, folder) }) };
  const changed = await withProgress(app.ask("spaces.setAccess", body), id, context);
  const space = await waitUntilCurrent(changed, call, context);
  if (call.json) terminal.printJson({ space });
  else printSpace(space, context);
};

export const leave: SpaceAction = async ([name], call, context) => {
  const { app, input, terminal, text } = context;
  const memories = call.choice("memories", ["keep", "remove"]);
  if (memories === undefined) throw new UsageError(text.spaces.chooseMemories);
  const space = await findSpace(context, name);
  const question = text.spaces.leave(plain(space.name), space.unpublished, memories === "remove");
  await input.confirm(question, { name: "yes", isGiven: call.flag("yes") });
  const leaving = app.ask("spaces.leave", { id: space.id, memories });
  const { unsent } = await withProgress(leaving, space.id, context);
  terminal.print(call.json ? formatJson({ left: space.id, unsent }) : text.spaces.left(plain(space.name), unsent));
};
