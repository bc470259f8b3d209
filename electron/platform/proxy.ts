import http from "node:http";
import type { Logger } from "../core/ports.ts";

/** Addresses of this computer, which no proxy reaches. */
const OWN = ["localhost", "127.0.0.1", "::1", "[::1]"];

/**
 * Makes the requests of this process use the proxies that the environment names, which Node does only if
 * `NODE_USE_ENV_PROXY` was set before its start. This computer is always reached directly. Does nothing before Node 24.14.
 */
export function setProxies(env: NodeJS.ProcessEnv, logger: Pick<Logger, "warn">): void {
  const set = (name: string) => [env[name.toLowerCase()], env[name]].find((value) => (value ?? "").trim() !== "");
  const proxies = { HTTP_PROXY: set("HTTP_PROXY"), HTTPS_PROXY: set("HTTPS_PROXY") };
  if (proxies.HTTP_PROXY === undefined && proxies.HTTPS_PROXY === undefined) return;
  const exceptions = [set("NO_PROXY"), ...OWN].filter((name) => name !== undefined);
  const { setGlobalProxyFromEnv } = http as Partial<Pick<typeof http, "setGlobalProxyFromEnv">>;
  try {
    setGlobalProxyFromEnv?.({ ...proxies, NO_PROXY: exceptions.join(",") });
  } catch (error) {
    logger.warn("The proxies of the environment cannot be used", { error });
  }
}
