import { z } from "zod";
import { type Endpoint, readLiveEndpoint } from "./endpoint-file.ts";

/** What a second instance learns from the first. `link` is null where the first has a window of its own. */
export interface RunningInstance {
  readonly endpoint: Endpoint;
  readonly link: string | null;
}

const answer = z.object({ link: z.url() });
/** How long the first instance may take to start, when both were started together. */
const PATIENCE_MS = 10_000;
const BETWEEN_LOOKS_MS = 100;

/**
 * Finds the application that owns this data folder and asks it for a new link to its interface; null where nobody
 * answers within ten seconds.
 */
export async function findRunningInstance(endpointFile: string): Promise<RunningInstance | null> {
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until) {
    const endpoint = readLiveEndpoint(endpointFile);
    const found = endpoint === null ? null : await ask(endpoint);
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS));
  }
  return null;
}

async function ask(endpoint: Endpoint): Promise<RunningInstance | null> {
  try {
    const response = await fetch(new URL("/interface/links", endpoint.url), {
      method: "POST",
      headers: { authorization: `Bearer ${endpoint.token}` },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return { endpoint, link: response.ok ? answer.parse(await response.json()).link : null };
  } catch {
    return null;
  }
}
