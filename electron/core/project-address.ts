/** A project as the address of its repository names it. */
export interface ProjectAddress {
  /** `owner/repo`, or longer for nested groups; in lower case, because the large hosts ignore case. */
  readonly name: string;
  /** The host that serves the repository; null for an address without one. */
  readonly host: string | null;
}

/** Hosts that serve the repositories of another one: for ssh through a proxy, for the web, or by an older name. */
const HOST_ALIASES: Readonly<Record<string, string>> = {
  "ssh.github.com": "github.com",
  "www.github.com": "github.com",
  "altssh.gitlab.com": "gitlab.com",
  "altssh.bitbucket.org": "bitbucket.org",
  "ssh.dev.azure.com": "dev.azure.com",
  "vs-ssh.visualstudio.com": "dev.azure.com",
  "hf.co": "huggingface.co",
  "raw.githubusercontent.com": "github.com",
  "codeload.github.com": "github.com",
  "api.github.com": "github.com",
};

/**
 * Reads the address of a repository in any form that git accepts: https, ssh and git URLs, `user@host:owner/repo`, and the
 * pages of the large hosts. All forms of one repository give the same name and host. The port is left out: a host serves a
 * repository on several.
 * @returns null for a path of this machine, and for an address without a path
 */
export function parseProjectAddress(text: string): ProjectAddress | null {
  const parts = splitAddress(text.trim());
  if (parts === null) return null;
  const host = parts.host.toLowerCase().replace(/\.$/, "");
  const path = decode(parts.path.replace(/[?#].*$/s, "")).split("/");
  const segments = path.map((segment) => segment.trim()).filter((segment) => segment !== "" && segment !== "~");
  const { owner, served } = ownerOf(host);
  const isApi = host === "api.github.com" && segments[0] === "repos";
  const named = segmentsOf(served, owner === null ? segments.slice(isApi ? 1 : 0) : [owner, ...segments]);
  const last = named.at(-1)?.replace(/\.git$/i, "") ?? "";
  if (last === "") return null;
  return { name: [...named.slice(0, -1), last].join("/").toLowerCase(), host: served === "" ? null : served };
}

function splitAddress(text: string): { readonly host: string; readonly path: string } | null {
  // A remote helper of git: `codecommit::us-east-1://profile@repo`, and the address after another helper's name.
  const [, helper, rest] = /^([a-z][\w+.-]*)::(.+)$/is.exec(text) ?? [];
  if (helper !== undefined && rest !== undefined) {
    return helper === "codecommit" ? codeCommit(rest) : splitAddress(rest);
  }
  if (/^codecommit:\/\//i.test(text)) return codeCommit(text);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) {
    // The parser of Node: another reading than git's and curl's would let one host pass for another.
    const address = URL.parse(text);
    // npm writes `git+ssh://git@host:owner/repo`, which is not a URL.
    if (address === null && /^git\+ssh:\/\//i.test(text)) return splitAddress(text.slice("git+ssh://".length));
    return address === null || address.protocol === "file:" ? null : { host: address.hostname, path: address.pathname };
  }
  // git's form with a port: `[git@host:443]:owner/repo`.
  const [, withPort, path443] = /^\[(?:[^@/\]]+@)?([^:@/\]]+):\d+\]:(.*)$/s.exec(text) ?? [];
  if (withPort !== undefined && path443 !== undefined) return { host: withPort, path: path443 };
  // A single letter before the colon is a drive of Windows.
  const [, host, path] = /^(?:[^@/\\]+@)?(\[[^\]/]+\]|[^:/\\]{2,}):(?!\/\/)(.*)$/s.exec(text) ?? [];
  return host === undefined || path === undefined ? null : { host, path };
}

/** `region://profile@repo` of AWS's helper git-remote-codecommit. */
function codeCommit(text: string): { readonly host: string; readonly path: string } {
  const [, scheme = "", path = ""] = /^(?:([a-z0-9-]+):\/\/)?(?:[^@/]*@)?(.*)$/is.exec(text) ?? [];
  const region = scheme === "" || scheme === "codecommit" ? "" : `.${scheme}`;
  return { host: `git-codecommit${region}.amazonaws.com`, path };
}

/** The host that serves a repository. In the old addresses of Azure DevOps, the organisation is part of the host. */
function ownerOf(host: string): { readonly owner: string | null; readonly served: string } {
  const [, owner = null] = /^([^.]+)\.visualstudio\.com$/.exec(host) ?? [];
  if (owner !== null && owner !== "vs-ssh") return { owner, served: "dev.azure.com" };
  // The same repositories are at an address for FIPS.
  const plain = host.replace(/^git-codecommit-fips\./, "git-codecommit.");
  return { owner: null, served: HOST_ALIASES[host] ?? plain };
}

/** The segments of a path that name the repository, without the ones that only the host's software needs. */
function segmentsOf(host: string, segments: readonly string[]): readonly string[] {
  if (host === "dev.azure.com" || segments.includes("_git")) return azure(segments);
  if (/^git-codecommit\b/.test(host)) return segments.slice(segments[0] === "v1" && segments[1] === "repos" ? 2 : 0);
  if (host === "source.developers.google.com" && segments[0] === "p" && segments[2] === "r") {
    return [segments[1] ?? "", ...segments.slice(3)];
  }
  if (host.endsWith(".googlesource.com") && segments[0] === "a") return segments.slice(1);
  if (host === "github.com" || host === "bitbucket.org" || host === "codeberg.org" || host === "gitee.com") {
    return segments.slice(0, 2);
  }
  // A gist has its id as the name, with or without its owner.
  if (host === "gist.github.com")
    return segments.slice(/^[0-9a-f]{20,}(?:\.git)?$/i.test(segments[1] ?? "") ? 1 : 0, 2);
  if (host.endsWith(".sr.ht") && segments[0]?.startsWith("~") === true) return segments.slice(0, 2);
  return withoutPage(bitbucketServer(segments));
}

/** `org/project/_git/repo`, `v3/org/project/repo`, and `org/_git/repo` for the repository with its project's name. */
function azure(segments: readonly string[]): readonly string[] {
  const path = segments.filter(
    (segment, index) => !(index === 0 && segment === "v3") && !/^DefaultCollection$/i.test(segment),
  );
  const git = path.indexOf("_git");
  if (git === -1) return path;
  const [before, repository = ""] = [path.slice(0, git), path[git + 1] ?? ""];
  return before.length === 1 ? [...before, repository, repository] : [...before, repository];
}

/** `scm/PROJECT/repo` for https, `PROJECT/repo` for ssh, and `projects/PROJECT/repos/repo/browse` for a page. */
function bitbucketServer(segments: readonly string[]): readonly string[] {
  if (segments[0] === "scm" && segments.length > 2) return segments.slice(1);
  const [kind, project = "", repos, repository] = segments;
  if (repos !== "repos" || repository === undefined) return segments;
  if (kind === "projects") return [project, repository];
  return kind === "users" ? [`~${project}`, repository] : segments;
}

/** GitLab puts a dash before the pages of a repository; Gitea and Forgejo have `src`, or `issues` with a number, as the third segment. */
function withoutPage(segments: readonly string[]): readonly string[] {
  const dash = segments.indexOf("-");
  if (dash > 1) return segments.slice(0, dash);
  const [, , page = "", item = ""] = segments;
  const isPage =
    (page === "src" && /^(?:branch|commit|tag)$/.test(item)) ||
    (/^(?:issues|pulls|releases)$/.test(page) && /^(?:\d+|tag)$/.test(item));
  return isPage ? segments.slice(0, 2) : segments;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
