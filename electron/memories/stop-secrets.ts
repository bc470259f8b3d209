import { type EnteredText, enterText, gatePolicyFor } from "../core/gate/gate.ts";
import { normalText } from "../core/gate/normal-text.ts";
import { MAX_CONTENT_BYTES, type MemoryState } from "../core/memory-fields.ts";
import type { NoticeListener } from "../core/memory-service.ts";
import type { SecretPolicy } from "../core/secrets/policy.ts";
import { RecollectError } from "../text/errors.ts";

/** Returns the fields without private parts and secrets. @throws invalid_argument that names the field */
export type StopSecrets = <Fields extends Partial<MemoryState>>(
  fields: Fields,
  domain: string,
  notify: NoticeListener,
) => Fields;

type TextField = "content" | "source" | "tags";

/**
 * Creates the check that every memory passes before it is stored: captures, edits, merges, reviews and imports with
 * their history. Private parts are always removed. Secrets are masked, refused or allowed, as the owner chose for the
 * domain; a name (domain, namespace) cannot be masked and is refused, a tag is removed.
 */
export function createSecretStop(policy: () => SecretPolicy): StopSecrets {
  return (fields, domain, notify) => {
    const gate = gatePolicyFor(policy(), domain);

    /** Null for binary text, which is refused later. */
    const enter = (field: TextField, given: string): EnteredText | null => {
      if (given.includes("\0")) return null;
      const entered = enterText(given, gate, { maximum: MAX_CONTENT_BYTES });
      const { secrets: names, privateParts: count } = entered;
      if (count > 0) notify({ reason: "private_removed", params: { field, count } });
      if (names.length > 0 && gate.action === "refuse")
        throw new RecollectError("secret_refused", { names }, { field });
      return entered;
    };
    const stopInText = (field: "content" | "source", given: string): string => {
      const entered = enter(field, given);
      if (entered === null) return given;
      const { secrets: names } = entered;
      if (names.length > 0) notify({ reason: "masked", params: { field, names } });
      return entered.text;
    };
    const stopInTags = (tags: readonly string[]): string[] =>
      tags.flatMap((given) => {
        const entered = enter("tags", given);
        if (entered === null) return [given];
        const { secrets: names, text } = entered;
        if (names.length > 0) notify({ reason: "tag_removed", params: { names } });
        return names.length > 0 || text.trim() === "" ? [] : [text];
      });
    const assertName = (field: "domain" | "namespace", name: string | undefined) => {
      if (name === undefined || gate.action === "allow") return;
      const { secrets: names } = enterText(name, { action: "refuse", personalData: false });
      if (names.length > 0) throw new RecollectError("secret_in_name", { names }, { field });
    };

    assertName("domain", fields.domain);
    assertName("namespace", fields.namespace);
    const { content, source, tags } = fields;
    const stopped = {
      ...fields,
      ...(content === undefined ? {} : { content: stopInText("content", content) }),
      ...(typeof source === "string" ? { source: stopInText("source", source) } : {}),
      ...(tags === undefined ? {} : { tags: stopInTags(tags) }),
    };
    // A text of characters that are removed is empty, not private.
    const isPrivate = stopped.content?.trim() === "" && normalText(content ?? "").text.trim() !== "";
    if (isPrivate) throw new RecollectError("content_private", {}, { field: "content" });
    return stopped;
  };
}
