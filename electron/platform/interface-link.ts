import http from "node:http";
import { json } from "node:stream/consumers";
import { z } from "zod";
import { RecollectError } from "../text/errors.ts";
import { type Endpoint, readLiveEndpoint } from "./endpoint-file.ts";
import { ServerUnverified } from "./server-proof.ts";
import { VerifiedAgent } from "./verified-agent.ts";

/** The running instance. `link` opens its interface; null if it has a window. */
export interface RunningInstance {
  readonly endpoint: Endpoint;
  readonly link: string | null;
}

const linkResponse = z.object({ link: z.url() });
/** How long the first instance may take to start when both were started together. */
const START_TIMEOUT_MS = 10_000;
const POLL_INTERVAL_MS = 100;

/**
 * Finds the application that owns this data folder and requests a new link to its interface. Its token is sent only to
 * a server that is verified.
 * @returns null if no application responds within ten seconds
 * @throws unavailable if its process is stopped
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
  const agent = new VerifiedAgent(endpoint);
  try {
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      http
        .request(new URL("/interface/links", endpoint.url), {
          agent,
          method: "POST",
          headers: { authorization: `Bearer ${endpoint.token}` },
          signal: AbortSignal.timeout(START_TIMEOUT_MS),
        })
        .on("response", resolve)
        .on("error", reject)
        .end();
    });
    if (response.statusCode !== 200) return { endpoint, link: null };
    return { endpoint, link: linkResponse.parse(await json(response)).link };
  } catch (error) {
    if (error instanceof ServerUnverified && error.fault === "stopped") {
      throw new RecollectError("app_stopped", { pid: endpoint.pid });
    }
    return null;
  } finally {
    agent.destroy();
  }
}
