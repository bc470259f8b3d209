// Hand-written: pg-connection-string reads the files that an address names, and an address can be in an invitation.
import { RecollectError } from "../text/errors.ts";

/** How TLS is used. `verify-full` checks the certificate and its host name, `verify-ca` only who issued it. */
export type TlsMode = "off" | "verify-full" | "verify-ca" | "no-verify";

/** The address of a database, without a password. */
export interface PostgresAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly tls: TlsMode;
  /** The path of a file with the certificates of authorities, in PEM; null for the authorities of the system. */
  readonly rootCertificate: string | null;
  /** Whether the login must use channel binding, which detects a man in the middle (RFC 5802). */
  readonly channelBinding: boolean;
}

const DEFAULT_PORT = 5432;
const HOST = /^[a-z0-9._:-]+$/;
/** Connections without TLS are allowed only to this machine, including tunnels that start on it. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;
/**
 * `require` is in the addresses that providers show. In libpq it does not verify the certificate; here it does, because
 * an attacker could otherwise read everything.
 */
const TLS_MODES: Readonly<Record<string, TlsMode>> = {
  disable: "off",
  allow: "off",
  prefer: "verify-full",
  require: "verify-full",
  "verify-ca": "verify-ca",
  "verify-full": "verify-full",
  "no-verify": "no-verify",
};

/**
 * Reads `postgres://user:password@host:port/database?sslmode=…`. Other parameters that providers add are ignored.
 * @returns the password separately, null if there is none
 * @throws invalid_argument. The error never contains the text, which may have a password.
 */
export function parsePostgresAddress(text: string): {
  readonly address: PostgresAddress;
  readonly password: string | null;
} {
  const url = parseUrl(text);
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  if (host === "") throw invalid("the host is missing");
  if (!HOST.test(host)) throw invalid("the host must be a name of letters, digits, dots and hyphens, or an IP address");
  const user = decode(url.username, "user");
  if (user === "") throw invalid("the user is missing");
  const database = decode(pathOf(text), "database") || user;
  const certificate = url.searchParams.get("sslrootcert");
  const address: PostgresAddress = {
    host,
    port: url.port === "" ? DEFAULT_PORT : Number(url.port),
    database,
    user,
    tls: tlsMode(url.searchParams.get("sslmode"), host),
    rootCertificate: certificate === null || certificate === "system" ? null : certificate,
    channelBinding: url.searchParams.get("channel_binding") === "require",
  };
  return { address, password: url.password === "" ? null : decode(url.password, "password") };
}

/** The address as text, without a password. {@link parsePostgresAddress} returns an equal one. */
export function formatPostgresAddress(address: PostgresAddress): string {
  const { host, port, database, user, tls, rootCertificate, channelBinding } = address;
  const place = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  const parameters = new URLSearchParams({ sslmode: tls === "off" ? "disable" : tls });
  if (rootCertificate !== null) parameters.set("sslrootcert", rootCertificate);
  if (channelBinding) parameters.set("channel_binding", "require");
  return `postgres://${encodeURIComponent(user)}@${place}/${encodeURIComponent(database)}?${parameters}`;
}

function tlsMode(name: string | null, host: string): TlsMode {
  const isLoopback = LOOPBACK.test(host);
  if (name === null) return isLoopback ? "off" : "verify-full";
  const mode = Object.hasOwn(TLS_MODES, name) ? TLS_MODES[name] : undefined;
  if (mode === undefined) throw invalid("sslmode is unknown");
  if (mode === "off" && !isLoopback) {
    throw new RecollectError("space_tls_required", { host }, { field: "address" });
  }
  // Without a certificate of an authority, a server on this machine cannot be verified.
  return isLoopback && (name === "prefer" || name === "require") ? "off" : mode;
}

function parseUrl(text: string): URL {
  const trimmed = text.trim();
  if (!/^postgres(ql)?:\/\//.test(trimmed)) throw invalid("it must begin with postgres://");
  try {
    return new URL(trimmed);
  } catch {
    throw invalid("it is not a URL; encode special characters of the password, such as @ as %40");
  }
}

/** The path as written, without the first slash: a `URL` resolves `.` and `..`, which can be names of databases. */
function pathOf(text: string): string {
  return /^[^/]*\/\/[^/?#]*\/([^?#]*)/.exec(text.trim())?.[1] ?? "";
}

function decode(part: string, name: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw invalid(`the ${name} has an invalid % code`);
  }
}

function invalid(problem: string): RecollectError {
  return new RecollectError("space_address_invalid", { problem }, { field: "address" });
}
