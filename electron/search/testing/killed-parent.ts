/** An application that embeds with the model in the given folder and prints its process id, until it is killed. */
import { workerUrl } from "../../../tests/testing/entries.ts";
import { createEmbedder } from "../embedding/embedder.ts";

const [, , modelFolder = ""] = process.argv;
const nothing = () => undefined;
const embedder = createEmbedder({
  source: { kind: "bundled" },
  modelFolder,
  workerUrl: workerUrl("embeddingWorker"),
  logger: {
    debug: nothing,
    info: (_, details) => process.stdout.write(`${details?.process}\n`),
    warn: nothing,
    error: nothing,
  },
});
const text = "We keep every memory in SQLite with write-ahead logging. ".repeat(20);
for (;;) await embedder.embed([text], "passage");
