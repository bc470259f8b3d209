import { RecollectError } from "../../text/errors.ts";
import { type Entry, placeOf } from "../client.ts";
import { linkWarning } from "../install/configuration-file.ts";
import { putEntry, readEntry, removeEntry } from "../install/edit-text.ts";
import { type ConnectionPlan, planPut, planRemove, previewOf, type Stamp, type Target } from "../install/plan.ts";

/** An entry of another server that is put into a client's file. */
export interface NamedEntry {
  readonly name: string;
  readonly entry: Readonly<Record<string, unknown>>;
}

/**
 * Plans to replace entries of other servers by ours.
 * @param entry our entry, or null if the file already contains it
 * @throws conflict if the entry named `recollect` is not ours
 */
export function planReplace(
  target: Target,
  names: readonly string[],
  entry: Entry | null,
  stamp: Stamp,
): ConnectionPlan {
  const { client, scope, file, written } = target;
  const place = placeOf(client, scope);
  const present = readEntry(file.text, place);
  if (present !== undefined && !target.isOurs(present)) throw new RecollectError("entry_foreign", { path: file.path });
  const put = entry === null ? null : planPut(target, "stdio", entry, stamp);
  const text = names.reduce((rest, name) => removeEntry(rest, { ...place, name }, false), put?.text ?? file.text);
  const transport = put?.preview.transport ?? written?.transport ?? "stdio";
  return {
    preview: {
      ...previewOf(target, "connect", transport, text, stamp),
      warnings: put?.preview.warnings ?? linkWarning(file),
    },
    file,
    text,
    newMode: 0o600,
    isPrivate: false,
    // Undoing our change must not bring back the entries of the others.
    record: put === null || put.record === null ? written : { ...put.record, reversal: null },
  };
}

/**
 * Plans to put entries of other servers back.
 * @param options.removesOurs whether our entry is removed
 * @param options.exactText the complete former text, or null to add the entries one by one
 */
export function planPutBack(
  target: Target,
  entries: readonly NamedEntry[],
  options: { readonly removesOurs: boolean; readonly exactText: string | null },
  stamp: Stamp,
): ConnectionPlan {
  const { client, scope, file, written } = target;
  const place = placeOf(client, scope);
  const withEntries = entries.reduce(
    (rest, { name, entry }) => putEntry(rest, { ...place, name }, entry as Entry),
    file.text,
  );
  const removal = options.removesOurs ? planRemove({ ...target, file: { ...file, text: withEntries } }, stamp) : null;
  const text = options.exactText ?? removal?.text ?? withEntries;
  const action = options.removesOurs ? "disconnect" : "connect";
  return {
    preview: {
      ...previewOf(target, action, written?.transport ?? "stdio", text, stamp),
      warnings: linkWarning(file),
    },
    file,
    text,
    newMode: 0o600,
    isPrivate: false,
    record: options.removesOurs ? null : written,
  };
}
