import type { CustomScheme } from "electron";
import { splitInvitationLink } from "../core/invitation-link.ts";
import { parseUrn } from "../core/urn.ts";

/** The scheme of the application's pages. Register it before Electron is ready. `codeCache` caches compiled scripts. */
export const APP_SCHEME: CustomScheme = {
  scheme: "app",
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
};
export const APP_HOST = "recollect";
export const APP_ORIGIN = `${APP_SCHEME.scheme}://${APP_HOST}`;

/** The URL scheme of memories and invitations. The system opens such links with this application. */
export const LINK_SCHEME = "recollect";

/**
 * Returns the window's address of what one of these arguments links to: `#/memories/all/01J…` for a memory,
 * `#/spaces/join?link=…` for an invitation, or undefined. Any program and any web page can open such a link, so it
 * only shows a memory, or the question whether to join. The address of an invitation contains its secret: it must not
 * be logged.
 */
export function linkedAddress(args: readonly string[]): string | undefined {
  const link = args.find((argument) => argument.toLowerCase().startsWith(`${LINK_SCHEME}://`));
  if (link === undefined) return undefined;
  if (splitInvitationLink(link) !== null) return `#/spaces/join?link=${encodeURIComponent(link.trim())}`;
  try {
    // A browser may append a slash.
    const { id } = parseUrn(link.replace(/\/$/, ""));
    return id === null ? undefined : `#/memories/all/${id}`;
  } catch {
    return undefined;
  }
}
