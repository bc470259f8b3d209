import { type Endpoint, readLiveEndpoint } from "../platform/endpoint-file.ts";
import { type AppLocator, AppUnavailable } from "../shim/app-locator.ts";
import { isHealthy } from "../shim/http-channel.ts";

/** Longest wait for one that runs and does not answer. */
const SILENT_MS = 2_000;

/** The application where it runs and answers, else null. Starts nothing. */
export async function findRunning(endpointFile: string): Promise<Endpoint | null> {
  const endpoint = readLiveEndpoint(endpointFile);
  return endpoint !== null && (await isHealthy(endpoint, SILENT_MS)) ? endpoint : null;
}

/** Locates the application only where it runs. */
export function attachOnly(endpointFile: string): Pick<AppLocator, "locate" | "distrust"> {
  return {
    async locate() {
      const endpoint = await findRunning(endpointFile);
      if (endpoint === null) throw new AppUnavailable("Recollect is not running.");
      return endpoint;
    },
    distrust: () => undefined,
  };
}
