import { addressDraft, draftOf, type ServerDraft } from "./server-draft.ts";

const IMAGE =
  /^(?:ghcr\.io|docker\.io|quay\.io|mcr\.microsoft\.com|public\.ecr\.aws|registry\.[\w.-]+|gcr\.io|mcp)\/[\w./:@-]+$/;
const NPM = /^@[a-z0-9~-][\w.~-]*\/[a-z0-9~-][\w.~-]*(?:@[\w.^~-]+)?$/i;
const HOST = /^(?:localhost|127\.0\.0\.1|[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)(?::\d{1,5})?(?:\/[^\s\\]*)?$/;

/**
 * Reads a word that can only be a package or an address: an npm package with a scope, a container image of a known registry,
 * or an address without `https://`.
 */
export function readPackage(word: string): ServerDraft | null {
  const of = (command: string, ...args: string[]) => draftOf(null, { command: [command], args }, new Map());
  if (NPM.test(word)) return of("npx", "-y", word);
  if (IMAGE.test(word)) return of("docker", "run", "-i", "--rm", word);
  const isAddress = HOST.test(word) && (/:\d|\/(?:mcp|sse|api)\b/.test(word) || /^(?:mcp\.|www\.)/.test(word));
  if (!isAddress) return null;
  const scheme = /^(?:localhost|127\.)/.test(word) ? "http" : "https";
  return addressDraft(null, `${scheme}://${word}`, null, { inputs: new Map(), values: [] });
}
