import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";

/** The place of the releases. */
export interface UpdateSource {
  /** The address of the folder with the release files; ends with a slash. */
  readonly feed: string;
  /** The page with the downloads, for a person. */
  readonly page: string;
}

const GITHUB = /^https:\/\/github\.com\/[\w-]+\/[\w.-]+$/;

/** electron-builder's `app-update.yml` in an installed application. */
const config = z.union([
  z.object({ provider: z.literal("generic"), url: z.url({ protocol: /^https?$/ }) }),
  z.object({ provider: z.literal("github"), owner: z.string(), repo: z.string() }),
]);

/** The source that an installed application's `app-update.yml` names; null if there is none. */
export function sourceOfConfig(file: string): UpdateSource | null {
  try {
    const found = config.parse(parse(readFileSync(file, "utf8")));
    if (found.provider === "github") return sourceOfHomepage(`https://github.com/${found.owner}/${found.repo}`);
    const feed = found.url.endsWith("/") ? found.url : `${found.url}/`;
    return isAllowed(feed) ? { feed, page: feed } : null;
  } catch {
    return null;
  }
}

/** The source of a package whose manifest names a repository on GitHub; null for any other address. */
export function sourceOfHomepage(homepage: string | undefined): UpdateSource | null {
  if (homepage === undefined || !GITHUB.test(homepage)) return null;
  return { feed: `${homepage}/releases/latest/download/`, page: `${homepage}/releases/latest` };
}

/** Without encryption only on this machine. */
function isAllowed(feed: string): boolean {
  const { protocol, hostname } = new URL(feed);
  return protocol === "https:" || ["127.0.0.1", "localhost", "[::1]"].includes(hostname);
}
