/**
 * `npm run bench secrets [-- --list] [patterns of files]`:
 *
 * - missed: the share of the secrets of the forms in `core/secrets/testing` that stay in a memory;
 * - false: the share of ordinary paragraphs in which a memory would lose something. The paragraphs are generated, and read
 *   from the files of installed packages with a permissive licence, or from other files. They contain hardly any secrets.
 *
 * A paragraph has 40 characters or more and counts once. `--list` prints the missed forms and the masked texts.
 */
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { likelySecretsIn, replaceRanges, type SecretRange, secretsIn } from "../electron/core/secrets/find-secrets.ts";
import { FORMS, ordinaryParagraphs, samplesOf, survives } from "../electron/core/secrets/testing/forms.ts";
import { root } from "../scripts/tools.ts";

const MAX_MISSED = 0.03;
const MAX_FALSE = 0.005;
const SEEDS = [0, 1, 2, 3, 4, 5];
const ROUNDS = 10;
const MIN_PARAGRAPH_UNITS = 40;
/** The start of a line of minified code is read. */
const MAX_PARAGRAPH_UNITS = 4000;
const CONTEXT_UNITS = 30;
const LICENCES = /^\(?(?:MIT|ISC|BSD|Apache-2\.0|0BSD|CC0)/;

const options = process.argv.slice(2);
const isListed = options.includes("--list");
const patterns = options.filter((option) => !option.startsWith("--"));

const samples = SEEDS.flatMap(samplesOf);
const missed = samples.filter(({ secret, text }) =>
  survives(
    secret,
    replaceRanges(text, likelySecretsIn(text), () => "[secret]"),
  ),
);
printShare(`missed, of ${samples.length} secrets of ${FORMS.length} forms`, missed.length, samples.length, MAX_MISSED);
if (isListed) for (const form of new Set(missed.map(({ form }) => form))) console.log(`  ${form}`);

const generated = ordinaryParagraphs(ROUNDS);
report(`false, in ${generated.length} generated paragraphs`, generated, likelySecretsIn);
const files = patterns.length > 0 ? globSync(patterns) : permissiveFiles();
const read = paragraphsOf(files);
report(`false, in ${read.length} paragraphs of ${files.length} files`, read, likelySecretsIn);
report("the same in the request log", read, secretsIn);

function permissiveFiles(): string[] {
  return globSync(join(root, "node_modules", "{*,@*/*}", "package.json")).flatMap((file) => {
    const { license } = JSON.parse(readFileSync(file, "utf8")) as { readonly license?: unknown };
    if (typeof license !== "string" || !LICENCES.test(license)) return [];
    return globSync(join(dirname(file), "{README*,LICEN*,CHANGELOG*,*.min.js,dist/*.min.js,*.d.ts}"));
  });
}

function paragraphsOf(names: readonly string[]): string[] {
  const texts = names.flatMap((file) => readFileSync(file, "utf8").split(/\r?\n\s*\n/));
  const paragraphs = texts.map((text) => text.trim().slice(0, MAX_PARAGRAPH_UNITS));
  return [...new Set(paragraphs.filter((paragraph) => paragraph.length >= MIN_PARAGRAPH_UNITS))];
}

function report(name: string, paragraphs: readonly string[], find: (text: string) => SecretRange[]): void {
  const masked = paragraphs.map((text) => ({ text, ranges: find(text) })).filter(({ ranges }) => ranges.length > 0);
  printShare(name, masked.length, paragraphs.length, MAX_FALSE);
  if (!isListed) return;
  for (const { text, ranges } of masked) console.log(ranges.map((range) => describeRange(text, range)).join("\n"));
}

function printShare(name: string, count: number, total: number, limit: number): void {
  console.log(`${name}: ${count} (${((count / total) * 100).toFixed(2)} %, limit ${limit * 100} %)`);
  if (!(count / total <= limit)) process.exitCode = 1;
}

function describeRange(text: string, { kind, start, end }: SecretRange): string {
  return `  ${kind.id.padEnd(14)} ${JSON.stringify(text.slice(Math.max(0, start - CONTEXT_UNITS), end))}`;
}
