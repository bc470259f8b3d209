import { createGraph } from "./onnx-graph.ts";

/** A model that answers, for each token, a row of a small table: [CLS] (1, 0), [SEP] (0, 1), one (3, 4), two (4, 3). */
export function tableModel(): Uint8Array {
  const graph = createGraph("model.onnx.data");
  const ids = graph.input("input_ids", "int64", ["batch", "tokens"]);
  for (const input of ["attention_mask", "token_type_ids"]) graph.input(input, "int64", ["batch", "tokens"]);
  const table = graph.tensor("float32", [5, 2], Float32Array.of(1, 0, 0, 1, 9, 9, 3, 4, 4, 3));
  graph.nodeWithOutputs("Gather", [table, ids], ["last_hidden_state"]);
  graph.output("last_hidden_state", "float32", ["batch", "tokens", 2]);
  return graph.toModel("table", "test").model;
}

/** The table's words, as BERT's `tokenizer.json` has them. */
export const tableTokenizer = {
  normalizer: {
    type: "BertNormalizer",
    clean_text: true,
    handle_chinese_chars: true,
    strip_accents: null,
    lowercase: true,
  },
  pre_tokenizer: { type: "BertPreTokenizer" },
  model: {
    type: "WordPiece",
    unk_token: "[UNK]",
    continuing_subword_prefix: "##",
    max_input_chars_per_word: 100,
    vocab: { "[CLS]": 0, "[SEP]": 1, "[UNK]": 2, one: 3, two: 4 },
  },
};
