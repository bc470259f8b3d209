import type { VariableSyntax } from "../client.ts";

/** Returns the value of a variable, or undefined. */
export type Lookup = (name: string) => string | undefined;

/** A text after its variables were replaced. */
export interface Expanded {
  readonly text: string;
  /** Variables of the environment or of the client that were replaced. */
  readonly used: readonly string[];
  /** Variables without a value. */
  readonly missing: readonly string[];
  /** A variable that has a value only in the client, such as the open folder. */
  readonly unsupported: string | null;
}

/** One variable in a text. `fallback` is its default value. */
type Reference =
  | { readonly kind: "value"; readonly name: string; readonly fallback?: string }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "unsupported" }
  | { readonly kind: "literal" };

const PATTERNS: Readonly<Record<VariableSyntax, RegExp>> = {
  shell: /\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g,
  dollar: /\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}|\$([A-Za-z_]\w*)/g,
  editor: /\$\{([^}]+)\}/g,
  braces: /\{(env|file):([^}]+)\}/g,
  secrets: /\$\{\{\s*(?:secrets\.([\w-]+)|[^}]*)\s*\}\}/g,
};
/** Editor variables whose values depend on the open folder or file. */
const OF_EDITOR =
  /^(?:workspaceFolder|workspaceRoot|relativeFile|file|config:|command:|cwd|selectedText|lineNumber|execPath|default)/;

/** The folders that variables of editors name. `project` is null for the user's file. */
interface Folders {
  readonly home: string;
  readonly project: string | null;
}

/** Replaces the variables of a text by a client's syntax; without one the text stays as it is. */
export function expand(text: string, syntax: VariableSyntax | undefined, lookup: Lookup, folders: Folders): Expanded {
  const used: string[] = [];
  const missing: string[] = [];
  let unsupported: string | null = null;
  if (syntax === undefined) return { text, used, missing, unsupported };
  const replaced = text.replace(PATTERNS[syntax], (match, ...groups) => {
    const reference = referenceOf(syntax, groups, folders);
    switch (reference.kind) {
      case "literal":
        return match;
      case "text":
        return reference.text;
      case "unsupported":
        unsupported = match;
        return match;
      case "value": {
        const value = lookup(reference.name) ?? reference.fallback;
        (value === undefined ? missing : used).push(reference.name);
        return value ?? match;
      }
    }
  });
  return { text: replaced, used, missing, unsupported };
}

function referenceOf(syntax: VariableSyntax, groups: readonly unknown[], { home, project }: Folders): Reference {
  const [first, second, third] = groups.map((group) => (typeof group === "string" ? group : undefined));
  switch (syntax) {
    case "shell":
    case "dollar":
      return { kind: "value", name: first ?? third ?? "", fallback: second };
    case "braces":
      return first === "env" ? { kind: "value", name: second?.trim() ?? "" } : { kind: "unsupported" };
    case "secrets":
      return first === undefined ? { kind: "unsupported" } : { kind: "value", name: first };
    case "editor": {
      const [, name] = /^(?:env|input):(.+)$/.exec(first ?? "") ?? [];
      if (name !== undefined) return { kind: "value", name: name.trim() };
      if (first === "userHome") return { kind: "text", text: home };
      if (first === "workspaceFolder" && project !== null) return { kind: "text", text: project };
      return OF_EDITOR.test(first ?? "") ? { kind: "unsupported" } : { kind: "literal" };
    }
  }
}
