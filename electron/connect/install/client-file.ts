import { accessSync, constants, existsSync, statSync } from "node:fs";
import path from "node:path";
import type { ConnectionScope, Transport } from "../../core/client-connection.ts";
import { RecollectError } from "../../text/errors.ts";
import type { ConnectClient, Machine } from "../client.ts";
import { homePath, joinPath } from "../folders.ts";

/** Whether a client is installed on this machine, by its folder, file or command. */
export function isInstalled(client: ConnectClient, machine: Machine): boolean {
  const { paths, commands } = client.installMarkers(machine);
  return paths.some((each) => existsSync(each)) || commands.some((each) => findProgram(each, machine) !== null);
}

/** The transports that can be written to the client's file of this scope. A project's file never contains a token. */
export function transportsFor(client: ConnectClient, machine: Machine, scope: ConnectionScope): readonly Transport[] {
  const { projectFile } = client;
  const hasFile = scope === "user" ? client.userFiles(machine).length > 0 : projectFile !== null;
  if (!hasFile) return [];
  const takesHttp = client.takesHttp && (scope === "user" || projectFile?.tokenReference !== null);
  return takesHttp ? ["stdio", "http"] : ["stdio"];
}

/**
 * The path of a client's configuration file.
 * @param project the project's folder, for the scope `project`
 * @throws invalid_argument if the client has no such file
 */
export function fileOf(client: ConnectClient, machine: Machine, scope: ConnectionScope, project?: string): string {
  const files = scope === "user" ? client.userFiles(machine) : projectFiles(client, machine, project);
  const file = files.find((each) => existsSync(each)) ?? files[0];
  if (file !== undefined) return file;
  throw new RecollectError("client_without_file", { client: client.title, scope }, { field: "scope" });
}

/** @throws invalid_argument unless it is the absolute path of an existing folder */
export function checkProjectFolder(project: string | undefined): string {
  if (project === undefined || !path.isAbsolute(project))
    throw new RecollectError("folder_relative", {}, { field: "project" });
  if (statSync(project, { throwIfNoEntry: false })?.isDirectory() === true) return project;
  throw new RecollectError("folder_missing", { path: project }, { field: "project" });
}

/** The project's folder of a client's file; null for a file of the user. */
export function projectOf({ projectFile }: ConnectClient, scope: ConnectionScope, file: string): string | null {
  if (scope === "user" || projectFile === null) return null;
  return path.resolve(file, ...projectFile.path.split("/").map(() => ".."));
}

function projectFiles(client: ConnectClient, machine: Machine, project: string | undefined): readonly string[] {
  if (client.projectFile === null) return [];
  return [joinPath(machine, checkProjectFolder(project), ...client.projectFile.path.split("/"))];
}

/** The path of a program on the PATH, or in a folder that is often missing from it; null if there is none. */
export function findProgram(name: string, machine: Machine): string | null {
  const { platform, env } = machine;
  const onWindows = platform === "win32";
  const search = env.PATH ?? env.Path ?? "";
  const folders = [...search.split(onWindows ? ";" : ":"), ...(onWindows ? [] : commonFolders(machine))];
  const extensions = onWindows ? (env.PATHEXT || ".COM;.EXE;.BAT;.CMD").split(";") : [""];
  return (
    folders
      .filter((folder) => folder !== "")
      .flatMap((folder) => extensions.map((extension) => joinPath(machine, folder, name + extension.toLowerCase())))
      .find((file) => isExecutable(file)) ?? null
  );
}

/** Folders of programs that are often missing from the PATH of an application started from the desktop. */
function commonFolders(machine: Machine): string[] {
  return ["/usr/local/bin", "/opt/homebrew/bin", homePath(machine, ".local", "bin")];
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
