import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/**
 * Every Markdown file of a folder as one line for an import, as basic-memory and other folders of notes keep them: title
 * and tags come out of the front matter, the source is the file's path in the folder. Hidden folders are left out.
 * @throws Error where the folder or a file cannot be read
 */
export async function* readMarkdownFolder(
  folder: string,
): AsyncGenerator<{ readonly line: number; readonly text: string }> {
  const { parse } = await import("yaml");
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(md|markdown)$/i.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.split(path.sep).some((part) => part.startsWith(".")))
    .sort();
  for (const [index, file] of files.entries()) {
    const whole = (await readFile(path.join(folder, file), "utf8")).replace(/^\ufeff/, "");
    const [, matter = "", body = whole] = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)([\s\S]*)$/.exec(whole) ?? [];
    const { title, tags } = readMatter(matter, parse);
    const text = body.trim();
    const content = title === null || /^#\s/.test(text) ? text : `# ${title}\n\n${text}`.trim();
    yield { line: index + 1, text: JSON.stringify({ content, tags, source: file.split(path.sep).join("/") }) };
  }
}

/** Title and tags; what is not understood is left out. */
function readMatter(matter: string, parse: (text: string) => unknown): { title: string | null; tags: string[] } {
  let value: unknown;
  try {
    value = parse(matter);
  } catch {
    value = null;
  }
  const { title, tags } = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  const listed = typeof tags === "string" ? tags.split(",") : Array.isArray(tags) ? tags.map(String) : [];
  return {
    title: typeof title === "string" && title.trim() !== "" ? title.trim() : null,
    tags: listed.map((tag) => tag.trim().replace(/^#/, "").replace(/\s+/g, "-")).filter((tag) => tag !== ""),
  };
}
