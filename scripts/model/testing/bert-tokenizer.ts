/**
 * A `tokenizer.json` of BERT. The words start with `[CLS]` and `[SEP]`, and contain `[UNK]`; their positions are their
 * ids.
 */
export function bertTokenizer(words: readonly string[]) {
  return {
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
      vocab: Object.fromEntries(words.map((word, id) => [word, id])),
    },
  };
}
