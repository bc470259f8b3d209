/** An application with a model of the folder given, which prints the model's process and goes on until it is killed. */
import { createEmbedder } from "./embedder.ts";

const [, , modelFolder = ""] = process.argv;
const nothing = () => undefined;
const embedder = createEmbedder({
  source: { kind: "bundled" },
  modelFolder,
  workerUrl: new URL("./worker.ts", import.meta.url),
  logger: {
    debug: nothing,
    info: (_, details) => process.stdout.write(`${details?.process}\n`),
    warn: nothing,
    error: nothing,
  },
});
const text = "We keep every memory in SQLite with write-ahead logging. ".repeat(20);
for (;;) await embedder.embed([text], "passage");
