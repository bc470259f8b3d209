/** The command line was written wrongly; the message says how, `command` whose help shows the right way. */
export class UsageError extends Error {
  readonly command: string | null;

  constructor(message: string, command: string | null = null) {
    super(message);
    this.name = "UsageError";
    this.command = command;
  }
}
