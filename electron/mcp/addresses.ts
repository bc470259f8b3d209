import { ANY } from "../core/domain.ts";

/** The start of every address of a resource. */
export const SCHEME = "recollect://";
export const TOPICS_ADDRESS = `${SCHEME}topics`;

/** `recollect://memory/{id}`: does not change when the memory moves. */
export function idAddress(id: string): string {
  return `${SCHEME}memory/${id}`;
}

/** `recollect://{domain}/{namespace}`: a listing; null means all. */
export function listingAddress(domain: string | null, namespace: string | null): string {
  return `${SCHEME}${domain === null ? ANY : encodeURIComponent(domain)}/${namespace === null ? ANY : encodeURIComponent(namespace)}`;
}

/** `recollect://topics/{tag}`: a listing of the memories with a tag. */
export function topicAddress(tag: string): string {
  return `${TOPICS_ADDRESS}/${encodeURIComponent(tag)}`;
}

/** `recollect://help/{topic}`. */
export function helpAddress(topic: string): string {
  return `${SCHEME}help/${topic}`;
}

/** An address may end with a time, `?asOf=2026-05-01`, for the content valid then. */
const AS_OF = /\?asOf=([^&/?]*)$/;

/** Returns an address without its time, and the time. @throws URIError for a time with invalid encoding */
export function splitAsOf(uri: string): { readonly address: string; readonly asOf: string | undefined } {
  const [, asOf] = AS_OF.exec(uri) ?? [];
  return { address: uri.replace(AS_OF, ""), asOf: asOf === undefined ? undefined : decodeURIComponent(asOf) };
}

/** Returns the decoded segments of an address; null if it is not one of ours. */
export function segmentsOf(uri: string): readonly string[] | null {
  if (!uri.startsWith(SCHEME)) return null;
  try {
    return splitAsOf(uri).address.slice(SCHEME.length).split("/").map(decodeURIComponent);
  } catch {
    return null;
  }
}
