import { expect, it } from "vitest";
import { type Entry, isFull } from "./entry.ts";
import { homeOf } from "./home.ts";
import { mergeEntries } from "./merge.ts";
import { fullEntry, stampAt } from "./testing/full-entry.ts";

const MEMORY = "01M00000000000000000000001";
const SPACES = { X: "01SPACEX000000000000000000", Y: "01SPACEY000000000000000000", Z: "01SPACEZ000000000000000000" };
type Name = keyof typeof SPACES;

/** The space of a memory with these moves, each with its space and time: `+` is a full entry, `-` a move out. */
function homeAfter(moves: string): Name | undefined {
  const names = Object.keys(SPACES) as Name[];
  const entries = new Map<Name, Entry[]>(names.map((name) => [name, []]));
  for (const move of moves.split(" ")) {
    const [name, kind, time] = [move[0] as Name, move[1], Number(move.slice(2))];
    const stamp = stampAt(time, 0, SPACES[name]);
    const entry = fullEntry({ stamp, memory: MEMORY, domain: "acme/shop" });
    const leave = { ...entry, action: "leave", fields: { deletedAt: time }, origin: undefined } as const;
    const restore = { ...entry, action: "restore", fields: { deletedAt: null }, origin: undefined } as const;
    entries.get(name)?.push(kind === "+" ? entry : kind === "-" ? leave : restore);
  }
  const candidates = names.flatMap((name) => {
    const merged = mergeEntries(entries.get(name) ?? []).memory;
    return merged === null ? [] : [{ space: SPACES[name], entries: entries.get(name) ?? [], merged }];
  });
  const [first, ...others] = candidates.toReversed();
  expect(candidates.flatMap(({ entries }) => entries).some(isFull)).toBe(true);
  return first === undefined ? undefined : names.find((name) => SPACES[name] === homeOf([first, ...others]).space);
}

it.each([
  ["a memory that was never moved", "X+1 Y+2", "X"],
  ["the same, if the other entry is in a space with a lower id", "Y+1 X+2", "Y"],
  ["a moved memory", "X+1 X-2 Y+3", "Y"],
  ["a moved memory of which a member of its former space sends a new state", "X+1 X-2 Y+3 X+4", "Y"],
  ["a moved memory that a device restored which did not know the move", "X+1 X-2 Y+3 X^4", "Y"],
  ["a memory that was moved back", "X+1 X-2 Y+3 Y-4 X+5", "X"],
  ["a memory that was moved back, and of which the other space has a later state", "X+1 X-2 Y+3 Y-4 X+5 Y+6", "X"],
  ["a moved memory that a third space had an entry of", "X+1 Z+2 X-3 Y+4", "Y"],
  ["a memory that two devices moved to two spaces", "X+1 X-2 Y+3 X-4 Z+5", "Y"],
  ["a memory that is in no space any more, of which another one has an entry", "X+1 Y+2 X-3", "Y"],
  ["a memory that left both spaces", "X+1 X-2 Y+3 Y-4", "Y"],
  ["a memory that left its space and was restored there", "X+1 X-2 Y+3 Y-4 X^5", "X"],
])("finds the space of %s", (_case, moves, home) => {
  expect(homeAfter(moves)).toBe(home);
});
