import assert from "node:assert/strict";
import type { ClientHome } from "./home.ts";
import type { LiveClient } from "./live/live-client.ts";

const CONTENT = "Orders live in PostgreSQL";

/** A client whose own doing keeps it from coming back once a call failed; the catalogue says so. */
const LETS_GO = "lets go of the server once a call failed while Recollect was off, as the catalogue says";

/**
 * One client process stays alive while Recollect is stopped and started: between two calls, and then with a call in the
 * time between, which fails. Each call afterwards must be answered by what was captured first.
 * @param letsGo the client is known not to come back after the call that fails
 */
export async function survivesRestarts(client: LiveClient, home: ClientHome, letsGo = false): Promise<string> {
  const search = () => client.call("search_memories", { query: "PostgreSQL" });
  try {
    assert.match(await client.call("capture_memory", { content: CONTENT }), /Orders live/, "before a restart");
    await home.restart();
    assert.match(await search(), /Orders live/, "after a restart");
    await home.stop();
    const meanwhile = await search().catch((error: unknown) => String(error));
    assert.doesNotMatch(meanwhile, /Orders live/, "while Recollect is off");
    await home.start();
    if (letsGo) {
      await assert.rejects(search(), /did not offer/, "it came back: the catalogue warns for nothing");
      return `works again after a restart; ${LETS_GO}`;
    }
    assert.match(await search(), /Orders live/, "after a call that failed while Recollect was off");
    return "works again after a restart, and after a call while Recollect was off";
  } finally {
    await client.close();
  }
}
