import { ANY, USER_DOMAIN } from "./domain.ts";
import { normalText } from "./gate/normal-text.ts";
import { type ProjectAddress, parseProjectAddress } from "./project-address.ts";

/** What the name of a project depends on, apart from its spelling. */
export interface ProjectNaming {
  /** Returns the name of a project whose remote is on a host. Does not bind the name to the host. */
  onHost(name: string, host: string | null): string;
  /** Returns the project of a folder of this machine; null for none, such as the home folder. */
  ofFolder(folder: string): ProjectAddress | null;
}

/** Knows no host and no folder of this machine. */
export const PLAIN_NAMING: ProjectNaming = {
  onHost: (name) => name,
  ofFolder(folder) {
    const name = lastSegment(folder);
    return name === "" || isHomeFolder(folder) ? null : { name, host: null };
  },
};

/** A domain in any spelling that means all of them; a domain with such a name is that domain. */
const EVERYTHING = /^(?:\*|\*\/\*|all|any)$/i;
/** `C:\work`, `\\server\share`, `/work`, `~/work`, `file:///work`. */
const FOLDER = /^(?:[/\\]|~(?:[/\\]|$)|[a-z]:(?:[/\\]|$)|file:)/i;
/** A host and a path of two segments or more, as browsers show an address. */
const BARE_ADDRESS = /^(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?\/[^/]+\/[^/]/i;
/** Short forms of package managers: `github:owner/repo`, `gh:owner/repo`. */
const SHORT_FORM = /^(?:(gh|github)|(gl|gitlab)|(?:bb|bitbucket)):(?!\/\/)(?=[^/]+\/)/i;

/** Whether a filter with this text as its domain means every domain. */
export function meansEverything(text: string): boolean {
  return text.trim() === ANY || EVERYTHING.test(text.trim());
}

/** Whether a text is a path of a folder, of this or another operating system. */
export function isFolderPath(text: string): boolean {
  return FOLDER.test(text);
}

/** The last segment of a path of any operating system; "" for a root folder. */
function lastSegment(folder: string): string {
  const segments = folder.split(/[/\\]/).filter((segment) => segment !== "" && segment !== "." && segment !== "~");
  const last = segments.at(-1) ?? "";
  return /^[a-z]:$/i.test(last) || last === "file:" ? "" : last;
}

/** Whether a path is the home folder of a person on macOS, Linux or Windows, as these systems name it. */
export function isHomeFolder(folder: string): boolean {
  return /^(?:file:\/\/)?(?:[/\\]?[a-z]:)?[/\\](?:users|home)[/\\][^/\\]+[/\\]?$|^[/\\]root[/\\]?$|^~[/\\]?$/i.test(
    folder,
  );
}

/**
 * The project that a text names, in any spelling: an address that git accepts or a browser shows, `owner/repo` in any
 * letter case, the path of a folder, or the name of a folder. Two spellings mean the same project if their names are equal
 * without letter case ({@link projectKey}). The name is not checked.
 */
export function readProjectName(given: string, naming: ProjectNaming): string {
  const text = unquoted(normalText(given).text.trim());
  if (text.toLowerCase() === USER_DOMAIN) return USER_DOMAIN;
  const [, segment] = /^recollect:\/\/([^/]+)/i.exec(text) ?? [];
  if (segment !== undefined) return pathName(decoded(segment));
  if (isFolderPath(text)) {
    const folder = folderIn(text);
    const project = isHomeFolder(folder) ? null : naming.ofFolder(folder);
    return project === null ? USER_DOMAIN : naming.onHost(project.name, project.host);
  }
  const address = addressIn(text);
  return address === null ? pathName(text) : naming.onHost(address.name, address.host);
}

/** The key by which names of projects are compared: the hosts of repositories ignore letter case. */
export function projectKey(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

/** `"acme/web"`, `<https://…>` and the like, as people and models quote names. */
function unquoted(text: string): string {
  const [, inner] = /^(?:"(.+)"|'(.+)'|`(.+)`|<(.+)>)$/s.exec(text)?.filter((part) => part !== undefined) ?? [];
  return inner?.trim() ?? text;
}

function addressIn(text: string): ProjectAddress | null {
  const short = SHORT_FORM.exec(text);
  if (short !== null) {
    const host = short[1] === undefined ? (short[2] === undefined ? "bitbucket.org" : "gitlab.com") : "github.com";
    return parseProjectAddress(`https://${host}/${text.slice(short[0].length)}`);
  }
  if (BARE_ADDRESS.test(text)) return parseProjectAddress(`https://${text}`);
  const isAddress = /^[a-z][\w+.-]*:\/\/|^[a-z][\w+.-]*::|^[^@/\\\s]+@[^:/\\\s]+:/i.test(text) || isScpLike(text);
  return isAddress ? parseProjectAddress(text) : null;
}

/** `host:owner/repo`, without a user. */
function isScpLike(text: string): boolean {
  return /^(?:[a-z0-9-]+\.)+[a-z]{2,}:(?!\/\/)[^\s]+$/i.test(text);
}

/** The path in a `file:` URL; other paths as they are. */
function folderIn(text: string): string {
  const [, path] = /^file:\/{0,2}(?:localhost)?(\/.*)$/is.exec(text) ?? [];
  return path === undefined ? text : decoded(path).replace(/^\/(?=[a-z]:(?:[/\\]|$))/i, "");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `owner/repo` is in lower case, as in an address; the name of a folder keeps its letter case. */
function pathName(text: string): string {
  const segments = text
    .replaceAll(/%2f/gi, "/")
    .split(/[/\\]/)
    .map((segment) => segment.trim());
  const named = segments.filter((segment) => !["", ".", ".."].includes(segment));
  const last = named.at(-1)?.replace(/(?<=.)\.git$/i, "") ?? "";
  const name = [...named.slice(0, -1), last].join("/");
  return named.length > 1 ? name.toLowerCase() : name;
}
