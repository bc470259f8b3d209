import { readFileSync } from "node:fs";
import path from "node:path";
import { programFor } from "../../core/program.ts";
import { missingInputs, readServerJson, type ServerJson, type ServerJsonChoice } from "../../core/server-json.ts";
import type { NewServer } from "../../core/servers.ts";
import { notes } from "../../text/en/connect.ts";
import { messageText } from "../../text/message.ts";
import { type CommandCall, type CommandContext, UsageError } from "../command.ts";
import { pairs, readSecrets } from "../named-values.ts";

/**
 * `servers add [NAME] --server-json FILE`: the server that a `server.json` of the MCP registry describes.
 * @throws UsageError where it describes none that can be run, or an input has no value
 */
export function serverFromJson(name: string, file: string, call: CommandCall, context: CommandContext): NewServer {
  const { env, stdin, folder, platform } = context;
  const json = readJson(file, folder);
  const choice = chooseFrom(json, call.text("package"));
  const given = pairs(call.texts("input"), "input");
  const secret = choice.inputs.find((input) => input.isSecret && Object.hasOwn(given, input.name));
  if (secret !== undefined) {
    throw new UsageError(`${secret.name} is secret. Pass it with --secret ${secret.name}.`, "servers");
  }
  // Standard input has the file.
  const secrets = readSecrets(call.texts("secret"), env, stdin.isTTY === true || file === "-");
  const values = { ...given, ...secrets };
  const unknown = Object.keys(values).find((value) => !choice.inputs.some((input) => input.name === value));
  if (unknown !== undefined) throw new UsageError(`It has no input ${unknown}. ${inputsText(choice)}`, "servers");
  const missing = missingInputs(choice, values);
  if (missing.length > 0) {
    const options = missing.map((input) => {
      const about = input.description === null ? "" : ` (${input.description})`;
      return `${input.isSecret ? `--secret ${input.name}` : `--input ${input.name}=VALUE`}${about}`;
    });
    throw new UsageError(`Pass the required values: ${options.join(", ")}.`, "servers");
  }
  const { transport, secrets: stored } = choice.build(values);
  const program = transport.kind === "stdio" ? { ...transport, ...programFor(platform, transport) } : transport;
  return { name: name === "" ? json.name : name, transport: program, secrets: stored };
}

function readJson(file: string, folder: string): ServerJson {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file === "-" ? 0 : path.resolve(folder, file), "utf8"));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UsageError(`${file} is not valid JSON.`, "servers");
  }
  const json = readServerJson(value);
  if (json !== null) return json;
  throw new UsageError(`${file} is not a server.json: it has no packages and no remotes.`, "servers");
}

/** The first that can be run, or the one of a type. */
function chooseFrom({ choices }: ServerJson, type: string | undefined): ServerJsonChoice {
  const wanted = choices.filter((choice) => type === undefined || choice.type === type);
  const choice = wanted.find(({ problem }) => problem === null) ?? wanted[0];
  if (choice === undefined) {
    const types = [...new Set(choices.map((one) => one.type))].join(", ");
    throw new UsageError(`It has no package of the type ${type}. It has ${types}.`, "servers");
  }
  if (choice.problem === null) return choice;
  throw new UsageError(`${choice.title} cannot be used. ${messageText(notes, choice.problem)}`, "servers");
}

function inputsText({ inputs }: ServerJsonChoice): string {
  return inputs.length === 0 ? "It has no inputs." : `Its inputs: ${inputs.map(({ name }) => name).join(", ")}.`;
}
