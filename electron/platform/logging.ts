import pino, { type Level } from "pino";
import pinoRoll from "pino-roll";
import type { Logger } from "../core/ports.ts";

/** One log file's size before the next begins, and how many old ones are kept. */
const MAX_FILE_SIZE = "5m";
const KEPT_FILES = 5;

export interface OpenedLog {
  readonly logger: Logger;
  /** Writes out what is buffered and closes the file. */
  close(): Promise<void>;
}

/**
 * Opens the application's log: JSON lines in `<folder>/recollect.<n>.log`, rotated by size. Written in this process
 * (pino's worker transports cannot be bundled). Tokens never reach the file, wherever in a line they stand.
 */
export async function openLog(options: { readonly file: string; readonly level: Level }): Promise<OpenedLog> {
  const stream = await pinoRoll({
    file: options.file,
    extension: ".log",
    size: MAX_FILE_SIZE,
    limit: { count: KEPT_FILES },
    mkdir: true,
    // Few lines are written, and the last ones before a crash are the ones that are wanted.
    sync: true,
    mode: 0o600,
  });
  // A full disk is told by whatever has to be written; what cannot be logged ends nothing.
  stream.on("error", () => undefined);
  let isOpen = true;
  const log = pino(
    {
      level: options.level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { error: pino.stdSerializers.err },
    },
    {
      write(line) {
        // What ends last may still have something to say.
        if (isOpen) stream.write(redactSecrets(line));
      },
    },
  );
  return {
    logger: {
      debug: (message, fields) => log.debug(fields ?? {}, message),
      info: (message, fields) => log.info(fields ?? {}, message),
      warn: (message, fields) => log.warn(fields ?? {}, message),
      error: (message, fields) => log.error(fields ?? {}, message),
    },
    close: () =>
      new Promise((resolve) => {
        isOpen = false;
        stream.once("close", resolve);
        stream.end();
      }),
  };
}

/** Bearer credentials, JSON Web Tokens and one-time keys in a link, whatever surrounds them. */
const SECRETS = /(?<=\bBearer\s+)[\w.~+/=-]+|\beyJ[\w-]+\.[\w-]+\.[\w-]*|(?<=[?&]key=)[\w-]+/gi;

/** Text without the secrets it carried. */
export function redactSecrets(text: string): string {
  return text.replace(SECRETS, "[redacted]");
}
