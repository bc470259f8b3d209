import { type ParseError, parse as parseJsonText, printParseErrorCode } from "jsonc-parser";
import { parse as parseTomlText, TomlError } from "smol-toml";
import { parseDocument } from "yaml";
import type { SyntaxProblem } from "../../text/en/connect.ts";

/** Why a text of a format cannot be read. Line and column count from 1. */
export interface FormatProblem {
  readonly format: "JSON" | "TOML" | "YAML";
  readonly problem: SyntaxProblem;
  readonly line: number;
  readonly column: number;
}

/** The value of a text, or why it has none. */
export type Parsed = { readonly value: unknown } | FormatProblem;

const PROBLEMS: Readonly<Partial<Record<string, SyntaxProblem>>> = {
  CommaExpected: "comma",
  ColonExpected: "colon",
  ValueExpected: "value",
  PropertyNameExpected: "name",
  CloseBraceExpected: "brace",
  CloseBracketExpected: "bracket",
  UnexpectedEndOfString: "text-end",
  InvalidCharacter: "text-end",
  EndOfFileExpected: "end",
};

/** Parses JSON with comments, trailing commas, omissions (`...`), or without the outer braces. */
export function parseJson(text: string): Parsed {
  const isPart = /^\s*"/.test(withoutComments(text));
  const whole = isPart ? `{${text}}` : text;
  const source = balanced(withoutOmissions(whole), isPart);
  const errors: ParseError[] = [];
  const value: unknown = parseJsonText(source, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error === undefined) return { value };
  const loose = parseLoose(source);
  if (loose !== undefined) return { value: loose };
  return {
    format: "JSON",
    problem: PROBLEMS[printParseErrorCode(error.error)] ?? "other",
    ...positionIn(text, Math.max(0, error.offset - (isPart ? 1 : 0))),
  };
}

export function parseToml(text: string): Parsed {
  try {
    return { value: parseTomlText(text, { integersAsBigInt: "asNeeded" }) };
  } catch (error) {
    const { line, column } = error instanceof TomlError ? error : { line: 1, column: 1 };
    return { format: "TOML", problem: "other", line, column };
  }
}

export function parseYaml(text: string): Parsed {
  const document = parseDocument(text, { logLevel: "silent" });
  const [error] = document.errors;
  if (error !== undefined) return { format: "YAML", problem: "other", ...positionIn(text, error.pos[0]) };
  try {
    return { value: document.toJS({ maxAliasCount: 100 }) as unknown };
  } catch {
    return { format: "YAML", problem: "other", line: 1, column: 1 };
  }
}

function positionIn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}

/** JSON as in JavaScript: names without quotation marks, single quotes; YAML's flow style has both. */
function parseLoose(source: string): unknown {
  const text = /[“”]/.test(source) ? source.replace(/[“”]/g, '"') : source;
  const document = parseDocument(withoutComments(text), { logLevel: "silent" });
  if (document.errors.length > 0) return undefined;
  try {
    return document.toJS({ maxAliasCount: 0 }) as unknown;
  } catch {
    return undefined;
  }
}

/** Texts and comments of JSON, which the functions below leave as they are. */
const TOKENS = /"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/|$)|\.{3},?|…,?|[{}[\]]/g;

const blank = (text: string) => text.replace(/[^\n]/g, " ");

function withoutComments(text: string): string {
  return text.replace(TOKENS, (token) => (/^\/[/*]/.test(token) ? blank(token) : token));
}

/** Replaces `...` outside of texts: an example omits other members. */
function withoutOmissions(text: string): string {
  return text.replace(TOKENS, (token) => (/^(?:\.{3}|…)/.test(token) ? blank(token) : token));
}

/** Cuts closing brackets that have no opening one: the text is a part of a document. */
function balanced(text: string, isPart: boolean): string {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    if (/^[{[]$/.test(token)) depth += 1;
    if (/^[}\]]$/.test(token)) depth -= 1;
    const rest = text.slice(index + 1);
    if (depth === 0 && /^[}\]]$/.test(token)) {
      const isExtra = isPart ? /^[\s}\],;]*$/.test(rest) : /^[\s}\],;]+$/.test(rest);
      if (isExtra) return text.slice(0, index + 1);
    }
  }
  return text;
}
