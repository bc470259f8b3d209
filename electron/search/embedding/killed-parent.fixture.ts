/** An application with a model loaded, which prints the model's process and goes on until it is killed. */
import { MODEL_FOLDER } from "../../../scripts/build-model.ts";
import { createEmbedder } from "./embedder.ts";

const nothing = () => undefined;
const embedder = createEmbedder({
  source: { kind: "bundled" },
  modelFolder: MODEL_FOLDER,
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
