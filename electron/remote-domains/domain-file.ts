import { z } from "zod";
import { REMOTE_ACCESS } from "../core/remote-domains.ts";
import { type RecordContext, RecordList } from "../platform/record-file.ts";
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

/** `remote-domains.json`. It has no passwords. */
export function openDomainFile(options: RecordContext & { readonly file: string }): RecordList<DomainRecord> {
  return new RecordList({
    ...options,
    item: domainRecord,
    keyOf: ({ domain }) => domain,
    property: "domains",
    isCompact: true,
    damage: (setAside) => new RecollectError("remote_file_damaged", { setAside }),
  });
}
