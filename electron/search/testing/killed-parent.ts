/** An application that embeds with the model in the given folder and prints its process id, until it is killed. */
import { createEmbedder } from "../embedding/embedder.ts";

const [, , modelFolder = ""] = process.argv;
const nothing = () => undefined;
const embedder = createEmbedder({
  source: { kind: "bundled" },
  modelFolder,
  workerUrl: new URL("../embedding/worker.ts", import.meta.url),
  logger: {
    debug: nothing,
    info: (_, details) => process.stdout.write(`${details?.process}\n`),
    warn: nothing,
    error: nothing,
  },
});
const text = "We keep every memory in SQLite with write-ahead logging. ".repeat(20);
for (;;) await embedder.embed([text], "passage");
