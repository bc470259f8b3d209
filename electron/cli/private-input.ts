import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { type CommandContext, UsageError } from "./command.ts";

/** The person ended the input: Ctrl+C, Ctrl+D, or "no". Nothing was changed. */
export class InputEnded extends Error {}

/**
 * What a person enters beside the command line: secrets, which a shell would keep in its history, and decisions. From a
 * terminal, secrets without echo; else from lines of standard input, in the order in which they are asked for.
 */
export class PrivateInput {
  readonly #context: Pick<CommandContext, "stdin" | "terminal">;
  readonly #command: string;
  #lines: string[] | null = null;

  constructor(context: Pick<CommandContext, "stdin" | "terminal">, command: string) {
    this.#context = context;
    this.#command = command;
  }

  /** Whether a person can be asked. */
  get isTerminal(): boolean {
    return this.#context.stdin.isTTY === true;
  }

  /**
   * Reads a secret.
   * @param option the option that permits to read it from standard input where that is not a terminal
   * @throws UsageError where it is neither; InputEnded
   */
  async secret(prompt: string, option: { readonly name: string; readonly isGiven: boolean }): Promise<string> {
    if (option.isGiven) return await this.line(`--${option.name}`);
    if (this.isTerminal) return await this.#ask(`${prompt}: `, true);
    throw new UsageError(`Run it on a terminal, or pass --${option.name} and standard input.`, this.#command);
  }

  /** Reads a secret from a terminal, or the next line of standard input. @throws UsageError, InputEnded */
  async secretOrLine(prompt: string, name: string): Promise<string> {
    return this.isTerminal ? await this.#ask(`${prompt}: `, true) : await this.line(name);
  }

  /** The next line of standard input. @throws UsageError where there is none */
  async line(name: string): Promise<string> {
    this.#lines ??= (await readText(this.#context.stdin)).split(/\r?\n/);
    const line = this.#lines.shift();
    if (line !== undefined && line !== "") return line;
    throw new UsageError(`Standard input has no line for ${name}.`, this.#command);
  }

  /** What standard input still has, without its last line feed. */
  async rest(): Promise<string> {
    return (this.#lines?.splice(0).join("\n") ?? (await readText(this.#context.stdin))).replace(/\r?\n$/, "");
  }

  /** Text that is shown while it is typed; only on a terminal. @throws InputEnded */
  async text(prompt: string): Promise<string> {
    return (await this.#ask(prompt, false)).trim();
  }

  /** @throws InputEnded unless the person agrees; UsageError where there is no terminal and the option is missing */
  async confirm(question: string, option: { readonly name: string; readonly isGiven: boolean }): Promise<void> {
    if (option.isGiven) return;
    if (!this.isTerminal) throw new UsageError(`Pass --${option.name} to agree.`, this.#command);
    if (!/^(y|yes)$/i.test(await this.text(`${question} [y/N] `))) throw new InputEnded();
  }

  /** Asks on a terminal; Enter without an answer means yes or no as given. @throws InputEnded at Ctrl+C and Ctrl+D */
  async agrees(question: string, otherwise: boolean): Promise<boolean> {
    const answer = await this.text(`${question} ${otherwise ? "[Y/n]" : "[y/N]"} `);
    return answer === "" ? otherwise : /^(y|yes)$/i.test(answer);
  }

  /** Resolves when Enter is pressed, or when the signal aborts. @throws InputEnded at Ctrl+C and Ctrl+D */
  async enter(signal: AbortSignal): Promise<void> {
    await this.#ask("", true, signal);
  }

  #ask(prompt: string, isHidden: boolean, signal?: AbortSignal): Promise<string> {
    const { stdin, terminal } = this.#context;
    const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
    // The line editor switches the echo of the terminal off; what it would draw itself goes nowhere.
    const editor = createInterface({ input: stdin, output: isHidden ? silent : process.stderr, terminal: true });
    if (isHidden) process.stderr.write(prompt);
    return new Promise((resolve, reject) => {
      editor.once("close", () => {
        if (isHidden) terminal.note("");
        reject(new InputEnded());
      });
      editor.once("SIGINT", () => editor.close());
      const stop = () => {
        resolve("");
        editor.close();
      };
      if (signal?.aborted === true) stop();
      signal?.addEventListener("abort", stop, { once: true });
      editor.question(isHidden ? "" : prompt, (answer) => {
        resolve(answer);
        editor.close();
      });
    });
  }
}

async function readText(stdin: NodeJS.ReadStream): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stdin) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString("utf8");
}
