import { setTimeout as sleep } from "node:timers/promises";
import { USER_DOMAIN } from "../../core/domain.ts";
import type { ListedSpace } from "../../core/spaces.ts";
import type { AppClient } from "../app-client.ts";
import { type Action, type CommandCall, type CommandContext, UsageError } from "../command.ts";
import type { PrivateInput } from "../private-input.ts";
import { describeProgress } from "./print-space.ts";

/** How often the progress of a call is read. */
const PROGRESS_INTERVAL_MS = 500;
const SHARE_USER = "share-user";
/** Its former name. */
const FORMER_SHARE_USER = "share-user-domain";

export interface SpaceContext extends CommandContext {
  readonly input: PrivateInput;
}

/** An action of `recollect space`. @param words the arguments after the action */
export type SpaceAction = (
  words: readonly string[],
  call: CommandCall,
  context: SpaceContext,
) => ReturnType<NonNullable<Action["run"]>>;

export function listSpaces(app: AppClient): Promise<readonly ListedSpace[]> {
  return app.ask("spaces.list", {});
}

/**
 * Finds a space by its name or id.
 * @param given undefined for the only space
 * @throws UsageError if there is none, or several match
 */
export async function findSpace({ app, text }: SpaceContext, given: string | undefined): Promise<ListedSpace> {
  const words = text.spaces;
  const all = await listSpaces(app);
  const [found, another] = all.filter(({ id, name }) => given === undefined || id === given || name === given);
  if (found !== undefined && another === undefined) return found;
  if (found !== undefined) {
    const choices = all.map(({ id, name }) => (given === undefined ? `"${name}"` : id)).join(", ");
    throw new UsageError(given === undefined ? words.nameSpace(choices) : words.ambiguous(given, choices));
  }
  throw new UsageError(given === undefined ? words.noSpaces : words.unknown(given));
}

/** Waits until everything is exchanged, unless `--no-wait` is given. The result contains a problem, if any. */
export async function waitUntilCurrent(
  space: ListedSpace,
  call: CommandCall,
  context: SpaceContext,
): Promise<ListedSpace> {
  if (call.flag("no-wait")) return space;
  const { id } = space;
  return await withProgress(context.app.ask("spaces.sync", { id }), id, context).catch(async () => {
    return (await listSpaces(context.app)).find((each) => each.id === id) ?? space;
  });
}

/** The domain `user` is about the owner as a person: it is shared only after an explicit confirmation. */
export async function confirmUserDomain(
  domains: readonly string[],
  why: string,
  call: CommandCall,
  { input, terminal, text: { spaces } }: SpaceContext,
): Promise<void> {
  if (!domains.includes(USER_DOMAIN) || call.flag(SHARE_USER) || call.flag(FORMER_SHARE_USER)) return;
  if (!input.isTerminal) throw new UsageError(`${why} ${spaces.toShareUser(SHARE_USER)}`);
  terminal.note(`${why} ${spaces.membersRead}`);
  await input.confirm(spaces.shareUser, { name: SHARE_USER, isGiven: false });
}

/** Warns about a secret that was an argument. */
export function warnOfHistory(secret: "password" | "secret", { terminal, input, text }: SpaceContext): void {
  const { history } = text.spaces;
  terminal.note(`${history[secret]}${input.isTerminal ? history.leaveOut : ""}`);
}

/** Waits for a call about a space, and shows its progress on a terminal. @param id null for the newest space */
export async function withProgress<Result>(
  call: Promise<Result>,
  id: string | null,
  context: SpaceContext,
): Promise<Result> {
  const finished = new AbortController();
  const showing = showProgress(id, context, finished.signal);
  try {
    return await call;
  } finally {
    finished.abort();
    await showing;
  }
}

async function showProgress(
  id: string | null,
  { app, terminal, text }: SpaceContext,
  signal: AbortSignal,
): Promise<void> {
  if (!terminal.showsProgress) return;
  for (;;) {
    await sleep(PROGRESS_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    // The call itself reports errors.
    const all = await listSpaces(app).catch(() => []);
    const space = id === null ? all.at(-1) : all.find((each) => each.id === id);
    const words = space === undefined ? null : describeProgress(space.sync, text);
    if (words !== null && !signal.aborted) terminal.progress(words);
  }
}
