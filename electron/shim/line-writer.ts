/** The client's side: one message a line. */
export interface LineWriter {
  /** Resolves when more may be written; at once unless the reader lags. */
  write(message: string | Buffer): Promise<void>;
  /** Calls back when everything written has been handed to the system. */
  flush(done: () => void): void;
}

const LINE_BREAKS = /[\r\n]+/g;

/** Writes messages to a stream. Line breaks between a message's tokens become spaces; inside strings JSON has none. */
export function createLineWriter(stream: NodeJS.WritableStream): LineWriter {
  let drained: Promise<void> | null = null;
  const ready = Promise.resolve();
  return {
    write(message) {
      const text = typeof message === "string" ? message : message.toString("utf8");
      const line = text.includes("\n") || text.includes("\r") ? text.replace(LINE_BREAKS, " ") : text;
      if (stream.write(`${line}\n`)) return ready;
      drained ??= new Promise((resolve) =>
        stream.once("drain", () => {
          drained = null;
          resolve();
        }),
      );
      return drained;
    },
    flush(done) {
      stream.write("", () => done());
    },
  };
}
