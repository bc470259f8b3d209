import { createReadStream } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { ANY } from "../../core/domain.ts";
import { RecollectError } from "../../core/errors.ts";
import type { Memory } from "../../core/memory.ts";
import type { AppClient } from "../app-client.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { createImporter, type ImportReport } from "../import-lines.ts";
import { walkMemories } from "../walk-memories.ts";

const SUPERSEDED = { domain: ANY, superseded: "only", detail: "everything" };

/** Refused lines that are told one by one; --json tells all. */
const TOLD = 20;

export const importMemories: Command = {
  name: "import",
  summary: "Take in memories from JSON Lines",
  usage: "<FILE | ->",
  details: `Takes what recollect export wrote: content, namespace, domain, tags, source, and which memory replaced which. Each
becomes a memory of today, with an id of its own. Content that is there already is not stored again, so an import that
broke off can be repeated. Ends with 1 where lines were refused.`,
  options: {
    domain: { type: "string", short: "d", value: "NAME", help: "Put all of them into this domain." },
  },
  words: [1, 1],
  async run(call, { app, folder, stdin, terminal }) {
    const [file = ""] = call.words;
    const input = file === "-" ? stdin : createReadStream(path.resolve(folder, file));
    const report = await importAll(app, input, call.text("domain"), (count) => terminal.progress(`${count} read …`));
    const { created, known, refused } = report;
    if (call.json) {
      terminal.print(JSON.stringify(report, null, 2));
    } else {
      terminal.print(`${created} imported, ${known} known already, ${refused.length} refused`);
      for (const { line, reason } of refused.slice(0, TOLD)) terminal.note(`  line ${line}: ${reason}`);
      if (refused.length > TOLD) terminal.note(`  and ${refused.length - TOLD} more; --json tells all of them.`);
    }
    return refused.length === 0 ? EXIT.ok : EXIT.failed;
  },
};

async function importAll(
  app: AppClient,
  input: NodeJS.ReadableStream,
  domain: string | undefined,
  tell: (count: number) => void,
): Promise<ImportReport> {
  const capture = (args: object) =>
    app.call<{ readonly memory: Memory; readonly created: boolean }>("capture_memory", args);
  const importer = createImporter({
    capture,
    superseded: () => walkMemories(app, SUPERSEDED, Number.MAX_SAFE_INTEGER),
    domain,
  });
  const failed = new Promise<never>((_, reject) => {
    input.on("error", (error) => reject(new RecollectError("invalid_argument", `It cannot be read: ${error.message}`)));
  });
  failed.catch(() => undefined);
  const read = async () => {
    let count = 0;
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      count += 1;
      await importer.take(text, count);
      if (count % 50 === 0) tell(count);
    }
    return importer.finish();
  };
  return await Promise.race([read(), failed]);
}
