import path from "node:path";
import type { ClientConfiguration } from "../../core/client-configuration.ts";
import { CATALOGUE } from "./catalogue.ts";
import { type Machine, type ShimCommand, shimFor } from "./client.ts";
import { snippetsOf } from "./snippets.ts";

export interface ConfigurationRequest extends Machine {
  /** Address of `/mcp`. */
  readonly url: string;
  /** The token of one client of the catalogue, by its id; asked for those alone that take HTTP. */
  tokenFor(clientId: string): Promise<string>;
  readonly shim: ShimCommand;
}

/** Ready configurations of every client we know, in the order they are offered. */
export async function configurationsFor(request: ConfigurationRequest): Promise<ClientConfiguration[]> {
  const { url, tokenFor, platform, home, env } = request;
  const shim = withDataFolder(request.shim, env);
  const configurations: ClientConfiguration[] = [];
  for (const client of CATALOGUE) {
    const token = client.takesHttp ? await tokenFor(client.id) : "";
    const snippets = snippetsOf(client, { url, token, shim: shimFor(client.id, shim), platform, home, env });
    configurations.push({ id: client.id, title: client.title, snippets });
  }
  return configurations;
}

/** A client does not have the variable that says where this application's data lies. */
export function withDataFolder(shim: ShimCommand, env: NodeJS.ProcessEnv): ShimCommand {
  return { ...shim, env: { ...dataFolderVariables(env), ...shim.env } };
}

/** The variable by which the shim finds data that does not lie in the usual place. */
export function dataFolderVariables(env: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  const folder = env.RECOLLECT_DATA_DIR;
  return folder ? { RECOLLECT_DATA_DIR: path.resolve(folder) } : {};
}
