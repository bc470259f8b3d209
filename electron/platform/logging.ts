import pino, { type Level } from "pino";
import pinoRoll from "pino-roll";
import type { Logger } from "../core/ports.ts";

/** The size at which a log file is rotated, and the number of old files. */
const MAX_FILE_SIZE = "5m";
const MAX_FILES = 5;

export interface OpenedLog {
  readonly logger: Logger;
  /** Flushes and closes the file. */
  close(): Promise<void>;
}

/**
 * Opens the application's log: JSON lines in `<folder>/recollect.<n>.log`, rotated by size. This process writes it,
 * because pino's worker transports cannot be bundled. Tokens are redacted anywhere in a line.
 */
export async function openLog(options: { readonly file: string; readonly level: Level }): Promise<OpenedLog> {
  const stream = await pinoRoll({
    file: options.file,
    extension: ".log",
    size: MAX_FILE_SIZE,
    limit: { count: MAX_FILES },
    mkdir: true,
    // The log has few lines, and the last ones before a crash matter most.
    sync: true,
    mode: 0o600,
  });
  // A full disk is reported by the writes that matter; a failing log must not stop the application.
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
        // Parts that stop late may log after the file was closed.
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

/** Bearer credentials, JSON Web Tokens, and one-time keys in links. */
const SECRETS = /(?<=\bBearer\s{1,8})[\w.~+/=-]+|\beyJ[\w-]+\.[\w-]+\.[\w-]*|(?<=[?&]key=)[\w-]+/gi;

/** Returns the text with its secrets replaced. */
function redactSecrets(text: string): string {
  return text.replace(SECRETS, "[redacted]");
}
