import { MAX_CONTENT_BYTES, type MemoryState } from "../core/memory-fields.ts";
import type { NoticeListener } from "../core/memory-service.ts";
import { replaceRanges } from "../core/secrets/find-secrets.ts";
import { cleaned, type Finding, findingsIn } from "../core/secrets/masked-text.ts";
import { type SecretPolicy, secretActionFor } from "../core/secrets/policy.ts";
import { privatePartsIn } from "../core/secrets/private-parts.ts";
import { RecollectError } from "../text/errors.ts";

/** Returns the fields without private parts and secrets. @throws invalid_argument that names the field */
export type StopSecrets = <Fields extends Partial<MemoryState>>(
  fields: Fields,
  domain: string,
  notify: NoticeListener,
) => Fields;

/**
 * Creates the check that every memory passes before it is stored: captures, edits, merges, reviews and imports with
 * their history. Private parts are always removed. Secrets are masked, refused or allowed, as the owner chose for the
 * domain; a name (domain, namespace) cannot be masked and is refused, a tag is removed.
 */
export function createSecretStop(policy: () => SecretPolicy): StopSecrets {
  return (fields, domain, notify) => {
    const current = policy();
    const action = secretActionFor(current, domain);

    const stopInText = (field: "content" | "source", given: string): string => {
      const open = removePrivateParts(cleaned(given), field, notify);
      if (action === "allow" || Buffer.byteLength(open) > MAX_CONTENT_BYTES) return open;
      const findings = findingsIn(open, current);
      if (findings.length === 0) return open;
      const names = namesOf(findings);
      if (action === "refuse") throw new RecollectError("secret_refused", { names }, { field });
      notify({ reason: "masked", params: { field, names } });
      return replaceRanges(open, findings, ({ mask }) => mask);
    };
    const stopInTags = (tags: readonly string[]): string[] =>
      tags.flatMap((given) => {
        const tag = removePrivateParts(cleaned(given), "tags", notify);
        const findings = action === "allow" ? [] : findingsIn(tag, current);
        if (findings.length === 0) return tag.trim() === "" ? [] : [tag];
        const names = namesOf(findings);
        if (action === "refuse") throw new RecollectError("secret_refused", { names }, { field: "tags" });
        notify({ reason: "tag_removed", params: { names } });
        return [];
      });
    const assertName = (field: "domain" | "namespace", name: string | undefined) => {
      if (name === undefined || action === "allow") return;
      const findings = findingsIn(cleaned(name), { personalData: false });
      if (findings.length > 0) throw new RecollectError("secret_in_name", { names: namesOf(findings) }, { field });
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
    if (stopped.content?.trim() === "" && content?.trim() !== "")
      throw new RecollectError("content_private", {}, { field: "content" });
    return stopped;
  };
}

function removePrivateParts(text: string, field: "content" | "source" | "tags", notify: NoticeListener): string {
  const parts = privatePartsIn(text);
  if (parts.length === 0) return text;
  notify({ reason: "private_removed", params: { field, count: parts.length } });
  return replaceRanges(text, parts, () => "");
}

function namesOf(findings: readonly Finding[]): string[] {
  return [...new Set(findings.map(({ name }) => name))];
}
