import type { Client, specTypeSchemas } from "@modelcontextprotocol/client";
import { cleanText, markHidden } from "../core/hidden-characters.ts";
import { isPlainTextPart } from "../core/plain-text-part.ts";
import { changeMembers } from "../core/util/change-members.ts";
import { isRecord } from "../core/util/is-record.ts";
import type { RequestOptions } from "./calling-client.ts";
import type { DirectRequest, DirectRequests } from "./direct-requests.ts";
import { withoutNulls } from "./read-message.ts";

/** Reports a part of a server's response that is left out. */
export type OnInvalid = (method: string, part: string, reason: string) => void;

const MAX_REASON_LENGTH = 200;

type Schemas = typeof specTypeSchemas;
type Result = Readonly<Record<string, unknown>>;

/** Where the parts of a result are, and the schemas of which each must fit one. */
interface PartsOf {
  readonly member: string;
  readonly schemas: readonly (keyof Schemas)[];
  /** Matches the names that are allowed, with the reason for others. */
  readonly names?: readonly [RegExp, string];
}

/** Clients use another name if model APIs refuse this one. */
export const TOOL_NAME = /^[^\p{C}\p{Zl}\p{Zp}]{0,256}$/u;
const TOOL_NAME_FORM = "at most 256 visible characters";
const PROMPT_NAME = /^(?=.*\S)[^\p{C}\p{Zl}\p{Zp}]{1,128}$/u;
const PROMPT_NAME_FORM = "1 to 128 visible characters";

const LISTS: Readonly<Record<string, PartsOf>> = {
  "tools/list": { member: "tools", schemas: ["Tool"], names: [TOOL_NAME, `its name needs ${TOOL_NAME_FORM}`] },
  "prompts/list": {
    member: "prompts",
    schemas: ["Prompt"],
    names: [PROMPT_NAME, `its name needs ${PROMPT_NAME_FORM}`],
  },
  "resources/list": { member: "resources", schemas: ["Resource"] },
  "resources/templates/list": { member: "resourceTemplates", schemas: ["ResourceTemplate"] },
};
const CONTENTS: Readonly<Record<string, PartsOf>> = {
  "tools/call": { member: "content", schemas: ["ContentBlock"] },
  "prompts/get": { member: "messages", schemas: ["PromptMessage"] },
  "resources/read": { member: "contents", schemas: ["TextResourceContents", "BlobResourceContents"] },
};
/** The types of optional members of results. A member of another type is removed. */
const TYPES: Readonly<Record<string, string>> = { nextCursor: "string", description: "string", isError: "boolean" };

/**
 * Makes a client read lists and contents part by part. The SDK validates each as one value: one invalid tool would hide
 * all tools of a server, and one invalid part the result of a call that had its effect. Valid parts are passed on
 * unchanged, except for what `withoutSecrets` removes from the results of calls. Requests for contents go past the client.
 */
export function readByParts(
  client: Client,
  direct: DirectRequests,
  schemas: Schemas,
  onInvalid: OnInvalid,
  withoutSecrets: (result: unknown) => unknown,
): void {
  type Send = (request: DirectRequest, ...rest: readonly unknown[]) => Promise<unknown>;
  const send = client.request.bind(client) as unknown as Send;
  const request: Send = async (sent, ...rest) => {
    const { method } = sent;
    const isOwnSchema = isRecord(rest[0]) && "~standard" in rest[0];
    const contents = isOwnSchema ? undefined : CONTENTS[method];
    if (contents !== undefined) {
      const result = await direct.request(sent, rest[0] as RequestOptions | undefined);
      if (result.resultType !== undefined) return withoutSecrets(result);
      const read = readResult(method, contents, result, schemas, onInvalid);
      if ("value" in read) return withoutSecrets(read.value);
      throw new Error(`Invalid result for ${method}: ${read.issues.map(({ message }) => message).join("; ")}`);
    }
    const parts = isOwnSchema ? undefined : LISTS[method];
    if (parts === undefined) return await send(sent, ...rest);
    const validate = (value: unknown) => readResult(method, parts, value, schemas, onInvalid);
    return await send(sent, { "~standard": { version: 1, vendor: "recollect", validate } }, ...rest);
  };
  client.request = request as unknown as Client["request"];
}

