import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text as readText } from "node:stream/consumers";
import type { Memory } from "../../core/memory.ts";
import { RecollectError } from "../../text/errors.ts";
import { type Command, type CommandCall, type CommandContext, EXIT, UsageError } from "../command.ts";
import { readEditable, toEditable } from "../edit-document.ts";
import { editText } from "../editor.ts";
import { findMemories } from "../find-memories.ts";
import { shortId } from "../memory-list.ts";
import { updateAll } from "./change.ts";

export const edit: Command = {
  name: "edit",
  arguments: "<ID> [-]",
  options: ["--dry-run"],
  examples: ["recollect edit K3NCCX12", "echo 'Deploys run on Mondays' | recollect edit K3NCCX12 -"],
  async run(call, context) {
    const { app, terminal, text } = context;
    const [reference = "", dash] = call.words;
    if (dash !== undefined && dash !== "-") throw new UsageError(text.usage.tooManyArguments);
    const [memory] = await findMemories(app, [reference]);
    if (memory === undefined) return EXIT.notFound;
    const edited = await readDocument(memory, dash === "-", context);
    const changes = await readEditable(edited, memory, text).catch((error: unknown) =>
      keepText(error, edited, context),
    );
    if (Object.keys(changes).length === 0) {
      if (call.json) terminal.printJson({ updated: [], refused: [] });
      else terminal.note(text.edit.unchanged);
      return EXIT.ok;
    }
    return await saveChanges(memory, changes, edited, call, context);
  },
};

async function readDocument(memory: Memory, isFromInput: boolean, context: CommandContext): Promise<string> {
  if (isFromInput) return (await readText(context.stdin)).replace(/\r\n/g, "\n");
  return (await editText(toEditable(memory), `${shortId(memory.id)}.md`, context)).text;
}

async function saveChanges(
  memory: Memory,
  changes: Awaited<ReturnType<typeof readEditable>>,
  edited: string,
  call: CommandCall,
  context: CommandContext,
) {
  const { text } = context;
  const sentence = (_: number, isDryRun: boolean) =>
    (isDryRun ? text.edit.wouldChange : text.edit.changed)(shortId(memory.id), Object.keys(changes).join(", "));
  try {
    return await updateAll("edit", [memory], () => changes, call, context, sentence);
  } catch (error) {
    return keepText(error, edited, context);
  }
}

/** The text of a person is not lost: it is kept in a file that only the person can read. Throws the error again. */
function keepText(error: unknown, edited: string, { terminal, text }: CommandContext): never {
  if (error instanceof RecollectError || error instanceof UsageError) {
    const file = path.join(mkdtempSync(path.join(tmpdir(), "recollect-")), "edited.md");
    writeFileSync(file, edited, { mode: 0o600 });
    terminal.note(text.edit.kept(file));
  }
  throw error;
}
