import path from "node:path";
import { readTextDocument } from "./json-document.ts";
import { unknownRecord } from "./json-lines.ts";
import { foldersNear, isFolder } from "./project-folders.ts";
import type { ConversationReader, ReaderSystem } from "./reader.ts";
import { type FileNames, isSpecStory, readSpecStory } from "./specstory-markdown.ts";
import { byTime, findFiles } from "./transcript-files.ts";

const HISTORY = path.join(".specstory", "history");
/**
 * SpecStory saves the sessions of other programs in the folder of a project, one Markdown file for each session
 * (github.com/specstoryai/getspecstory: `specstory-cli/pkg/markdown`; the extensions for Cursor and VS Code are not public:
 * by their files in public repositories). The reader keeps the messages of the person, and of each turn the text after the
 * last call of a tool. A session that was exported twice has the same id and keys.
 */
export const specStory: ConversationReader = {
  client: "specstory",
  copyRank: 2,
  folders: (system) => historyFolders(system),
  find: async (system) => byTime(historyFolders(system).flatMap((folder) => findFiles(folder, 0, isMarkdown))),
  read: ({ path: file }, position, signal) =>
    readTextDocument({
      path: file,
      position,
      signal,
      read: (text) =>
        isSpecStory(text)
          ? readSpecStory(text, projectOf(file), namesAt(file))
          : [unknownRecord("not a session of SpecStory")],
    }),
};

const isMarkdown = (name: string) => name.endsWith(".md") && !name.startsWith(".");

function namesAt(file: string): FileNames {
  const others = () => findFiles(path.dirname(file), 0, isMarkdown).map((each) => path.basename(each.path));
  return { name: path.basename(file), others };
}

/** The folder of the project that a file of SpecStory is in. */
function projectOf(file: string): string {
  return path.dirname(path.dirname(path.dirname(file)));
}

/** The histories of the projects near the home folder, and of the folders that the owner chose. */
function historyFolders({ home, archives = [] }: ReaderSystem): string[] {
  const found = new Set(
    archives.flatMap((archive) => (archive.client === "specstory" ? (historyAt(archive.path) ?? []) : [])),
  );
  for (const folder of foldersNear(home)) {
    const history = path.join(folder, HISTORY);
    if (isFolder(history)) found.add(history);
  }
  return [...found];
}

/** The history in a folder: of a project, or the folder itself. Null if there is none. */
export function historyAt(folder: string): string | null {
  const inside = [path.join(folder, HISTORY), path.join(folder, "history"), folder];
  return inside.find((each) => each.endsWith(HISTORY) && isFolder(each)) ?? null;
}
