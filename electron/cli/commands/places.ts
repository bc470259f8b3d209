import type { Place, PlaceKind, PlaceMoved } from "../../core/places.ts";
import type { Command, CommandCall, CommandContext } from "../command.ts";
import { formatJson, oneLine, plainText } from "../terminal.ts";

export const domains: Command = placeCommand("domains", "domain");
export const namespaces: Command = placeCommand("namespaces", "namespace");

function placeCommand(name: "domains" | "namespaces", kind: PlaceKind): Command {
  return {
    name,
    actions: {
      list: { run: (call, context) => list(kind, call, context) },
      ...(kind === "domain" ? {} : { add: { arguments: "<NAME>", run: add } }),
      merge: {
        arguments: "<FROM> <INTO>",
        options: ["--dry-run"],
        run: (call, context) => move(kind, call, context, call.words[1] ?? ""),
      },
      rename: {
        arguments: "<NAME> <NEW-NAME>",
        options: ["--dry-run"],
        run: (call, context) => move(kind, call, context, call.words[1] ?? ""),
      },
      remove: {
        arguments: "<NAME>",
        options: ["--dry-run"],
        run: (call, context) => move(kind, call, context, null),
      },
      undo: { arguments: "<ID>", run: undo },
    },
  };
}

async function list(kind: PlaceKind, call: CommandCall, { app, terminal, text }: CommandContext): Promise<void> {
  const places = await app.ask("memories.places", {});
  const listed: readonly Place[] = kind === "domain" ? places.domains : places.namespaces;
  if (call.json) {
    return terminal.printJson(
      kind === "domain" ? { domains: listed, repeated: places.repeated } : { namespaces: listed },
    );
  }
  const width = Math.min(40, Math.max(0, ...listed.map(({ name }) => name.length)));
  for (const { name, memories, others } of listed) {
    const count = text.places.count(memories, others);
    terminal.print(`${oneLine(name, 200).padEnd(width)}  ${terminal.faint(count)}`);
  }
  if (kind === "namespace") return;
  for (const [first = "", ...rest] of places.repeated) {
    for (const other of rest) terminal.note(text.places.repeated(plainText(other), plainText(first)));
  }
}

async function add(call: CommandCall, { app, terminal, text }: CommandContext): Promise<void> {
  const [name = ""] = call.words;
  const all = await app.ask("memories.addNamespace", { name });
  terminal.print(call.json ? formatJson({ namespaces: all }) : text.places.added(plainText(name)));
}

async function move(
  kind: PlaceKind,
  call: CommandCall,
  { app, terminal, text }: CommandContext,
  to: string | null,
): Promise<void> {
  const dryRun = call.flag("dry-run");
  const moved = await app.ask("memories.movePlace", { kind, from: call.words[0] ?? "", to, dryRun });
  if (call.json) return terminal.printJson(moved);
  const words = text.places;
  terminal.print(words.moved(plain(moved), dryRun));
  if (moved.identical > 0) terminal.note(words.identical(moved.identical));
  if (moved.clients.length > 0 && moved.to !== null) {
    terminal.note(words.clients(plainText(moved.clients.join(", ")), plainText(moved.to)));
  }
  for (const shared of moved.shared) terminal.note(words.shared(plainText(shared)));
  if (moved.id !== null) terminal.note(words.toUndo(`recollect ${kind}s undo ${moved.id}`));
}

async function undo(call: CommandCall, { app, terminal, text }: CommandContext): Promise<void> {
  const undone = await app.ask("memories.undoPlaceMove", { id: call.words[0] ?? "" });
  terminal.print(call.json ? formatJson(undone) : text.places.undone(undone.memories));
}

function plain(moved: PlaceMoved): PlaceMoved {
  return { ...moved, from: plainText(moved.from), to: moved.to === null ? null : plainText(moved.to) };
}
