import { createHash, createHmac, pbkdf2, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import type { MemberRole } from "../../core/spaces.ts";
import type { Database, RunQuery } from "../../postgres/database.ts";
import { codeOf } from "../../postgres/database-errors.ts";
import { RecollectError } from "../../text/errors.ts";
import { grantsOf, schemaOf } from "./schema.ts";

/**
 * The name of a login. In SQL it is quoted, so that `current_user` is a name and not a keyword. PostgreSQL reads
 * `"public"` and `"none"` as keywords even in quotes.
 */
const LOGIN = /^(?!(?:public|none)$)[a-z][a-z0-9_]{0,39}$/;
const PASSWORD_BYTES = 24;
const DUPLICATE_OBJECT = "42710";
const NOT_PERMITTED = "42501";

/** A member of a space other than its owner: a login of the database. */
export interface Member {
  readonly login: string;
  readonly role: MemberRole;
  readonly isRevoked: boolean;
}

/** The result of removing a member; its rights always end. */
export interface Removal {
  /** The number of connections that were ended; null if the server does not permit it to the owner. */
  readonly endedConnections: number | null;
  /** Whether the login can no longer connect. A login that an administrator made may stay. */
  readonly isLoginDisabled: boolean;
}

/** The members of a space in a database. Only the owner of the space can change them. */
export class Members {
  readonly #database: Database;
  readonly #schema: string;

  constructor(database: Database, space: string) {
    this.#database = database;
    this.#schema = schemaOf(space);
  }

  /** The login that made the space. */
  async owner(signal?: AbortSignal): Promise<string> {
    return await this.#database.transaction(async (query) => {
      const { rows } = await query(`SELECT owner FROM ${this.#schema}.meta`);
      return String(rows[0]?.owner ?? "");
    }, signal);
  }

  async list(signal?: AbortSignal): Promise<readonly Member[]> {
    return await this.#database.transaction(async (query) => {
      const { rows } = await query(
        `SELECT login, role, revoked_at IS NOT NULL AS revoked FROM ${this.#schema}.members ORDER BY login`,
      );
      return rows.map(({ login, role, revoked }) => ({
        login: String(login),
        role: role === "reader" ? "reader" : "writer",
        isRevoked: revoked === true,
      }));
    }, signal);
  }

  /**
   * Makes a login with a random password, for one person or one device, and adds it.
   * @returns the password, which is stored nowhere
   * @throws conflict if the login exists
   */
  async create(login: string, role: MemberRole, signal?: AbortSignal): Promise<string> {
    checkLogin(login);
    const password = randomBytes(PASSWORD_BYTES).toString("base64url");
    const verifier = await scramVerifier(password);
    await this.#change(async (query) => {
      await query(`CREATE ROLE "${login}" LOGIN PASSWORD '${verifier}'`).catch((error: unknown) => {
        const code = codeOf(error);
        if (code === DUPLICATE_OBJECT) {
          throw new RecollectError("space_member_exists", { login }, { field: "login" });
        }
        if (code !== NOT_PERMITTED) throw error;
        throw new RecollectError("space_member_not_creatable", { login }, { field: "login" });
      });
      await this.#grant(query, login, role);
    }, signal);
    return password;
  }

  /**
   * Adds an existing login, or changes the role of a member, whose devices are notified. A login that {@link revoke}
   * disabled is enabled again.
   */
  async add(login: string, role: MemberRole, signal?: AbortSignal): Promise<void> {
    checkLogin(login);
    const wasRevoked = (await this.list(signal)).some((member) => member.login === login && member.isRevoked);
    await this.#change((query) => this.#grant(query, login, role), signal);
    if (wasRevoked) await this.#tries((query) => query(`ALTER ROLE "${login}" LOGIN`), signal);
    // Best effort: a device that gets no notification compares the heads from time to time.
    await this.#database
      .transaction((query) => query("SELECT pg_notify($1, $2)", [this.#schema, login]), signal)
      .catch(() => undefined);
  }

  /**
   * Ends the rights of a member. They end first, for every later statement, in open connections too.
   * Then its connections are ended, with their uncommitted transactions.
   * @throws not_found
   */
  async revoke(login: string, signal?: AbortSignal): Promise<Removal> {
    checkLogin(login);
    const s = this.#schema;
    await this.#change(async (query) => {
      const text = `UPDATE ${s}.members SET revoked_at = coalesce(revoked_at, now()) WHERE login = $1`;
      const { count } = await query(text, [login]);
      if (count === 0) throw new RecollectError("space_member_unknown", { login }, { field: "login" });
      // A login that an administrator dropped has no rights to end.
      const { rows } = await query("SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = $1", [login]);
      if (rows.length > 0) await this.#revokeGrants(query, login);
    }, signal);
    const isLoginDisabled = await this.#tries(async (query) => {
      await query(`ALTER ROLE "${login}" NOLOGIN`);
      return true;
    }, signal);
    const endedConnections = await this.#tries((query) => endConnections(query, login), signal);
    return { endedConnections, isLoginDisabled: isLoginDisabled === true };
  }

  async #grant(query: RunQuery, login: string, role: MemberRole): Promise<void> {
    const s = this.#schema;
    const text = `INSERT INTO ${s}.members (login, role) VALUES ($1, $2)
      ON CONFLICT (login) DO UPDATE SET role = $2, revoked_at = NULL`;
    await query(text, [login, role]);
    await this.#revokeGrants(query, login);
    for (const statement of grantsOf(s, role, login)) await query(statement);
  }

  async #revokeGrants(query: RunQuery, login: string): Promise<void> {
    await query(`REVOKE ALL ON ALL TABLES IN SCHEMA ${this.#schema} FROM "${login}"`);
    // Rights on columns are apart from those on their tables.
    await query(`REVOKE ALL (id, login, name, head, last_seen) ON ${this.#schema}.devices FROM "${login}"`);
    await query(`REVOKE ALL ON SCHEMA ${this.#schema} FROM "${login}"`);
  }

  /** The owner of the space only: another login would not have the rights, but the error would not say why. */
  async #change(work: (query: RunQuery) => Promise<void>, signal?: AbortSignal): Promise<void> {
    await this.#database.transaction(async (query) => {
      const { rows } = await query(`SELECT owner = current_user AS is_owner FROM ${this.#schema}.meta`);
      if (rows[0]?.is_owner !== true) throw new RecollectError("space_owner_only", {});
      await work(query);
    }, signal);
  }

  /** Null if the server does not permit it. */
  async #tries<T>(work: (query: RunQuery) => Promise<T>, signal?: AbortSignal): Promise<T | null> {
    try {
      return await this.#database.transaction(work, signal);
    } catch (error) {
      if (error instanceof RecollectError && error.code === "permission_denied") return null;
      throw error;
    }
  }
}

