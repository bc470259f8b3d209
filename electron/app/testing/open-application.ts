import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach } from "vitest";
import { type Application, type ApplicationOptions, startApplication } from "../../app.ts";
import type { Memory } from "../../core/memory.ts";
import { type Endpoint, readEndpoint } from "../../platform/endpoint-file.ts";
import { dataFiles } from "../../platform/paths.ts";
import type { MethodResult } from "../../window-api/contract.ts";
import { applicationOptions } from "./application-options.ts";

/**
 * Gives each test of a file its own data folder, in which it starts applications. They are stopped and the folder is
 * deleted after the test.
 */
export function setUpApplications() {
  let folder: string;
  let started: Application[];

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "recollect-app-"));
    started = [];
  });
  afterEach(async () => {
    for (const application of started) await application.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });

  async function start(changes: Partial<ApplicationOptions> = {}): Promise<Application | null> {
    const application = await startApplication({
      ...applicationOptions(folder),
      ...changes,
    });
    if (application !== null) started.push(application);
    return application;
  }

  async function startFirst(changes: Partial<ApplicationOptions> = {}): Promise<Application> {
    const application = await start(changes);
    if (application === null) throw new Error("The data folder is owned by another.");
    return application;
  }

  function endpoint(): Endpoint {
    const found = readEndpoint(dataFiles(folder).endpoint);
    if (found === null) throw new Error("There is no endpoint.");
    return found;
  }

  async function ask<T>(application: Application, method: string, input: unknown = {}): Promise<T> {
    const result = (await application.dispatch(method, input)) as MethodResult<T>;
    if (!result.ok) throw Object.assign(new Error(result.error.message), result.error);
    return result.value;
  }

  async function callTool(name: string, args: unknown): Promise<{ memory: Memory }> {
    const { url, token } = endpoint();
    const response = await fetch(new URL(`/tools/${name}`, url), {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", "user-agent": "a-script/1.0" },
      body: JSON.stringify(args),
    });
    return (await response.json()) as { memory: Memory };
  }

  /** The standing alerts, by their reason. */
  async function alertsOf(application: Application, reason: string) {
    const { alerts } = await application.status();
    return alerts.filter(({ details }) => details?.reason === reason);
  }

  return { folder: () => folder, start, startFirst, endpoint, ask, callTool, alertsOf };
}
