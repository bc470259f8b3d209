import type { JoinPreview, ListedSpace, SpaceDevice, SpaceMember, SpaceSync } from "../../core/spaces.ts";
import type { CommandText } from "../../text/command-line.ts";
import { describeError } from "../../text/error-text.ts";
import { localMinute } from "../../text/local-time.ts";
import type { CommandContext } from "../command.ts";
import { oneLine } from "../terminal.ts";

type Output = Pick<CommandContext, "terminal" | "text">;

const MAX_NAME_WIDTH = 100;
/** How far another clock may be off before it is mentioned. */
const MAX_CLOCK_OFFSET_MS = 60_000;

/** Shortens a name or place, which can come from other people, to one line without control characters. */
export function plain(text: string): string {
  return oneLine(text, MAX_NAME_WIDTH);
}

export function describeProgress({ progress }: SpaceSync, { spaces }: CommandText): string | null {
  if (progress === null) return null;
  return spaces.progress(spaces.steps[progress.step], progress.done, progress.total);
}

/** Prints one line about a space. */
export function printSummary({ name, domains, devices, sync }: ListedSpace, { terminal, text }: Output): void {
  const sizes = text.spaces.sizes(domains.length, devices.length + 1);
  terminal.print(`${terminal.bold(plain(name).padEnd(20))} ${describeState(sync, text).padEnd(10)} ${sizes}`);
}

/** Prints the details of a space. */
export function printSpace(space: ListedSpace, { terminal, text }: Output): void {
  const { id, name, carrier, isEncrypted, role, domains, offeredDomains, device, devices, sync } = space;
  const { unpublished, conflicts } = space;
  const words = text.spaces;
  const place = carrier === null ? words.unknownPlace : carrier.kind === "folder" ? carrier.folder : carrier.address;
  const offered = words.toShare(offeredDomains.map(plain).join(", "));
  const facts: readonly (readonly [label: keyof typeof words.labels, value: string | null])[] = [
    ["id", id],
    ["carrier", oneLine(place, 400)],
    ["encryption", isEncrypted ? words.endToEnd : words.notEncrypted],
    ["role", role],
    ["domains", domains.map(plain).join(", ")],
    ["offered", offeredDomains.length === 0 ? null : offered],
    ["devices", [words.thisOne(plain(device.name)), ...devices.map(nameOf)].join(", ")],
    ["toSend", words.changes(unpublished)],
    ["synced", sync.lastSyncAt === null ? words.never : localMinute(sync.lastSyncAt)],
    ["conflicts", conflicts === 0 ? null : words.toSeeConflicts(conflicts)],
  ];
  terminal.print(`${terminal.bold(plain(name))}: ${describeState(sync, text)}`);
  for (const [label, value] of facts) if (value !== null) terminal.print(`  ${words.labels[label]} ${value}`);
  if (sync.error !== null) terminal.print(`  ${sync.state}: ${describeError(sync.error, text)}`);
  if (sync.retryAt !== null) terminal.print(`  ${words.labels.nextTry} ${localMinute(sync.retryAt)}`);
  printProblems(space, { terminal, text });
}

export function printProblems({ sync }: ListedSpace, { terminal, text }: Output): void {
  for (const { device, since, error } of sync.problems) {
    terminal.print(`  ${text.spaces.problemSince(nameOf(device), localMinute(since), describeError(error, text))}`);
  }
}

export function printPreview(preview: JoinPreview, { terminal, text }: Output): void {
  const { name, carrier, place, role, isEncrypted, domains, incoming } = preview;
  const words = text.spaces.preview;
  const where = carrier === "folder" ? words.folder : (place ?? words.database);
  terminal.print(words.title(terminal.bold(plain(name)), plain(where)));
  terminal.print(`  ${isEncrypted ? words.encrypted : words.unencrypted}${role === null ? "" : words.role(role)}`);
  if (incoming !== null) terminal.print(`  ${words.incoming(incoming.changes, incoming.devices)}`);
  for (const { domain, outgoing, takenBy } of domains) {
    const sent = role === "reader" ? words.onlyRead(plain(domain)) : words.outgoing(outgoing, plain(domain));
    terminal.print(`  ${sent}${takenBy === null ? "" : words.taken(plain(takenBy))}`);
  }
}

export function printDevice(device: SpaceDevice, { terminal, text }: Output): void {
  const { id, isThis, isRevoked, lastSeen, published, clockOffset } = device;
  const words = text.spaces.device;
  const notes = [
    ...(isThis ? [words.this] : []),
    ...(isRevoked ? [words.removed] : []),
    text.spaces.changes(published),
    lastSeen === null ? words.neverSeen : words.lastSeen(localMinute(lastSeen)),
    ...(Math.abs(clockOffset) > MAX_CLOCK_OFFSET_MS ? [words.clockAhead(Math.round(clockOffset / 60_000))] : []),
  ];
  terminal.print(`${terminal.faint(id)}  ${nameOf(device).padEnd(20)}  ${notes.join(", ")}`);
}

export function printMember({ login, role, isSelf }: SpaceMember, { terminal, text }: Output): void {
  terminal.print(`${plain(login).padEnd(30)}  ${role}${isSelf ? text.spaces.yourLogin : ""}`);
}

function describeState(sync: SpaceSync, text: CommandText): string {
  const progress = describeProgress(sync, text);
  return progress === null ? sync.state : `${sync.state} (${progress})`;
}

export function nameOf({ name, id }: { readonly name: string; readonly id: string }): string {
  return name === "" ? id : plain(name);
}
