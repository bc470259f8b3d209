import { MEMORY_TOOLS } from "../mcp/own-names.ts";
import type { Offered } from "./server-file.ts";

/** The name by which a Recollect introduces itself. */
const OWN_NAME = "recollect";
/** A proxy can omit some of the tools. No other server has half of these names. */
const MIN_OWN_TOOLS = Math.ceil(MEMORY_TOOLS.length / 2);
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f]{2}:[\da-f]+\])$/;

/** Whether this Recollect listens on an address: no secret is sent there, and nothing connects. */
export function isOwnAddress(address: string, ownPort: number): boolean {
  const { hostname, port, protocol } = new URL(address);
  const used = port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
  return used === ownPort && LOOPBACK.test(hostname);
}

/**
 * Whether a server is this or another Recollect, even behind a proxy with its own name: a proxy passes on the tools,
 * possibly with a prefix, or the resource addresses.
 */
export function isRecollect(name: string, { tools, resources, templates }: Offered): boolean {
  if (name.toLowerCase() === OWN_NAME) return true;
  const uris = [...resources.map(({ uri }) => uri), ...templates.map(({ uriTemplate }) => uriTemplate)];
  if (uris.some((uri) => /(?:^|\+)recollect:/i.test(uri))) return true;
  return MEMORY_TOOLS.filter((own) => tools.some((tool) => isNamed(tool.name, own))).length >= MIN_OWN_TOOLS;
}

function isNamed(name: string, own: string): boolean {
  return name === own || (name.endsWith(own) && /[^a-z\d]/i.test(name.charAt(name.length - own.length - 1)));
}
