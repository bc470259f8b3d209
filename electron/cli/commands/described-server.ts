import { readFileSync } from "node:fs";
import path from "node:path";
import { text as readText } from "node:stream/consumers";
import { programFor } from "../../core/program.ts";
import type { ServerJson, ServerJsonChoice } from "../../core/server-json.ts";
import { type InputValues, inputsOf, missingInputs, outline } from "../../core/server-template.ts";
import { readAddWords, readServerText, type ServerText } from "../../core/server-text/read-server-text.ts";
import { draftInputs, fillDraft, type ServerDraft, withoutInput } from "../../core/server-text/server-draft.ts";
import type { NewServer } from "../../core/servers.ts";
import type { CommandText } from "../../text/command-line.ts";
import { messageText } from "../../text/message.ts";
import { type CommandCall, type CommandContext, InputEnded, UsageError } from "../command.ts";
import { pairs, readSecrets } from "../named-values.ts";
import { PrivateInput } from "../private-input.ts";
import { plainText } from "../terminal.ts";

/**
 * `servers add [NAME] --server-json FILE` and `--text FILE`: the server that a `server.json` of the MCP registry, or a text of
 * a server's documentation, describes. Also the link in `--url` and the command line of another client, which is not run.
 * Values that the text sets are shown, and the person agrees to them.
 * @returns null if the arguments are a server themselves
 * @throws UsageError if no described server can be run, an input has no value, or the person does not agree
 */
export async function describedServer(call: CommandCall, context: CommandContext): Promise<NewServer | null> {
  const { folder, stdin, text } = context;
  const [name = "", ...words] = call.words;
  const [json, file, url] = [call.text("server-json"), call.text("text"), call.text("url")];
  const given = json ?? file;
  if (given !== undefined) {
    const content = given === "-" ? await readText(stdin) : readFileSync(path.resolve(folder, given), "utf8");
    const read = readServerText(content);
    if (json !== undefined && read?.kind !== "registry") {
      const isJson = read?.kind !== "problem" || read.problem.reason !== "text_format";
      throw new UsageError(isJson ? text.servers.json.notServerJson(json) : text.servers.json.invalid(json));
    }
    return await enterValues(chosenIn(read, name, call, text), given, call, context);
  }
  if (url !== undefined && !/^https?:/i.test(url)) {
    return await enterValues(chosenIn(readServerText(url), name, call, text), null, call, context);
  }
  const read = readAddWords(words);
  if (read !== null) return await enterValues(chosenIn(read, name, call, text), null, call, context);
  // Without a name, the first word is the client's program.
  const unnamed = url === undefined ? readAddWords(call.words) : null;
  return unnamed === null ? null : await enterValues(chosenIn(unnamed, "", call, text), null, call, context);
}

/** A server of a text, and what the person agrees to. */
interface Chosen extends Pick<ServerJsonChoice, "inputs" | "build"> {
  readonly name: string;
  /** What it starts or sets, in lines. */
  readonly lines: readonly string[];
  readonly question: string;
}

/** The server to add. @throws UsageError if the text has none, or several and the name is none of theirs */
function chosenIn(read: ServerText | null, given: string, call: CommandCall, text: CommandText): Chosen {
  const words = text.servers.json;
  if (read === null) throw new UsageError(messageText(text.notes, { reason: "text_empty" }));
  if (read.kind === "problem") throw new UsageError(messageText(text.notes, read.problem));
  if (read.kind === "registry") {
    const { inputs, fixed, build } = chooseFrom(read.server, call.text("package"), text);
    const lines = fixed.map(({ kind, name, value }) => words.fixed(kind, [name, value].filter(Boolean).join(" ")));
    const name = given === "" ? read.server.name : given;
    return { name, inputs, build, lines, question: words.agree(fixed.length) };
  }
  const { drafts } = read;
  const found = drafts.find(({ name }) => name === given) ?? (drafts.length === 1 ? drafts[0] : undefined);
  if (found === undefined) throw new UsageError(words.several(drafts.map(({ name }) => name).join(", ")));
  const draft = emptyInputs(call).reduce(withoutInput, found);
  return {
    name: given === "" ? draft.name : given,
    inputs: draftInputs(draft),
    build: (entered) => serverOf(draft, entered),
    lines: linesOf(draft, text),
    question: words.agreeToText,
  };
}

/** The inputs that `--input NAME=` leaves out. */
function emptyInputs(call: CommandCall): readonly string[] {
  return call.texts("input").flatMap((given) => (/^[^=]+=$/.test(given) ? [given.slice(0, -1)] : []));
}

/** What a draft starts, and what its text sets. Secrets are not shown. */
function linesOf({ transport, values }: ServerDraft, { servers: { json } }: CommandText): readonly string[] {
  const place =
    transport.kind === "stdio"
      ? json.starts([transport.command, ...transport.args].map(outline).join(" "))
      : json.isAt(outline(transport.url));
  const kind = transport.kind === "stdio" ? "variable" : "header";
  const set = values.map(({ name, template, isSecret }) => {
    const isHidden = isSecret && inputsOf([template]).length === 0;
    return json.fixed(kind, `${name} ${isHidden ? "…" : outline(template)}`);
  });
  return [place, ...set];
}

function serverOf(draft: ServerDraft, entered: InputValues): Omit<NewServer, "name"> {
  const { transport, values } = fillDraft(draft, entered);
  const named = (secret: boolean) =>
    Object.fromEntries(values.filter((value) => value.secret === secret).map(({ name, value }) => [name, value]));
  const [plain, secrets] = [named(false), named(true)];
  if (transport.kind !== "stdio") return { transport: { ...transport, headers: plain }, secrets };
  return { transport: { ...transport, env: plain, inherit: [] }, secrets };
}

/** Asks for the values of a described server. @param file the file that was read; null for none */
async function enterValues(
  choice: Chosen,
  file: string | null,
  call: CommandCall,
  context: CommandContext,
): Promise<NewServer> {
  const { stdin, platform, terminal, text } = context;
  const words = text.servers.json;
  const given = pairs(call.texts("input"), "input", text);
  const secret = choice.inputs.find((input) => input.isSecret && Object.hasOwn(given, input.name));
  if (secret !== undefined) throw new UsageError(words.secret(secret.name));
  // Standard input contains the file.
  const secrets = await readSecrets(call.texts("secret"), context, stdin.isTTY === true || file === "-");
  const values = { ...given, ...secrets };
  const left = new Set(emptyInputs(call));
  const unknown = Object.keys(values).find(
    (value) => !left.has(value) && !choice.inputs.some((input) => input.name === value),
  );
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
  for (const line of choice.lines) terminal.note(plainText(line));
  for (const one of byDefault) terminal.note(plainText(words.byDefault(one.name, one.default ?? "")));
  if (choice.lines.length > 0) {
    const agreement = { name: "yes", isGiven: call.flag("yes") };
    await new PrivateInput(context).confirm(choice.question, agreement).catch((error: unknown) => {
      throw error instanceof InputEnded ? new UsageError(words.notAgreed) : error;
    });
  }
  const program = transport.kind === "stdio" ? { ...transport, ...programFor(platform, transport) } : transport;
  return { name: choice.name, transport: program, secrets: stored };
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

function inputsText({ inputs }: Pick<ServerJsonChoice, "inputs">, { servers }: CommandText): string {
  return inputs.length === 0 ? servers.json.noInputs : servers.json.inputs(inputs.map(({ name }) => name).join(", "));
}
