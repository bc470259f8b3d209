import { homedir } from "node:os";
import { readEndpoint } from "../../platform/endpoint-file.ts";
import { dataFiles, dataFolder } from "../../platform/paths.ts";
import { postToSocket } from "../../shim/post-once.ts";
import {
  COMMAND_PATH,
  type CommandAnswer,
  type CommandRequest,
  sentVariables,
} from "../../window-api/command-request.ts";

/**
 * Asks the application to run a command line, on its socket. The modules that this needs are one small file: the rest of
 * the command line takes longer to load than to run.
 * @param signal ends the request
 * @returns null if the application does not run, has no socket, or does not run this command line
 * @throws ConnectionFailure
 */
export async function askApplication(
  asked: Pick<CommandRequest, "args" | "input" | "stdout" | "stderr">,
  signal?: AbortSignal,
): Promise<CommandAnswer> {
  const { env, platform } = process;
  const home = homedir();
  const endpoint = readEndpoint(dataFiles(dataFolder(env, platform, home)).endpoint);
  if (endpoint === null) return null;
  const request: CommandRequest = { ...asked, home, folder: process.cwd(), env: sentVariables(env) };
  const body = Buffer.from(JSON.stringify(request));
  const response = await postToSocket(endpoint, { path: COMMAND_PATH, headers: {}, body, signal });
  return response?.status === 200 ? (JSON.parse(response.text) as CommandAnswer) : null;
}
