import { isRecord } from "../util/is-record.ts";

/** The part of a link that says what to add. */
export interface LinkContent {
  readonly name: string | null;
  /** The text of an entry, or of a client's configuration. */
  readonly json: string;
  /** VS Code's `inputs` as JSON. */
  readonly inputs: string | null;
}

/** Links that clients open to add a server, on their own or in Markdown. */
const LINK =
  /(?:cursor|vscode|vscode-insiders|vscodium|windsurf|kiro|goose|lmstudio|raycast|trae|cherrystudio|codebuddy|zed|warp|void|claude):(?:\/\/)?[^\s)"'<>\]]{1,100000}|https:\/\/(?:www\.)?(?:cursor\.com|insiders\.vscode\.dev|vscode\.dev|kiro\.dev|lmstudio\.ai|aka\.ms)\/[^\s)"'<>\]]{1,100000}/gi;
const INSTALLS = /mcp|install|extension/i;

/** Returns the links in a text that add a server. */
export function linksIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(LINK)].map(([link]) => link).filter((link) => INSTALLS.test(link)))];
}

/** Reads a link that adds a server to a client. @returns null if it contains no server */
export function readLink(link: string): LinkContent | null {
  const start = link.indexOf("?");
  if (start === -1) return null;
  const query = link.slice(start + 1).replaceAll("&amp;", "&");
  const whole = decodeJson(query);
  if (whole !== null) return { name: null, json: whole, inputs: null };
  const parameters = new URLSearchParams(query);
  // https://vscode.dev/redirect?url=vscode:mcp/install?…
  const inner = parameters.get("url");
  if (inner !== null && parameters.get("name") === null) {
    if (INSTALLS.test(inner) && inner.includes("?")) return readLink(inner);
    const rest = query.slice(query.indexOf("url=") + 4);
    return rest.includes("?") ? readLink(decodeText(rest)) : null;
  }
  const name = parameters.get("name") ?? parameters.get("id");
  for (const key of ["config", "servers", "server", "mcp", "json"]) {
    const value = parameters.get(key);
    const json = value === null ? null : decodeJson(value);
    if (json !== null) return { name, json, inputs: parameters.get("inputs") };
  }
  const entry = entryIn(parameters);
  return entry === null ? null : { name, json: JSON.stringify(entry), inputs: null };
}

/** The parameters of Goose's links: `cmd`, `arg` and `env`, or `url`. */
function entryIn(parameters: URLSearchParams): object | null {
  const [command, url] = [parameters.get("cmd") ?? parameters.get("command"), parameters.get("url")];
  const named = (key: string) =>
    Object.fromEntries(
      parameters.getAll(key).map((one) => [one.split("=", 1)[0] ?? "", `\${${one.split("=", 1)[0]}}`]),
    );
  if (command !== null) return { command, args: parameters.getAll("arg"), env: named("env") };
  if (url === null) return null;
  return { url, type: parameters.get("type"), headers: named("header") };
}

/** JSON that is percent-encoded or in Base64; null if the text is neither. */
function decodeJson(text: string): string | null {
  for (const candidate of [text, decodeText(text)]) {
    for (const decode of [(one: string) => one, decodeBase64]) {
      const json = decode(candidate);
      try {
        if (json !== null && isRecord(JSON.parse(json))) return json;
      } catch {
        // Try the next encoding.
      }
    }
  }
  return null;
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", "%20"));
  } catch {
    return text;
  }
}

/** Base64 in its usual form or the form for URLs. */
function decodeBase64(text: string): string | null {
  // A space was a plus sign before the query was decoded.
  const plain = text
    .replaceAll(" ", "+")
    .replaceAll("-", "+")
    .replaceAll("_", "/")
    .replace(/(?<!=)=+$/, "");
  if (!/^[A-Za-z0-9+/]+$/.test(plain)) return null;
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(plain), (character) => character.charCodeAt(0)));
  } catch {
    return null;
  }
}
