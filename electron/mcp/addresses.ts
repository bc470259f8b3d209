import { ANY } from "../core/domain.ts";

/** Everything the memories are found at begins with this. */
export const SCHEME = "recollect://";
export const TOPICS_ADDRESS = `${SCHEME}topics`;

/** `recollect://memory/{id}`: stays when the memory moves. */
export function idAddress(id: string): string {
  return `${SCHEME}memory/${id}`;
}

/** `recollect://{domain}/{namespace}`: a listing; null stands for all. */
export function listingAddress(domain: string | null, namespace: string | null): string {
  return `${SCHEME}${domain === null ? ANY : encodeURIComponent(domain)}/${namespace === null ? ANY : encodeURIComponent(namespace)}`;
}

/** `recollect://topics/{tag}`: the memories with a tag. */
export function topicAddress(tag: string): string {
  return `${TOPICS_ADDRESS}/${encodeURIComponent(tag)}`;
}

/** `recollect://help/{topic}`. */
export function helpAddress(topic: string): string {
  return `${SCHEME}help/${topic}`;
}

/** The decoded segments of one of our addresses; null for any other. */
export function segmentsOf(uri: string): readonly string[] | null {
  if (!uri.startsWith(SCHEME)) return null;
  try {
    return uri.slice(SCHEME.length).split("/").map(decodeURIComponent);
  } catch {
    return null;
  }
}
