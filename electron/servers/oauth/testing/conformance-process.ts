/**
 * The client under test of the official conformance suite, started with the address of its server: adds the server,
 * signs in as often as it is asked to, and calls its tools.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Servers } from "../../servers.ts";
import { testOptions } from "../../testing/test-options.ts";
import { isSignInError } from "../sign-in-errors.ts";
import { browse } from "./browse.ts";

/** More sign-ins than a scenario allows: it counts them. */
const MAX_SIGN_INS = 3;

const url = process.argv.at(-1) ?? "";
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? "{}") as Record<string, string | undefined>;
const folder = mkdtempSync(path.join(tmpdir(), "recollect-conformance-"));
const servers = new Servers(testOptions(folder));
let signIns = 0;

/** Repeats what needs a sign-in after each sign-in. */
async function withSignIns<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isSignInError(error) || signIns >= MAX_SIGN_INS || error.details?.reason === "server_sign_in_failed")
      throw error;
    signIns += 1;
    return await withSignIns(id, async () => {
      const { address } = await servers.signIn(id);
      const [, outcome] = await Promise.allSettled([browse(address), servers.finishSignIn(id)]);
      if (outcome.status === "rejected") throw outcome.reason;
      return await work();
    });
  }
}

try {
  const { client_id: clientId, client_secret: clientSecret } = context;
  const oauth = clientId === undefined ? undefined : { clientId, port: null };
  const transport = { kind: "http", url, headers: {}, oauth } as const;
  const { id } = await servers.add({ name: "suite", transport, secrets: {}, clientSecret });
  await withSignIns(id, () => servers.restart(id));
  for (const { name } of servers.tools(id)) await withSignIns(id, () => servers.call(id, name, {}));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await servers.close();
  rmSync(folder, { recursive: true, force: true });
}
