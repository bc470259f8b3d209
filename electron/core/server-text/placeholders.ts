import { hasSecretName } from "../secrets/secret-name.ts";
import type { ServerInput, Template } from "../server-template.ts";

/** What a text says about the inputs that its placeholders refer to, by their ids, as in VS Code's `inputs`. */
export type KnownInputs = ReadonlyMap<string, Pick<ServerInput, "description" | "isSecret" | "default" | "choices">>;

/** The place of a text in an entry. */
export interface Place {
  /** The name of its variable, header or option; null if it has none. */
  readonly name: string | null;
  /** Whether it is the value of a variable or a header, not a word of a command line or an address. */
  readonly isValue: boolean;
  /** The names of variables that the program itself replaces in its arguments. */
  readonly own: ReadonlySet<string>;
  readonly inputs: KnownInputs;
}

/** References to inputs, variables and settings, in the syntax of a client, a template language or a shell. */
const REFERENCES: readonly RegExp[] = [
  /\$\{\{\s{0,9}(?:secrets\.|inputs\.|env\.)?([^{}\n]{1,100}?)\s{0,9}\}\}/,
  /\{\{\s{0,9}([^{}\n]{1,100}?)\s{0,9}\}\}/,
  /\$\{(?:input|env|prompt|promptString|secret):([^{}\n]{1,100})\}/,
  /\$\{([A-Za-z_][\w.]{0,99}):?-([^{}\n]{0,200})\}/,
  /\$\{([^{}\n]{1,100})\}/,
  /\{(?:env|file):([^{}\n]{1,200})\}/,
  /\$env:([A-Za-z_]\w{0,99})/,
  /\$\(([^()\n]{1,100})\)/,
  /(?<![\w$\\])\$([A-Z_][A-Z0-9_]{0,99})(?!\w)/,
  /%([A-Z][A-Z_]{2}[A-Z0-9_]{0,99})%/,
];

/** The rest of a path. It may contain placeholders. */
const PATH_REST = String.raw`(?:[/\\](?:<[^<>\n]{1,80}>|[^\s"',:;=<>]){0,300})?`;
const PERSON = String.raw`(?:user-?name|you|your[-_ ]?(?:user)?[-_ ]?name|<[^<>\n]{1,80}>|\{[^{}\n]{1,80}\}|\[[^[\]\n]{1,80}\])`;

/** Texts that replace a value, anywhere in a text. */
const STAND_INS: readonly RegExp[] = [
  new RegExp(
    String.raw`(?:[A-Za-z]:|\.)?[/\\]{1,2}(?:[A-Za-z]{1,20}[/\\]{1,2})?path[/\\]{1,2}to(?![A-Za-z])${PATH_REST}`,
    "i",
  ),
  new RegExp(String.raw`(?:[A-Za-z]:)?[/\\]{1,2}(?:Users|home)[/\\]{1,2}${PERSON}(?![\w-])${PATH_REST}`, "i"),
  /<([\p{L}_][^<>\n]{0,80})>/u,
  /\[((?:[A-Z][A-Z0-9]*[_ -])+[A-Z0-9]+|(?:your|insert|enter)\b[^[\]\n]{0,80})\]/,
  /(?<![$\w])\{([A-Za-z][\w -]{0,60})\}/,
  /(?<![A-Za-z0-9])(?:YOUR|your|Your)(?:[-_][A-Za-z0-9]{1,40}){1,8}/,
  /(?<![A-Za-z0-9])your[A-Z][A-Za-z0-9]{1,40}/,
  /(?<![A-Za-z0-9])[A-Za-z0-9]{0,20}[-_](?:(?:goes|go)[-_])?here(?![A-Za-z0-9])/i,
  /(?<![A-Za-z0-9])(?:[A-Za-z0-9]{1,12}[-_]){0,3}(?:x{4,64}|X{4,64})(?![A-Za-z0-9])/,
  /(?<![A-Za-z0-9])(?:[A-Za-z0-9]{1,12}[-_]){0,3}\*{3,64}/,
];

