import { setTimeout as sleep } from "node:timers/promises";
import { USER_DOMAIN } from "../../core/domain.ts";
import type { ListedSpace } from "../../core/spaces.ts";
import type { AppClient } from "../app-client.ts";
import { type CommandCall, type CommandContext, type ExitCode, UsageError } from "../command.ts";
import type { PrivateInput } from "../private-input.ts";
import { describeProgress } from "./print-space.ts";

/** How often the progress of a call is read. */
const PROGRESS_INTERVAL_MS = 500;
const SHARE_USER = "share-user-domain";

export interface SpaceContext extends CommandContext {
  readonly input: PrivateInput;
}

/** What `recollect space ACTION` does. @param words the arguments after the action */
export type SpaceAction = (words: readonly string[], call: CommandCall, context: SpaceContext) => Promise<ExitCode>;

export function listSpaces(app: AppClient): Promise<readonly ListedSpace[]> {
  return app.ask("spaces.list", {});
}

/**
 * Finds a space by its name or id.
 * @param given undefined: the only space
 * @throws UsageError where there is none, or several
 */
export async function findSpace(app: AppClient, given: string | undefined): Promise<ListedSpace> {
  const all = await listSpaces(app);
  const [found, another] = all.filter(({ id, name }) => given === undefined || id === given || name === given);
  if (found !== undefined && another === undefined) return found;
  if (found !== undefined) {
    const problem = given === undefined ? "Name the space" : `Several spaces have the name ${given}; pass the id`;
    const choices = all.map(({ id, name }) => (given === undefined ? `"${name}"` : id));
    throw new UsageError(`${problem}: ${choices.join(", ")}.`, "space");
  }
  throw new UsageError(given === undefined ? "There are no spaces." : `There is no space "${given}".`, "space");
}

/** Waits until everything was exchanged, unless `--no-wait` is given. What prevents it is in the result. */
export async function waitUntilCurrent(
  space: ListedSpace,
  call: CommandCall,
  context: SpaceContext,
): Promise<ListedSpace> {
  if (call.flag("no-wait")) return space;
  const { id } = space;
  return await withProgress(context.app.ask("spaces.sync", { id }), id, context).catch(async () => {
    return (await listSpaces(context.app)).find((one) => one.id === id) ?? space;
  });
}

/** The domain `user` is about the owner as a person: it is shared only after an explicit confirmation. */
export async function confirmUserDomain(
  domains: readonly string[],
  why: string,
  call: CommandCall,
  { input, terminal }: SpaceContext,
): Promise<void> {
  if (!domains.includes(USER_DOMAIN) || call.flag(SHARE_USER)) return;
  if (!input.isTerminal) throw new UsageError(`${why} To share it, pass --${SHARE_USER}.`, "space");
  terminal.note(`${why} All members of the space will read it.`);
  await input.confirm("Share the domain user too?", { name: SHARE_USER, isGiven: false });
}

/** A secret was an argument. */
export function warnOfHistory(what: string, { terminal, input }: SpaceContext): void {
  const remedy = input.isTerminal ? " Leave it out next time: you are asked for it." : "";
  terminal.note(`Warning: ${what} can be in the history of this shell now.${remedy}`);
}

/** Waits for a call about a space, and shows on a terminal how far it is. @param id null: the newest space */
export async function withProgress<Result>(
  call: Promise<Result>,
  id: string | null,
  { app, terminal }: SpaceContext,
): Promise<Result> {
  const ended = new AbortController();
  const showing = showProgress(id, { app, terminal }, ended.signal);
  try {
    return await call;
  } finally {
    ended.abort();
    await showing;
  }
}

async function showProgress(
  id: string | null,
  { app, terminal }: Pick<SpaceContext, "app" | "terminal">,
  signal: AbortSignal,
): Promise<void> {
  if (!terminal.showsProgress) return;
  for (;;) {
    await sleep(PROGRESS_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    // The call itself reports errors.
    const all = await listSpaces(app).catch(() => []);
    const space = id === null ? all.at(-1) : all.find((one) => one.id === id);
    const words = space === undefined ? null : describeProgress(space.sync);
    if (words !== null && !signal.aborted) terminal.progress(words);
  }
}
