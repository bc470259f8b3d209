import type { JoinPreview, ListedSpace, SpaceDevice, SpaceMember, SpaceSync, SyncStep } from "../../core/spaces.ts";
import type { ErrorBody } from "../../text/errors.ts";
import { count, oneLine, type Terminal } from "../terminal.ts";

const MAX_NAME_WIDTH = 100;
/** How far another clock may be off before it is mentioned. */
const MAX_CLOCK_OFFSET_MS = 60_000;

const STEPS: Readonly<Record<SyncStep, string>> = {
  receive: "receiving",
  share: "sharing memories",
  send: "sending",
  leave: "leaving",
  rewrite: "encrypting again",
};

/** Names and places can come from other people: on one line, without characters that a terminal obeys. */
export function plain(text: string): string {
  return oneLine(text, MAX_NAME_WIDTH);
}

export function describeProgress({ progress }: SpaceSync): string | null {
  if (progress === null) return null;
  const { step, done, total } = progress;
  return `${STEPS[step]}: ${done}${total === null ? "" : ` of ${total}`}`;
}

/** One line about a space. */
export function printSummary({ name, domains, devices, sync }: ListedSpace, terminal: Terminal): void {
  const sizes = `${count(domains.length, "domain")}, ${count(devices.length + 1, "device")}`;
  terminal.print(`${terminal.bold(plain(name).padEnd(20))} ${describeState(sync).padEnd(10)} ${sizes}`);
}

/** Everything that a person must know about a space. */
export function printSpace(space: ListedSpace, terminal: Terminal): void {
  const { id, name, carrier, isEncrypted, role, domains, offeredDomains, device, devices, sync } = space;
  const { unpublished, conflicts } = space;
  const place = carrier === null ? "unknown" : carrier.kind === "folder" ? carrier.folder : carrier.address;
  terminal.print(`${terminal.bold(plain(name))}: ${describeState(sync)}`);
  terminal.print(`  id          ${id}`);
  terminal.print(`  carrier     ${oneLine(place, 400)}`);
  terminal.print(`  encryption  ${isEncrypted ? "end to end" : "none"}`);
  if (role !== null) terminal.print(`  your role   ${role}`);
  terminal.print(`  domains     ${domains.map(plain).join(", ")}`);
  if (offeredDomains.length > 0) {
    terminal.print(
      `  offered     ${offeredDomains.map(plain).join(", ")}; to share them here: recollect space add-domains`,
    );
  }
  terminal.print(`  devices     ${[`${plain(device.name)} (this one)`, ...devices.map(nameOf)].join(", ")}`);
  terminal.print(`  to send     ${count(unpublished, "change")}`);
  terminal.print(`  exchanged   ${sync.lastSyncAt === null ? "never" : minuteOf(sync.lastSyncAt)}`);
  if (conflicts > 0) terminal.print(`  conflicts   ${conflicts}; to see them: recollect space conflicts`);
  if (sync.error !== null) terminal.print(`  ${sync.state}: ${wordsOf(sync.error)}`);
  if (sync.retryAt !== null) terminal.print(`  next try    ${minuteOf(sync.retryAt)}`);
  for (const { device: other, since, error } of sync.problems) {
    terminal.print(`  ${nameOf(other)}, since ${minuteOf(since)}: ${wordsOf(error)}`);
  }
}

export function printPreview(preview: JoinPreview, terminal: Terminal): void {
  const { name, carrier, place, role, isEncrypted, domains, incoming } = preview;
  const where = carrier === "folder" ? "a folder" : (place ?? "a database");
  terminal.print(`Space ${terminal.bold(plain(name))} in ${plain(where)}`);
  terminal.print(
    `  ${isEncrypted ? "encrypted end to end" : "not encrypted"}${role === null ? "" : `; your role: ${role}`}`,
  );
  if (incoming !== null) {
    terminal.print(`  comes in:  ${count(incoming.changes, "change")} of ${count(incoming.devices, "device")}`);
  }
  for (const { domain, outgoing, takenBy } of domains) {
    const conflict = takenBy === null ? "" : `; the space ${plain(takenBy)} has this domain here`;
    const sent = `${count(outgoing, "memory", "memories")} of ${plain(domain)}, without those that the space has`;
    const words = role === "reader" ? `nothing of ${plain(domain)}: you may only read` : sent;
    terminal.print(`  goes out:  ${words}${conflict}`);
  }
}

export function printDevice(device: SpaceDevice, terminal: Terminal): void {
  const { id, isThis, isRevoked, lastSeen, published, clockOffset } = device;
  const notes = [
    isThis ? "this device" : "",
    isRevoked ? "removed" : "",
    count(published, "change"),
    lastSeen === null ? "never seen" : `last seen ${minuteOf(lastSeen)}`,
    Math.abs(clockOffset) > MAX_CLOCK_OFFSET_MS ? `its clock was ${Math.round(clockOffset / 60_000)} min ahead` : "",
  ].filter((note) => note !== "");
  terminal.print(`${terminal.faint(id)}  ${nameOf(device).padEnd(20)}  ${notes.join(", ")}`);
}

export function printMember({ login, role, isSelf }: SpaceMember, terminal: Terminal): void {
  terminal.print(`${plain(login).padEnd(30)}  ${role}${isSelf ? " (your login)" : ""}`);
}

export function minuteOf(time: string): string {
  return time.slice(0, 16).replace("T", " ");
}

function describeState(sync: SpaceSync): string {
  const progress = describeProgress(sync);
  return progress === null ? sync.state : `${sync.state} (${progress})`;
}

export function nameOf({ name, id }: { readonly name: string; readonly id: string }): string {
  return name === "" ? id : plain(name);
}

function wordsOf({ message, hint }: ErrorBody): string {
  return [message, hint].filter(Boolean).join(" ");
}
