import { readFileSync } from "node:fs";
import path from "node:path";
import { programFor } from "../../core/program.ts";
import { missingInputs, readServerJson, type ServerJson, type ServerJsonChoice } from "../../core/server-json.ts";
import type { NewServer } from "../../core/servers.ts";
import type { CommandText } from "../../text/command-line.ts";
import { messageText } from "../../text/message.ts";
import { type CommandCall, type CommandContext, UsageError } from "../command.ts";
import { pairs, readSecrets } from "../named-values.ts";
import { InputEnded, PrivateInput } from "../private-input.ts";
import { plainText } from "../terminal.ts";

/**
 * `servers add [NAME] --server-json FILE`: the server that a `server.json` of the MCP registry describes.
 * Values that the file sets are shown, and the person agrees to them.
 * @throws UsageError if no described server can be run, an input has no value, or the person does not agree
 */
export async function serverFromJson(
  name: string,
  file: string,
  call: CommandCall,
  context: CommandContext,
): Promise<NewServer> {
  const { stdin, platform, terminal, text } = context;
  const words = text.servers.json;
  const json = readJson(file, context);
  const choice = chooseFrom(json, call.text("package"), text);
  const given = pairs(call.texts("input"), "input", text);
  const secret = choice.inputs.find((input) => input.isSecret && Object.hasOwn(given, input.name));
  if (secret !== undefined) throw new UsageError(words.secret(secret.name));
  // Standard input contains the file.
  const secrets = readSecrets(call.texts("secret"), context, stdin.isTTY === true || file === "-");
  const values = { ...given, ...secrets };
  const unknown = Object.keys(values).find((value) => !choice.inputs.some((input) => input.name === value));
  if (unknown !== undefined) throw new UsageError(`${words.noInput(unknown)} ${inputsText(choice, text)}`);
  const missing = missingInputs(choice, values);
  if (missing.length > 0) {
    const options = missing.map((input) => {
      const about = input.description === null ? "" : ` (${input.description})`;
      return `${input.isSecret ? `--secret ${input.name}` : `--input ${input.name}=VALUE`}${about}`;
    });
    throw new UsageError(words.required(options.join(", ")));
  }
  const { transport, secrets: stored } = choice.build(values);
  const byDefault = choice.inputs.filter((one) => one.default !== null && !Object.hasOwn(values, one.name));
  for (const { kind, name, value } of choice.fixed) {
    terminal.note(plainText(words.fixed(kind, [name, value].filter(Boolean).join(" "))));
  }
  for (const one of byDefault) terminal.note(plainText(words.byDefault(one.name, one.default ?? "")));
  if (choice.fixed.length > 0) {
    const agreement = { name: "yes", isGiven: call.flag("yes") };
    await new PrivateInput(context).confirm(words.agree(choice.fixed.length), agreement).catch((error: unknown) => {
      throw error instanceof InputEnded ? new UsageError(words.notAgreed) : error;
    });
  }
  const program = transport.kind === "stdio" ? { ...transport, ...programFor(platform, transport) } : transport;
  return { name: name === "" ? json.name : name, transport: program, secrets: stored };
}

function readJson(file: string, { folder, text }: CommandContext): ServerJson {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file === "-" ? 0 : path.resolve(folder, file), "utf8"));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UsageError(text.servers.json.invalid(file));
  }
  const json = readServerJson(value);
  if (json !== null) return json;
  throw new UsageError(text.servers.json.notServerJson(file));
}

/** Chooses the first package or remote, of a type if one is given, that can be run. @throws UsageError if none can */
function chooseFrom({ choices }: ServerJson, type: string | undefined, text: CommandText): ServerJsonChoice {
  const wanted = choices.filter((choice) => type === undefined || choice.type === type);
  const choice = wanted.find(({ problem }) => problem === null) ?? wanted[0];
  if (choice === undefined) {
    const types = [...new Set(choices.map((each) => each.type))].join(", ");
    throw new UsageError(text.servers.json.noPackage(type ?? "", types));
  }
  if (choice.problem === null) return choice;
  throw new UsageError(text.servers.json.unusable(choice.title, messageText(text.notes, choice.problem)));
}

function inputsText({ inputs }: ServerJsonChoice, { servers }: CommandText): string {
  return inputs.length === 0 ? servers.json.noInputs : servers.json.inputs(inputs.map(({ name }) => name).join(", "));
}
