import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import type { Clock, Logger } from "../core/ports.ts";
import { REMOTE_ACCESS } from "../core/remote-domains.ts";
import { setAside } from "../core/util/set-aside.ts";
import { parsePostgresAddress } from "../postgres/address.ts";
import { RecollectError } from "../text/errors.ts";

const domainRecord = z.object({
  /** Names its password among the owner's secrets. */
  id: z.string().min(1),
  domain: z.string().min(1),
  /** Without a password. */
  address: z.string().refine((text) => {
    try {
      return parsePostgresAddress(text).password === null;
    } catch {
      return false;
    }
  }),
  access: z.enum(REMOTE_ACCESS),
});

/** A remote domain as it is stored. */
export type DomainRecord = z.output<typeof domainRecord>;

const domainsFile = z.object({ domains: z.array(domainRecord) });

export interface DomainFileOptions {
  readonly file: string;
  readonly write: (file: string, content: string) => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** `remote-domains.json` in the data folder. It has no passwords. */
export class DomainFile {
  readonly #options: DomainFileOptions;
  #records: readonly DomainRecord[];
  /** Reports that the file was damaged and renamed; null if it was not. */
  readonly damage: RecollectError | null;

  constructor(options: DomainFileOptions) {
    this.#options = options;
    const { records, damage } = read(options);
    this.#records = records;
    this.damage = damage;
  }

  /** In the order in which they were added. */
  list(): readonly DomainRecord[] {
    return this.#records;
  }

  get(domain: string): DomainRecord | undefined {
    return this.#records.find((record) => record.domain === domain);
  }

  /** Adds or replaces a record. @throws storage; then nothing changes */
  put(record: DomainRecord): void {
    const isKnown = this.get(record.domain) !== undefined;
    const replaced = this.#records.map((known) => (known.domain === record.domain ? record : known));
    this.#replace(isKnown ? replaced : [...this.#records, record]);
  }

  /** @throws storage; then nothing changes */
  delete(domain: string): void {
    this.#replace(this.#records.filter((record) => record.domain !== domain));
  }

  #replace(records: readonly DomainRecord[]): void {
    const { file, write } = this.#options;
    write(file, `${JSON.stringify({ domains: records })}\n`);
    this.#records = records;
  }
}

function read({ file, clock, logger }: DomainFileOptions): {
  readonly records: readonly DomainRecord[];
  readonly damage: RecollectError | null;
} {
  if (!existsSync(file)) return { records: [], damage: null };
  try {
    return { records: domainsFile.parse(JSON.parse(readFileSync(file, "utf8"))).domains, damage: null };
  } catch (error) {
    const aside = setAside(file, "broken", clock.now());
    logger.warn("The list of remote domains could not be read. The file was renamed.", { aside, error });
    return { records: [], damage: new RecollectError("remote_file_damaged", { setAside: aside }) };
  }
}