function readResult(
  method: string,
  { member, schemas: kinds, names }: PartsOf,
  value: unknown,
  schemas: Schemas,
  onInvalid: OnInvalid,
) {
  const cleaned = withoutNulls(value) as Result;
  const result = changeMembers(cleaned, (one, name) => (isOfType(name, one) ? one : undefined)) as Result;
  const given = result[member];
  const list: readonly unknown[] = Array.isArray(given) ? given : [];
  const reasons = Array.isArray(given) || given === undefined ? [] : [`${member} is not a list`];
  if (reasons.length > 0) onInvalid(method, member, "it is not a list");
  const valid = list.map(repaired).filter((part, index) => {
    if (kinds.includes("ContentBlock") && isPlainTextPart(part)) return true;
    const against = kinds.map((kind) => schemas[kind]);
    const reason = reasonAgainst(part, against) ?? reasonAgainstName(part, names);
    if (reason === null) return true;
    onInvalid(method, nameOf(part) ?? `${member}[${index}]`, reason);
    reasons.push(`${member}[${index}]: ${reason}`);
    return false;
  });
  // An empty result would look like a success without content.
  const isLost =
    method in CONTENTS && valid.length === 0 && reasons.length > 0 && result.structuredContent === undefined;
  if (isLost) return { issues: [{ message: reasons.join("; ").slice(0, MAX_REASON_LENGTH) }] };
  return { value: { ...result, [member]: valid } };
}

function isOfType(name: string, value: unknown): boolean {
  const type = TYPES[name];
  return type === undefined || typeof value === type;
}

/** A schema of arguments without `type` is one of an object; its other members may be null too. */
function repaired(part: unknown): unknown {
  if (!isRecord(part) || !isRecord(part.inputSchema)) return part;
  const members = Object.entries(part.inputSchema).filter(([name, value]) => value !== null || name === "default");
  const schema = Object.fromEntries(members);
  return { ...part, inputSchema: schema.type === undefined ? { type: "object", ...schema } : schema };
}

/** Returns why a value fits none of the schemas; null if it fits one. */
function reasonAgainst(value: unknown, schemas: readonly Schemas[keyof Schemas][]): string | null {
  let reason = "";
  for (const schema of schemas) {
    const outcome = schema["~standard"].validate(value);
    if (outcome instanceof Promise || outcome.issues === undefined) return null;
    const [issue] = outcome.issues;
    const path = (issue?.path ?? []).map((key) => (isRecord(key) ? key.key : key)).join(".");
    reason = `${path === "" ? "" : `${path}: `}${issue?.message ?? "invalid"}`;
  }
  const type = isRecord(value) && typeof value.type === "string" ? ` (type ${value.type.slice(0, 40)})` : "";
  return `${reason.split("\n")[0] ?? ""}${type}`.slice(0, MAX_REASON_LENGTH);
}

function reasonAgainstName(part: unknown, names: PartsOf["names"]): string | null {
  if (!isRecord(part)) return null;
  const addresses = [part.uri, part.uriTemplate].filter((address) => typeof address === "string");
  if (addresses.some((address) => cleanText(address).removed > 0)) return "its address has control characters";
  const [form, reason] = names ?? [/^/, ""];
  return typeof part.name === "string" && !form.test(part.name) ? reason : null;
}

function nameOf(part: unknown): string | null {
  if (!isRecord(part)) return null;
  const name = [part.name, part.uri, part.uriTemplate].find((one) => typeof one === "string" && one.trim() !== "");
  return typeof name === "string" ? markHidden(name.slice(0, 100)).replaceAll(/\s+/g, " ") : null;
}
