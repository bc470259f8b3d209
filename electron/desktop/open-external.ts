import { shell } from "electron";
import { DEEP_LINK_SCHEMES } from "../clients/connect/deep-links.ts";
import { invalidArgument } from "../core/errors.ts";

/** Opens a web page in the owner's browser. @throws invalid_argument for every address that is not http or https */
export async function openExternal(address: string): Promise<void> {
  const url = URL.parse(address);
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    throw invalidArgument(
      "url",
      "Only web pages can be opened.",
      "Use an address that begins with https:// or http://.",
    );
  }
  await shell.openExternal(url.href);
}

/**
 * Hands a client of the catalogue the link that has it add Recollect.
 * @throws invalid_argument for every scheme that is not one of those clients'
 */
export async function openDeepLink(link: string): Promise<void> {
  const url = URL.parse(link);
  if (url === null || !DEEP_LINK_SCHEMES.some((scheme) => scheme === url.protocol)) {
    throw invalidArgument("link", "This is no link of a client that Recollect knows.");
  }
  await shell.openExternal(link);
}
