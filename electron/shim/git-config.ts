/** The first address of each remote in the text of a git configuration, by the remote's name. */
export function readRemotes(config: string): Map<string, string> {
  const remotes = new Map<string, string>();
  let remote: string | null = null;
  for (const line of config.split(/\r?\n/)) {
    const section = /^\s*\[([^\]]*)\]/.exec(line)?.[1];
    if (section !== undefined) {
      const name = /^remote\s+"((?:[^"\\]|\\.)*)"$/i.exec(section.trim())?.[1];
      remote = name?.replace(/\\(.)/g, "$1") ?? null;
      continue;
    }
    const url = /^\s*url\s*=\s*(.*?)\s*$/i.exec(line)?.[1];
    if (remote !== null && url !== undefined && !remotes.has(remote)) remotes.set(remote, unquote(url));
  }
  return remotes;
}

/**
 * The path of a repository on its host, `owner/repo` or longer for nested groups, from any form git takes: https and ssh
 * addresses (user and port are left out), and `user@host:owner/repo`. Null for local paths, which name no project.
 */
export function parseRemote(url: string): string | null {
  const address = /^[a-z][a-z0-9+.-]*:\/\/[^/]*\/(.*)$/i.exec(url);
  if (address !== null && /^file:/i.test(url)) return null;
  const short = /^(?:[^@/\\]+@)?([^:/\\]{2,}):(?!\/\/)(.*)$/.exec(url);
  const location = address?.[1] ?? short?.[2];
  if (location === undefined) return null;
  const segments = decode(location.replace(/[?#].*$/, ""))
    .split("/")
    .filter((segment) => segment !== "" && segment !== "~");
  const last = segments.pop()?.replace(/\.git$/i, "");
  return last ? [...segments, last].join("/") : null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function unquote(value: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(value)?.[1];
  if (quoted !== undefined) return quoted.replace(/\\(.)/g, "$1");
  return value.replace(/\s+[#;].*$/, "");
}
