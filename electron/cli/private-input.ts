import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { text as readText } from "node:stream/consumers";
import { type CommandContext, InputEnded, UsageError } from "./command.ts";

/**
 * Asks a person for secrets, which a shell would keep in its history, and for decisions. On a terminal, secrets are not
 * echoed; otherwise each is a line of standard input, in the order of the questions. Hand-written: @clack/prompts shows
 * the length of a secret, and reads only from a terminal.
 */
export class PrivateInput {
  readonly #context: Pick<CommandContext, "stdin" | "stderr" | "terminal" | "text">;
  #lines: string[] | null = null;

  constructor(context: Pick<CommandContext, "stdin" | "stderr" | "terminal" | "text">) {
    this.#context = context;
  }

  /** Whether a person can be asked. */
  get isTerminal(): boolean {
    return this.#context.stdin.isTTY === true;
  }

  /**
   * Reads a secret.
   * @param option the option that allows reading it from standard input
   * @throws UsageError without a terminal if the option is not given; InputEnded
   */
  async secret(prompt: string, option: { readonly name: string; readonly isGiven: boolean }): Promise<string> {
    if (option.isGiven) return await this.line(`--${option.name}`);
    if (this.isTerminal) return await this.#ask(`${prompt}: `, true);
    throw new UsageError(this.#context.text.input.secretNeeds(option.name));
  }

  /** Reads a secret from a terminal, or the next line of standard input. @throws UsageError, InputEnded */
  async secretOrLine(prompt: string, name: string): Promise<string> {
    return this.isTerminal ? await this.#ask(`${prompt}: `, true) : await this.line(name);
  }

  /** Returns the next line of standard input. @throws UsageError if there is none */
  async line(name: string): Promise<string> {
    this.#lines ??= (await readText(this.#context.stdin)).split(/\r?\n/);
    const line = this.#lines.shift();
    if (line !== undefined && line !== "") return line;
    throw new UsageError(this.#context.text.input.noLine(name));
  }

  /** Returns the rest of standard input, without its last line feed. */
  async rest(): Promise<string> {
    return (this.#lines?.splice(0).join("\n") ?? (await readText(this.#context.stdin))).replace(/\r?\n$/, "");
  }

  /** Text that is shown while it is typed; only on a terminal. @throws InputEnded */
  async text(prompt: string): Promise<string> {
    return (await this.#ask(prompt, false)).trim();
  }

  /** @throws InputEnded unless the person agrees; UsageError without a terminal if the option is not given */
  async confirm(question: string, option: { readonly name: string; readonly isGiven: boolean }): Promise<void> {
    if (option.isGiven) return;
    if (!this.isTerminal) throw new UsageError(this.#context.text.input.agreeWith(option.name));
    if (!/^(y|yes)$/i.test(await this.text(`${question} [y/N] `))) throw new InputEnded();
  }

  /** Asks on a terminal; Enter without an answer means `otherwise`. @throws InputEnded at Ctrl+C and Ctrl+D */
  async agrees(question: string, otherwise: boolean): Promise<boolean> {
    const answer = await this.text(`${question} ${otherwise ? "[Y/n]" : "[y/N]"} `);
    return answer === "" ? otherwise : /^(y|yes)$/i.test(answer);
  }

  /**
   * Asks on a terminal as `agrees` with yes for Enter, and shows details as often as they are requested. Other answers are
   * asked for again. @throws InputEnded at Ctrl+C and Ctrl+D
   */
  async agreesToDetails(question: string, showDetails: () => Promise<void>): Promise<boolean> {
    for (;;) {
      const answer = await this.text(`${question} ${this.#context.text.input.yesNoDetails} `);
      if (/^(y|yes|)$/i.test(answer)) return true;
      if (/^(n|no)$/i.test(answer)) return false;
      if (/^(d|details|\?)$/i.test(answer)) await showDetails();
    }
  }

  /** Resolves when Enter is pressed, or when the signal aborts. @throws InputEnded at Ctrl+C and Ctrl+D */
  async enter(signal: AbortSignal): Promise<void> {
    await this.#ask("", true, signal);
  }

  #ask(prompt: string, isHidden: boolean, signal?: AbortSignal): Promise<string> {
    const { stdin, stderr, terminal } = this.#context;
    const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
    // The line editor switches off the echo of the terminal, and its own output is discarded.
    const editor = createInterface({ input: stdin, output: isHidden ? silent : stderr, terminal: true });
    if (isHidden) stderr.write(prompt);
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
