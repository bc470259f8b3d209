import { isNetworkVariable, networkVariables, variablesToPassOn } from "../../core/network-variables.ts";
import type { NewServer } from "../../core/servers.ts";
import { type CommandCall, type CommandContext, InputEnded, UsageError } from "../command.ts";
import { PrivateInput } from "../private-input.ts";

/**
 * Offers a program the proxy, certificate and registry variables that are set where Recollect runs: with one question, or
 * with --yes. Without a terminal it names the options instead. It does not ask if --inherit names one of them.
 * @throws UsageError if the person stops at the question
 */
export async function passOnNetwork(server: NewServer, call: CommandCall, context: CommandContext): Promise<NewServer> {
  const { app, env, terminal, text } = context;
  const { transport, secrets } = server;
  if (transport.kind !== "stdio") return server;
  const given = call.texts("inherit");
  const inherit = [...new Set([...transport.inherit, ...given])];
  const withInherited = (names: readonly string[]) => ({
    ...server,
    transport: { ...transport, inherit: [...inherit, ...names] },
  });
  if (given.some(isNetworkVariable)) return withInherited([]);
  const there = await app.ask("servers.networkVariables", {});
  const offered = variablesToPassOn({ ...transport, inherit }, secrets, there);
  const here = variablesToPassOn({ ...transport, inherit: [...inherit, ...there] }, secrets, networkVariables(env));
  if (here.length > 0) terminal.note(text.servers.onlyHere(here.join(", "), options("secret", here)));
  if (offered.length === 0) return withInherited([]);
  const input = new PrivateInput(context);
  if (call.flag("yes")) return withInherited(offered);
  if (!input.isTerminal) {
    terminal.note(text.servers.notPassedOn(offered.join(", "), options("inherit", offered)));
    return withInherited([]);
  }
  const agrees = await input.agrees(text.servers.passOn(offered.join(", ")), true).catch((error: unknown) => {
    throw error instanceof InputEnded ? new UsageError(text.servers.json.notAgreed) : error;
  });
  return withInherited(agrees ? offered : []);
}

const options = (name: "inherit" | "secret", variables: readonly string[]) =>
  variables.map((variable) => `--${name} ${variable}`).join(" ");
