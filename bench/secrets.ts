/**
 * `npm run bench secrets [-- --list] [patterns of files]`: the share of paragraphs in which the request log and the
 * memory service mask something, by default in the README files of the installed packages. They contain hardly any real
 * secrets. A paragraph has 40 characters or more and counts once. `--list` prints the masked text.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { likelySecretsIn, type SecretRange, secretsIn } from "../electron/core/secrets/find-secrets.ts";
import { root } from "../scripts/tools.ts";

const MIN_PARAGRAPH_UNITS = 40;
const MAX_SHARE = 0.001;
const CONTEXT_UNITS = 30;

const options = process.argv.slice(2);
const patterns = options.filter((option) => !option.startsWith("--"));
const files = globSync(patterns.length > 0 ? patterns : [join(root, "node_modules", "**", "README.md")]);
const paragraphs = new Set(
  files
    .flatMap((file) => readFileSync(file, "utf8").split(/\n\s*\n/))
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph.length >= MIN_PARAGRAPH_UNITS),
);
console.log(`${paragraphs.size} paragraphs of ${files.length} files, masked in at most ${MAX_SHARE * 100} %:`);
report("request log", secretsIn);
report("memories", likelySecretsIn);

function report(name: string, find: (text: string) => SecretRange[]): void {
  const masked = [...paragraphs]
    .map((text) => ({ text, ranges: find(text) }))
    .filter(({ ranges }) => ranges.length > 0);
  const share = masked.length / paragraphs.size;
  console.log(`${name.padEnd(12)} ${masked.length} (${(share * 100).toFixed(3)} %)`);
  if (options.includes("--list")) {
    for (const { text, ranges } of masked) console.log(ranges.map((range) => describeRange(text, range)).join("\n"));
  }
  if (!(share <= MAX_SHARE)) process.exitCode = 1;
}

function describeRange(text: string, { kind, start, end }: SecretRange): string {
  return `  ${kind.id.padEnd(14)} ${JSON.stringify(text.slice(Math.max(0, start - CONTEXT_UNITS), end))}`;
}
