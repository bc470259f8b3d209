import { existsSync, statSync } from "node:fs";
import path from "node:path";
import type { ConnectionScope, Transport } from "../../core/client-connection.ts";
import { invalidArgument, RecollectError } from "../../core/errors.ts";
import type { ConnectClient, Machine } from "../connect/client.ts";
import { joinPath } from "../connect/folders.ts";

/** Which ways in can be written into the client's file of this scope; a project's file holds no token in plain text. */
export function transportsFor(client: ConnectClient, machine: Machine, scope: ConnectionScope): readonly Transport[] {
  const { projectFile } = client;
  const hasFile = scope === "user" ? client.userFiles(machine).length > 0 : projectFile !== null;
  if (!hasFile) return [];
  const takesHttp = client.takesHttp && (scope === "user" || projectFile?.tokenReference !== null);
  return takesHttp ? ["stdio", "http"] : ["stdio"];
}

/**
 * The file that connects a client.
 * @param project the project's folder, for the scope `project`
 * @throws invalid_argument where there is no such file
 */
export function fileOf(client: ConnectClient, machine: Machine, scope: ConnectionScope, project?: string): string {
  const files = scope === "user" ? client.userFiles(machine) : projectFiles(client, machine, project);
  const file = files.find((each) => existsSync(each)) ?? files[0];
  if (file !== undefined) return file;
  throw new RecollectError("invalid_argument", `${client.title} has no ${NAMES[scope]} that can be written.`, {
    field: "scope",
    hint: "Copy the configuration instead.",
    details: { reason: "entry_impossible", client: client.title },
  });
}

const NAMES: Readonly<Record<ConnectionScope, string>> = { user: "file of its own", project: "file in a project" };

function projectFiles(client: ConnectClient, machine: Machine, project: string | undefined): readonly string[] {
  if (client.projectFile === null) return [];
  return [joinPath(machine, checkProjectFolder(project), ...client.projectFile.path.split("/"))];
}

/** @throws invalid_argument for what is no folder, or not given by its full path */
export function checkProjectFolder(project: string | undefined): string {
  if (project === undefined || !path.isAbsolute(project)) {
    throw invalidArgument("project", "A project's folder must be an absolute path.", "Give the folder's full path.", {
      reason: "folder_relative",
    });
  }
  if (!(statSync(project, { throwIfNoEntry: false })?.isDirectory() ?? false)) {
    throw invalidArgument("project", `There is no folder ${project}.`, "Give the folder that the project lies in.", {
      reason: "folder_missing",
      path: project,
    });
  }
  return project;
}