/** The owner may end connections of roles of which it is a member; the creator of a role may become a member. */
async function endConnections(query: RunQuery, login: string): Promise<number> {
  await query(`GRANT "${login}" TO current_user`);
  const { rows } = await query(
    "SELECT pg_terminate_backend(pid) AS ended FROM pg_catalog.pg_stat_activity WHERE usename = $1",
    [login],
  );
  await query(`REVOKE "${login}" FROM current_user`);
  return rows.filter(({ ended }) => ended === true).length;
}

function checkLogin(login: string): void {
  if (!LOGIN.test(login)) {
    throw new RecollectError("space_member_invalid", {}, { field: "login" });
  }
}

const SCRAM_ITERATIONS = 4096;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const derive = promisify(pbkdf2);

/**
 * The form in which the server stores a password (RFC 5803; PostgreSQL, `pg_authid.rolpassword`). With it in CREATE ROLE, the
 * password itself is neither sent nor in the server's log.
 * @param password ASCII, which needs no SASLprep
 */
async function scramVerifier(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const salted = await derive(password, salt, SCRAM_ITERATIONS, KEY_BYTES, "sha256");
  const hmac = (text: string) => createHmac("sha256", salted).update(text).digest();
  const storedKey = createHash("sha256").update(hmac("Client Key")).digest("base64");
  const serverKey = hmac("Server Key").toString("base64");
  return `SCRAM-SHA-256$${SCRAM_ITERATIONS}:${salt.toString("base64")}$${storedKey}:${serverKey}`;
}
