import { createHash } from "node:crypto";
import { z } from "zod";
import { cleanText } from "../core/hidden-characters.ts";
import { splitInvitationLink } from "../core/invitation-link.ts";
import { formatPostgresAddress, type PostgresAddress, parsePostgresAddress } from "../postgres/address.ts";
import { RecollectError } from "../text/errors.ts";
import { ULID } from "./carrier.ts";

const SCHEME = "recollect://";
const VERSION = "1";
const MAX_NAME_LENGTH = 100;
const MAX_DOMAINS = 100;
const MAX_DOMAIN_LENGTH = 200;
const CHECKSUM_BYTES = 4;
/** The parameters of a link. Others are refused: a newer version has another number. */
const PARAMETERS = new Set(["v", "space", "name", "carrier", "address", "role", "encrypted", "domain", "check"]);

/** What a secret opens: the login of the database, and an encrypted space. */
export interface InvitationSecret {
  readonly password: string | null;
  readonly passphrase: string | null;
}

/** An invitation to a space. Nothing of it is used before the person who opened it agrees. */
export interface Invitation {
  readonly space: string;
  /** What the owner calls the space. */
  readonly name: string;
  /** A folder has no address: each machine has its own path to it. */
  readonly carrier: { readonly kind: "folder" } | { readonly kind: "postgres"; readonly address: PostgresAddress };
  /** What the invited may do; a folder has no rights, and null. */
  readonly role: "owner" | "writer" | "reader" | null;
  readonly isEncrypted: boolean;
  /** The domains of the space when the invitation was made, for the preview. */
  readonly domains: readonly string[];
}

const secretSchema = z.object({ p: z.string().min(1).nullable(), k: z.string().min(1).nullable() }).strict();

/** @param secret null if it is sent apart from the link; see {@link formatSecret} */
export function formatInvitation(invitation: Invitation, secret: InvitationSecret | null): string {
  const { space, name, carrier, role, isEncrypted, domains } = invitation;
  const parameters = new URLSearchParams({ v: VERSION, space, name, carrier: carrier.kind });
  if (carrier.kind === "postgres") {
    // The path of a certificate is valid on this machine only.
    parameters.set("address", formatPostgresAddress({ ...carrier.address, rootCertificate: null }));
  }
  if (role !== null) parameters.set("role", role);
  if (isEncrypted) parameters.set("encrypted", "1");
  for (const domain of domains) parameters.append("domain", domain);
  parameters.set("check", checksum(space, Buffer.from(parameters.toString())).toString("hex"));
  const fragment = secret === null ? "" : `#${formatSecret(space, secret)}`;
  return `${SCHEME}join?${parameters}${fragment}`;
}

/**
 * Reads an invitation, even if it was pasted with spaces around it.
 * @returns `secret` null if it is sent apart
 * @throws invalid_argument, which never contains the secret
 */
export function parseInvitation(link: string): {
  readonly invitation: Invitation;
  readonly secret: InvitationSecret | null;
} {
  const parts = splitInvitationLink(link);
  if (parts === null) throw invalid("it is not a link of Recollect");
  const { query, fragment } = parts;
  const parameters = new URLSearchParams(query);
  checkParameters(parameters);
  checkCompleteness(parameters);
  const space = parameters.get("space") ?? "";
  if (!ULID.test(space)) throw invalid("the id of the space");
  const carrier = parseCarrier(parameters);
  const encrypted = parameters.get("encrypted");
  if (encrypted !== null && encrypted !== "1") throw invalid("the encryption");
  const invitation: Invitation = {
    space,
    name: parseText(parameters.get("name") ?? "", MAX_NAME_LENGTH, "the name of the space"),
    carrier,
    role: parseRole(parameters.get("role"), carrier.kind),
    isEncrypted: encrypted === "1",
    domains: parameters.getAll("domain").map((domain) => parseText(domain, MAX_DOMAIN_LENGTH, "a domain")),
  };
  if (invitation.domains.length > MAX_DOMAINS) throw invalid("it has too many domains");
  return { invitation, secret: fragment === "" ? null : parseSecret(space, fragment) };
}

