import { z } from "zod";
import { SPACE_ROLES } from "../../core/spaces.ts";
import { type RecordContext, RecordList } from "../../platform/record-file.ts";
import { RecollectError } from "../../text/errors.ts";

const spaceRecord = z.object({
  id: z.string().length(26),
  carrier: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("folder"), folder: z.string().min(1) }),
    z.object({ kind: z.literal("postgres"), address: z.string().min(1) }),
  ]),
  isEncrypted: z.boolean(),
  /** As it was when the carrier was opened last. */
  role: z.enum(SPACE_ROLES).nullable(),
  isPaused: z.boolean().default(false),
  /** The store may not have the membership yet. */
  isPending: z.boolean().default(false),
  /** Memories that existed before are still to be shared; `merge`: identical ones are merged. */
  sharing: z.enum(["merge", "plain"]).nullable().default(null),
  /** What the owner chose for the memories when leaving. */
  leaving: z.enum(["keep", "remove"]).nullable().default(null),
  /** The passphrase was changed, and entries are still to be sealed again. */
  isResealing: z.boolean().default(false),
  /** When everything was last exchanged, in milliseconds since 1970. */
  lastSyncAt: z.number().nullable().default(null),
});
/** The membership of this device in a space. It has no secrets: they are in the keychain. */
export type SpaceRecord = z.output<typeof spaceRecord>;
export type SpaceFile = RecordList<SpaceRecord>;

/** `spaces.json`. Which spaces this device is a member of is in the store. */
export function openSpaceFile(options: RecordContext & { readonly file: string }): SpaceFile {
  return new RecordList({
    ...options,
    item: spaceRecord,
    keyOf: ({ id }) => id,
    property: "spaces",
    damage: (setAside) => new RecollectError("spaces_file_damaged", { setAside }),
  });
}
