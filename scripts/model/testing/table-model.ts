import { createGraph } from "../onnx-graph.ts";

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

/** A `tokenizer.json` of BERT with the words of the table. */
export const tableTokenizer = {
  version: "1.0",
  added_tokens: [],
  normalizer: {
    type: "BertNormalizer",
    clean_text: true,
    handle_chinese_chars: true,
    strip_accents: null,
    lowercase: true,
  },
  pre_tokenizer: { type: "BertPreTokenizer" },
  post_processor: {
    type: "TemplateProcessing",
    single: [
      { SpecialToken: { id: "[CLS]", type_id: 0 } },
      { Sequence: { id: "A", type_id: 0 } },
      { SpecialToken: { id: "[SEP]", type_id: 0 } },
    ],
    pair: [],
    special_tokens: {
      "[CLS]": { id: "[CLS]", ids: [0], tokens: ["[CLS]"] },
      "[SEP]": { id: "[SEP]", ids: [1], tokens: ["[SEP]"] },
    },
  },
  decoder: null,
  model: {
    type: "WordPiece",
    unk_token: "[UNK]",
    continuing_subword_prefix: "##",
    max_input_chars_per_word: 100,
    vocab: { "[CLS]": 0, "[SEP]": 1, "[UNK]": 2, one: 3, two: 4 },
  },
};
