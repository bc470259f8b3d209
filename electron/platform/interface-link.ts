import { z } from "zod";
import { type Endpoint, readLiveEndpoint } from "./endpoint-file.ts";

/** The running instance. `link` opens its interface; null where it has a window. */
export interface RunningInstance {
  readonly endpoint: Endpoint;
  readonly link: string | null;
}

const linkResponse = z.object({ link: z.url() });
/** How long the first instance may take to start when both were started together. */
const START_TIMEOUT_MS = 10_000;
const POLL_INTERVAL_MS = 100;

/**
 * Finds the application that owns this data folder and requests a new link to its interface.
 * @returns null where no application responds within ten seconds
 */
export async function findRunningInstance(endpointFile: string): Promise<RunningInstance | null> {
  const until = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < until) {
    const endpoint = readLiveEndpoint(endpointFile);
    const found = endpoint === null ? null : await requestLink(endpoint);
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
  return null;
}

async function requestLink(endpoint: Endpoint): Promise<RunningInstance | null> {
  try {
    const response = await fetch(new URL("/interface/links", endpoint.url), {
      method: "POST",
      headers: { authorization: `Bearer ${endpoint.token}` },
      signal: AbortSignal.timeout(START_TIMEOUT_MS),
    });
    return { endpoint, link: response.ok ? linkResponse.parse(await response.json()).link : null };
  } catch {
    return null;
  }
}
