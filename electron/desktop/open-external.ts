import { shell } from "electron";
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