/** The secret as one word, with a checksum that also names the space. */
export function formatSecret(space: string, { password, passphrase }: InvitationSecret): string {
  const content = Buffer.from(JSON.stringify({ p: password, k: passphrase }));
  return Buffer.concat([checksum(space, content), content]).toString("base64url");
}

/** @throws invalid_argument if it is incomplete or of another space */
export function parseSecret(space: string, text: string): InvitationSecret {
  const word = text.trim();
  const bytes = Buffer.from(word, "base64url");
  const content = bytes.subarray(CHECKSUM_BYTES);
  const isComplete = bytes.toString("base64url") === word.replace(/(?<!=)=+$/, "") && content.length > 0;
  if (!isComplete || !checksum(space, content).equals(bytes.subarray(0, CHECKSUM_BYTES))) throw invalidSecret();
  try {
    const { p, k } = secretSchema.parse(JSON.parse(content.toString("utf8")));
    return { password: p, passphrase: k };
  } catch {
    throw invalidSecret();
  }
}

/** Each at most once, except domains. */
function checkParameters(parameters: URLSearchParams): void {
  const version = parameters.get("v");
  if (version !== null && version !== VERSION && /^\d+$/.test(version)) {
    throw new RecollectError("invitation_newer", {}, { field: "link" });
  }
  if (version !== VERSION) throw invalid("the version");
  const names = [...parameters.keys()];
  const unknown = names.find((name) => !PARAMETERS.has(name));
  if (unknown !== undefined) throw invalid("an unknown part");
  const repeated = names.find((name, index) => name !== "domain" && names.indexOf(name) !== index);
  if (repeated !== undefined) throw invalid(`${repeated} is there twice`);
}

/** A link that was cut must not become one to a space without encryption. */
function checkCompleteness(parameters: URLSearchParams): void {
  const content = new URLSearchParams(parameters);
  content.delete("check");
  const expected = checksum(parameters.get("space") ?? "", Buffer.from(content.toString())).toString("hex");
  if (parameters.get("check") !== expected) throw invalid("a part is missing or was changed");
}

function parseCarrier(parameters: URLSearchParams): Invitation["carrier"] {
  const kind = parameters.get("carrier");
  const text = parameters.get("address");
  if (kind === "folder" && text === null) return { kind };
  if (kind !== "postgres" || text === null) throw invalid("the carrier");
  const { address, password } = parsePostgresAddress(text);
  // The secret is apart, so that the link without it can be shown.
  if (password !== null || address.rootCertificate !== null) throw invalid("the address of the database");
  return { kind, address };
}

function parseRole(role: string | null, carrier: "folder" | "postgres"): Invitation["role"] {
  if (carrier === "folder" && role === null) return null;
  if (carrier === "postgres" && (role === "owner" || role === "writer" || role === "reader")) return role;
  throw invalid("the role");
}

/** A person decides by this text, so it must not contain hidden or bidirectional characters. */
function parseText(text: string, maximum: number, part: string): string {
  const isPlain = cleanText(text).removed === 0 && !/[\r\n\t\u202a-\u202e\u2066-\u2069]/.test(text);
  if (text.trim() === "" || text.length > maximum || !isPlain) throw invalid(part);
  return text;
}

function checksum(space: string, content: Uint8Array): Buffer {
  return createHash("sha256").update(`${space} `).update(content).digest().subarray(0, CHECKSUM_BYTES);
}

function invalid(part: string): RecollectError {
  return new RecollectError("invitation_invalid", { part }, { field: "link" });
}

function invalidSecret(): RecollectError {
  return new RecollectError("invitation_secret_invalid", {}, { field: "secret" });
}
