import type { Place, PlaceKind, PlaceMoved } from "../../core/places.ts";
import type { Action, Command, CommandCall, CommandContext } from "../command.ts";
import { LIST_OUTPUT, printList } from "../output.ts";
import { formatJson, plainText } from "../terminal.ts";
import { recordChange } from "../undo-log.ts";

export const projects: Command = placeCommand("projects", "domain", "PROJECT");
export const namespaces: Command = placeCommand("namespaces", "namespace", "NAMESPACE");

function placeCommand(name: "projects" | "namespaces", kind: PlaceKind, value: string): Command {
  const [from, into, other] =
    kind === "domain" ? ["acme/shop-old", "acme/shop", "acme/store"] : ["todo", "progress", "tasks"];
  const change = (words: string, examples: readonly string[], run: Action["run"]): Action => ({
    arguments: words,
    options: ["--dry-run"],
    examples,
    run,
  });
  const moveTo = (call: CommandCall, context: CommandContext) => move(kind, call, context, call.words[1] ?? "");
  return {
    name,
    examples: [`recollect ${name}`, `recollect ${name} merge ${from} ${into} --dry-run`],
    actions: {
      list: {
        options: LIST_OUTPUT,
        examples: [`recollect ${name} list`, `recollect ${name} list --format '{name}\\t{memories}'`],
        run: (call, context) => list(kind, call, context),
      },
      ...(kind === "domain"
        ? {}
        : {
            add: {
              ...change("<NAME>", ["recollect namespaces add runbooks --dry-run"], add),
              stopsBeforeWriting: true,
            },
          }),
      merge: change(`<${value}> <INTO>`, [`recollect ${name} merge ${from} ${into} --dry-run`], moveTo),
      rename: change(`<${value}> <NEW-NAME>`, [`recollect ${name} rename ${from} ${other} --dry-run`], moveTo),
      remove: change(`<${value}>`, [`recollect ${name} remove ${from} --dry-run`], (call, context) =>
        move(kind, call, context, null),
      ),
      ...(kind === "domain"
        ? {
            "forget-name": { arguments: "<FORMER-NAME>", run: forgetName },
          }
        : {}),
      undo: { arguments: "<ID>", run: undo },
    },
  };
}

async function list(kind: PlaceKind, call: CommandCall, context: CommandContext): Promise<void> {
  const { app, terminal, text } = context;
  const places = await app.ask("memories.places", {});
  const items: readonly Place[] = kind === "domain" ? places.domains : places.namespaces;
  const { columns } = text;
  await printList(call, context, {
    json:
      kind === "domain"
        ? { domains: items, repeated: places.repeated, formerNames: places.formerNames }
        : { namespaces: items },
    items,
    form: {
      columns: [
        { title: kind === "domain" ? columns.project : columns.namespace, min: 20, max: 60 },
        { title: columns.memories, style: terminal.faint },
      ],
      cells: ({ name, memories, others }) => [name, text.places.count(memories, others)],
    },
    empty: text.memories.noneHere,
  });
  if (kind === "namespace" || call.json) return;
  for (const { name, means } of places.formerNames) {
    terminal.note(text.places.formerName(plainText(name), plainText(means)));
  }
  for (const [first = "", ...rest] of places.repeated) {
    for (const other of rest) terminal.note(text.places.repeated(plainText(other), plainText(first)));
  }
}

async function add(call: CommandCall, { app, terminal, text }: CommandContext): Promise<void> {
  const [name = ""] = call.words;
  const all = await app.ask("memories.addNamespace", { name });
  terminal.print(call.json ? formatJson({ namespaces: all }) : text.places.added(plainText(name)));
}

async function move(kind: PlaceKind, call: CommandCall, context: CommandContext, to: string | null): Promise<void> {
  const { app, files, terminal, text } = context;
  const dryRun = call.flag("dry-run");
  const [from = ""] = call.words;
  const moved = await app.ask("memories.movePlace", { kind, from, to, dryRun });
  if (moved.id !== null) recordChange(files, { kind: "place", id: moved.id, from: moved.from });
  if (call.json) return terminal.printJson(moved);
  const words = text.places;
  terminal.print(words.moved(plain(moved), dryRun));
  if (moved.identical > 0) terminal.note(words.identical(moved.identical));
  if (moved.clients.length > 0 && moved.to !== null) {
    terminal.note(words.clients(plainText(moved.clients.join(", ")), plainText(moved.to)));
  }
  for (const shared of moved.shared) terminal.note(words.shared(plainText(shared)));
  if (moved.id !== null) {
    terminal.note(words.toUndo(`recollect ${kind === "domain" ? "projects" : "namespaces"} undo ${moved.id}`));
  }
}

async function forgetName(call: CommandCall, { app, terminal, text }: CommandContext): Promise<void> {
  const [name = ""] = call.words;
  const formerNames = await app.ask("memories.setFormerName", { name, means: null });
  terminal.print(call.json ? formatJson({ formerNames }) : text.places.nameForgotten(plainText(name)));
}

async function undo(call: CommandCall, { app, terminal, text }: CommandContext): Promise<void> {
  const undone = await app.ask("memories.undoPlaceMove", { id: call.words[0] ?? "" });
  terminal.print(call.json ? formatJson(undone) : text.places.undone(undone.memories));
}

function plain(moved: PlaceMoved): PlaceMoved {
  return { ...moved, from: plainText(moved.from), to: moved.to === null ? null : plainText(moved.to) };
}
