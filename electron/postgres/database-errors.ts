import { RecollectError } from "../text/errors.ts";
import type { PostgresAddress } from "./address.ts";

/** What to do about a failure: repeat the transaction, connect again, or report it. */
export type FailureKind = "retry" | "lost" | "final";

/** Conflicts with concurrent transactions (PostgreSQL, appendix A; CockroachDB reports them the same way). */
const RETRY = /^(40001|40P01)$/;
/** The connection has become unusable: SQLSTATE classes 08 and 57P, a timeout in a transaction, and errno. */
const LOST = /^(08...|57P0[12345]|25P03|ECONNRESET|EPIPE|ETIMEDOUT|ENOTCONN|ERR_STREAM_DESTROYED)$/;
/** pg reports these without a code. */
const LOST_MESSAGE = /^(Connection terminated|Client has encountered|Query read timeout|timeout e)/;
const UNREACHABLE = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|ENOTFOUND|EAI_\w+|57P03)$/;
const TLS_CODE = /^(ERR_(TLS|SSL)_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|EPROTO)/;
const TLS_MESSAGE = /SSL connection/;

export function failureKind(error: unknown): FailureKind {
  const { code, message } = factsOf(error);
  if (RETRY.test(code)) return "retry";
  return LOST.test(code) || LOST_MESSAGE.test(message) ? "lost" : "final";
}

/**
 * Turns a failure of the database into an error for people. Details of rows and statements are left out, because they
 * may contain memories, and so is everything that may contain a password.
 * @param inSpace whether the database is the carrier of a space; its hints then say what the space does
 */
export function toDatabaseError(
  error: unknown,
  address: PostgresAddress,
  password: string | null,
  inSpace: boolean,
): RecollectError {
  if (error instanceof RecollectError) return error;
  const { host, user, database } = address;
  const { code, message } = factsOf(error);
  const [line = ""] = message.split("\n");
  const hidden = password === null || password.length < 4 ? line : line.replaceAll(password, "***");
  const problem = hidden.slice(0, 200).replace(/\.$/, "");
  const cause = new Error(code === "" ? problem : `${code}: ${problem}`);
  const options = { cause };
  const use = inSpace ? { inSpace } : {};
  if (TLS_CODE.test(code) || TLS_MESSAGE.test(message)) {
    return new RecollectError("space_tls_failed", { host, problem }, options);
  }
  if (failureKind(error) === "lost" || UNREACHABLE.test(code)) {
    return new RecollectError("space_database_unreachable", { host, problem, ...use }, options);
  }
  if (/^28/.test(code) || /SASL|SCRAM/.test(message)) {
    return new RecollectError("space_database_login_refused", { host, user, ...use }, options);
  }
  if (code === "3D000") {
    return new RecollectError("space_database_unknown", { host, database }, options);
  }
  if (code === "42501") return new RecollectError("space_access_refused", use, options);
  if (/^(42P01|3F000)$/.test(code)) {
    return new RecollectError("space_missing", { place: `${host}/${database}` }, options);
  }
  if (code === "25006") return new RecollectError("space_database_read_only", { host, ...use }, options);
  if (code === "53100") return new RecollectError("space_database_full", { host, problem, ...use }, options);
  if (/^(40|53|55|57)/.test(code)) {
    return new RecollectError("space_database_busy", { host, problem }, options);
  }
  return new RecollectError("space_database_failed", { host, problem }, options);
}

/** The SQLSTATE of the server, or the errno of the system. */
export function codeOf(error: unknown): string {
  return factsOf(error).code;
}

function factsOf(error: unknown): { readonly code: string; readonly message: string } {
  if (!(error instanceof Error)) return { code: "", message: String(error) };
  // Node reports one error for each address of a host that it tried.
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  const code = first instanceof Error && "code" in first ? String(first.code) : "";
  return { code, message: first instanceof Error ? first.message : error.message };
}
