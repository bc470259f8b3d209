import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod";
import { sendJson } from "../core/util/http-response.ts";
import { OWNER_JSON_LIMITS } from "../core/util/json-limits.ts";
import { readJson } from "../http/body.ts";
import type { DataFiles } from "../platform/paths.ts";
import { RecollectError } from "../text/errors.ts";
import { COMMAND_PATH, type CommandAnswer, type CommandRequest, isHook, runsInApplication } from "./command-request.ts";
import type { Dispatch } from "./dispatch.ts";

const outputState = z.object({
  isTTY: z.boolean(),
  columns: z.int().positive().optional(),
  rows: z.int().positive().optional(),
});
const commandRequest: z.ZodType<CommandRequest> = z.object({
  args: z.array(z.string()),
  input: z.string(),
  folder: z.string(),
  home: z.string(),
  env: z.record(z.string(), z.string()),
  stdout: outputState,
  stderr: outputState,
});

/** The application, for a command line in its process. */
export interface CommandApplication {
  readonly dispatch: Dispatch;
  /** Returns the final name of a project that the owner's folders have. */
  projectName(name: string, host: string | null): string;
  readonly files: DataFiles;
  readonly platform: NodeJS.Platform;
  /** The bundle of shim and command line. */
  readonly entry: string;
}

/** Runs a command line in this process. @param signal aborted if nobody waits for it any more */
export type RunCommand = (
  request: CommandRequest,
  application: CommandApplication,
  signal: AbortSignal,
) => Promise<CommandAnswer>;

/**
 * Runs command lines for the owner ({@link COMMAND_PATH}): those that {@link runsInApplication} names, and hooks.
 * @returns a function that resolves to false for any other address
 */
export function createCommandRoute(dependencies: {
  readonly application: CommandApplication;
  readonly run: RunCommand;
  /** Whether an `Authorization` header has the owner's token. */
  isOwner(authorization: string | undefined): Promise<boolean>;
}): (request: IncomingMessage, response: ServerResponse) => Promise<boolean> {
  const { application, run, isOwner } = dependencies;
  return async (request, response) => {
    if (request.method !== "POST" || request.url !== COMMAND_PATH) return false;
    if (!(await isOwner(request.headers.authorization))) throw new RecollectError("owner_token_required", {});
    const { body } = await readJson(request, OWNER_JSON_LIMITS);
    const { data: asked } = commandRequest.safeParse(body);
    const disconnected = new AbortController();
    response.once("close", () => {
      if (!response.writableEnded) disconnected.abort();
    });
    // Times are printed in the zone of this process.
    const runs =
      asked !== undefined && asked.env.TZ === process.env.TZ && (runsInApplication(asked.args) || isHook(asked.args));
    sendJson(response, 200, runs ? await run(asked, application, disconnected.signal) : null);
    return true;
  };
}