/** Texts that replace a value if they are the entire text. */
const WHOLE: readonly RegExp[] = [
  /^[A-Za-z0-9_-]{0,16}(?:\.{3,8}|…)$/,
  /^(?:x{3,64}|X{3,64})$/,
  /^your[-_ ]?[\w -]{0,60}(?:key|token|secret|password|id|url|value|name|email)s?(?:[-_ ]here)?$/i,
  /^your\b.{0,80}$/i,
  /^(?:changeme|change[-_ ](?:me|this)|replace[-_ ](?:me|this|with)\b.{0,60}|todo|tbd|placeholder)$/i,
  /^(?:insert|enter|paste|put|add|fill|replace|type)[-_ ].{0,60}(?:here|key|token|secret|password)$/i,
  /^(?:insert|enter|paste|replace)[-_ ](?:your|with)[-_ ].{0,60}$/i,
  /^.{0,60}[-_ ]here$/i,
  /^[\w.+-]{1,40}@(?:example|domain|company|your[\w-]{0,30})\.[a-z.]{2,20}$/i,
];
/** Further ones in variables and headers. A word of a command line may have such a name. */
const WHOLE_VALUES: readonly RegExp[] = [
  ...WHOLE,
  /^(?:my|the)[-_ ]?[\w -]{0,60}(?:key|token|secret|password|id|url|value|name|email)s?(?:[-_ ]here)?$/i,
  /^(?:the|a|an|some|my)?[-_ ]?(?:api|access|secret|auth)[-_ ]?(?:key|token)$/i,
  /^[A-Z][A-Z0-9]{0,20}(?:_[A-Z0-9]{1,20}){0,5}_(?:KEY|TOKEN|SECRET|PASSWORD)$/,
];

/** All patterns as one, with the groups of {@link REFERENCES} first. */
const ANYWHERE = new RegExp([...REFERENCES, ...STAND_INS].map(({ source }) => `(?:${source})`).join("|"), "gu");
/** A stand-in that names nothing. */
const DOTS = /^[.…\s*x-]*$/i;

/**
 * Splits a text at its placeholders: references such as `${input:key}`, `$KEY` and `{{key}}`, and stand-ins such as `<KEY>`,
 * `YOUR_KEY`, `/path/to/x` and `...`. Each becomes an input that the owner fills in.
 */
export function templateOf(text: string, place: Place): Template {
  const patterns = place.isValue ? WHOLE_VALUES : WHOLE;
  if (patterns.some((pattern) => pattern.test(text.trim()))) {
    return { parts: [inputOf(text.trim(), place.name ?? text.trim(), place)] };
  }
  const parts: (string | ServerInput)[] = [];
  let end = 0;
  for (const match of text.matchAll(ANYWHERE)) {
    const { 0: found, index } = match;
    const reference = referenceIn(found);
    if (reference !== null && place.own.has(reference.name)) continue;
    if (index > end) parts.push(text.slice(end, index));
    end = index + found.length;
    const isWhole = found === text.trim() && place.name !== null;
    parts.push(
      reference === null
        ? inputOf(found, isWhole ? (place.name ?? found) : found, place)
        : {
            ...inputOf(found, reference.name, place),
            ...(reference.fallback === null ? {} : { default: reference.fallback }),
          },
    );
  }
  if (end < text.length || parts.length === 0) parts.push(text.slice(end));
  return { parts };
}

/** The name that a reference has, and its default value; null for a stand-in. */
function referenceIn(found: string): { readonly name: string; readonly fallback: string | null } | null {
  for (const pattern of REFERENCES) {
    const match = pattern.exec(found);
    if (match === null || match[0] !== found) continue;
    return { name: (match[1] ?? "").trim(), fallback: match[2] ?? null };
  }
  return null;
}

function inputOf(found: string, named: string, { name: owner, inputs }: Place): ServerInput {
  const known = inputs.get(named);
  const inner = named.replace(/^[<[{]{1,2}|[>\]}]{1,2}$/g, "").trim();
  const name = DOTS.test(inner) ? (owner ?? "value") : inner;
  return {
    name,
    description: known?.description ?? (found === name || DOTS.test(found) ? null : found),
    isRequired: true,
    isSecret: known?.isSecret ?? (hasSecretName(name) || (owner !== null && hasSecretName(owner))),
    default: known?.default ?? null,
    choices: known?.choices ?? [],
  };
}

/** Reads VS Code's `inputs`. */
export function readKnownInputs(list: unknown): KnownInputs {
  const entries = Array.isArray(list) ? (list as readonly unknown[]) : [];
  return new Map(
    entries.flatMap((one) => {
      if (typeof one !== "object" || one === null) return [];
      const { id, description, password, default: initial, options } = one as Record<string, unknown>;
      if (typeof id !== "string") return [];
      return [
        [
          id,
          {
            description: typeof description === "string" ? description : null,
            isSecret: password === true || hasSecretName(id),
            default: typeof initial === "string" && initial !== "" ? initial : null,
            choices: Array.isArray(options) ? options.map(optionValue).filter((option) => option !== "") : [],
          },
        ] as const,
      ];
    }),
  );
}

function optionValue(option: unknown): string {
  if (typeof option === "string") return option;
  const value = typeof option === "object" && option !== null && "value" in option ? option.value : "";
  return typeof value === "string" ? value : "";
}
