import { createGraph } from "../onnx-graph.ts";
import { bertTokenizer } from "./bert-tokenizer.ts";

/** A model that returns a row of a small table for each token: [CLS] (1, 0), [SEP] (0, 1), one (3, 4), two (4, 3). */
export function tableModel(): Uint8Array {
  const graph = createGraph("model.onnx.data");
  const ids = graph.input("input_ids", "int64", ["batch", "tokens"]);
  for (const input of ["attention_mask", "token_type_ids"]) graph.input(input, "int64", ["batch", "tokens"]);
  const table = graph.tensor("float32", [5, 2], Float32Array.of(1, 0, 0, 1, 9, 9, 3, 4, 4, 3));
  graph.nodeWithOutputs("Gather", [table, ids], ["last_hidden_state"]);
  graph.output("last_hidden_state", "float32", ["batch", "tokens", 2]);
  return graph.toModel("table", "test").model;
}

export const tableTokenizer = bertTokenizer(["[CLS]", "[SEP]", "[UNK]", "one", "two"]);
