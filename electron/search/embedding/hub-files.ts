import { z } from "zod";
import { RecollectError } from "../../core/errors.ts";

/** A file of a repository on the Hugging Face hub; `sha256` for large ones, git's `blob` hash (SHA-1) for the rest. */
export interface HubFile {
  readonly path: string;
  readonly size: number;
  readonly hash: { readonly kind: "sha256" | "blob"; readonly value: string };
}

/** `/api/models/{repository}/tree/{revision}` */
export const treeSchema = z.array(
  z.object({
    type: z.string(),
    path: z.string(),
    size: z.number().int().nonnegative(),
    oid: z.string(),
    lfs: z.object({ oid: z.string(), size: z.number().int().nonnegative() }).optional(),
  }),
);

/** Small and quick first: these are what other tools export under these names. */
const MODELS = ["onnx/model_quantized.onnx", "onnx/model_int8.onnx", "onnx/model.onnx", "model.onnx"];
const REQUIRED = "tokenizer.json";
const OPTIONAL = [
  "config.json",
  "1_Pooling/config.json",
  "sentence_bert_config.json",
  "config_sentence_transformers.json",
];

/**
 * Chooses what of a repository's tree a sentence model needs: the smallest
 * ONNX export with its weights, the tokenizer and the settings.
 * @throws unavailable where it carries no ONNX export or no tokenizer
 */
export function chooseHubFiles(repository: string, tree: z.output<typeof treeSchema>): HubFile[] {
  const files = new Map(
    tree
      .filter(({ type }) => type === "file")
      .map(({ path, size, oid, lfs }): [string, HubFile] => [
        path,
        lfs === undefined
          ? { path, size, hash: { kind: "blob", value: oid } }
          : { path, size: lfs.size, hash: { kind: "sha256", value: lfs.oid } },
      ]),
  );
  const model = MODELS.find((path) => files.has(path));
  if (model === undefined || !files.has(REQUIRED)) {
    throw new RecollectError(
      "unavailable",
      `${repository} carries no ${model === undefined ? "ONNX model" : REQUIRED}.`,
      {
        hint: "Choose a repository with an onnx folder and a tokenizer.json, such as Xenova/multilingual-e5-small.",
        details: { reason: "repository_unfit", repository },
      },
    );
  }
  const wanted = [model, `${model}_data`, `${model}.data`, REQUIRED, ...OPTIONAL];
  return wanted.flatMap((path) => files.get(path) ?? []);
}
