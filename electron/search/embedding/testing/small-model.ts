import { createGraph } from "../../../../scripts/model/onnx-graph.ts";
import { bertTokenizer } from "../../../../scripts/model/testing/bert-tokenizer.ts";

/** The words that the small model knows; every other word is `[UNK]`. */
const WORDS = [
  "[CLS]",
  "[SEP]",
  "[UNK]",
  "memory",
  "query",
  "passage",
  ":",
  "task",
  "search",
  "result",
  "|",
  "title",
  "none",
  "text",
];

/** The row of a word: a vector of its own, not normalised. */
export function rowOf(word: string, dimensions: number): number[] {
  const known = WORDS.indexOf(word);
  const number = (known === -1 ? WORDS.indexOf("[UNK]") : known) + 1;
  return Array.from({ length: dimensions }, (_, index) => Math.fround(Math.sin(number * (index + 1))));
}

/**
 * A model that returns a row of a table for each token. With `pooled` it also returns one vector for the text, as an
 * export that pools itself: the largest value of each column, which neither a mean nor the first token's vector
 * equals.
 */
export function smallModel(dimensions: number, pooled: boolean): Uint8Array {
  const graph = createGraph("model.onnx.data");
  const ids = graph.input("input_ids", "int64", ["batch", "tokens"]);
  graph.input("attention_mask", "int64", ["batch", "tokens"]);
  const rows = Float32Array.from(WORDS.flatMap((word) => rowOf(word, dimensions)));
  const table = graph.tensor("float32", [WORDS.length, dimensions], rows);
  graph.nodeWithOutputs("Gather", [table, ids], ["last_hidden_state"]);
  graph.output("last_hidden_state", "float32", ["batch", "tokens", dimensions]);
  if (pooled) {
    const axis = graph.tensor("int64", [1], BigInt64Array.of(1n));
    graph.nodeWithOutputs("ReduceMax", ["last_hidden_state", axis], ["sentence_embedding"], { keepdims: { int: 0 } });
    graph.output("sentence_embedding", "float32", ["batch", dimensions]);
  }
  return graph.toModel("small", "test").model;
}

export const smallTokenizer = bertTokenizer(WORDS);
