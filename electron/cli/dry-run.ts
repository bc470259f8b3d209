import type { MethodName } from "../window-api/contract.ts";
import type { AppClient } from "./app-client.ts";

/** A dry run came to its first write, which was not sent. */
export class DryRunEnded extends Error {
  override readonly name = "DryRunEnded";
}

/** The last words of methods that change nothing. */
const READS =
  /\.(list|get|status|survey|settings|sessions|search|read|entries|grants|tools|log|networkVariables|history|histories|similar|facets|count|counts|domainOf|namespaces|places|compare|verify|members|devices|conflicts|previewJoin|planMove|planReturn|projectName|catalogue|stale|rates|newPassphrase)$/;

/** Returns a client that reads, and throws {@link DryRunEnded} instead of its first write. */
export function withoutWrites(app: AppClient): AppClient {
  return {
    call: (tool, args) => app.call(tool, args),
    async ask(method, input) {
      if (!isRead(method)) throw new DryRunEnded(method);
      return await app.ask(method, input);
    },
    project: () => app.project(),
    close: () => app.close(),
  };
}

function isRead(method: MethodName): boolean {
  return READS.test(method);
}
