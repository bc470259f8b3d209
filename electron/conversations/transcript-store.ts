import { hash } from "node:crypto";
import { USER_DOMAIN } from "../core/domain.ts";
import { enterText, gatePolicyFor } from "../core/gate/gate.ts";
import { projectKey } from "../core/project-name.ts";
import type { SecretPolicy } from "../core/secrets/policy.ts";
import type { ErrorBody } from "../text/errors.ts";
import { MESSAGES_PER_SESSION } from "./conversation-file.ts";
import type { ConversationRows } from "./conversation-rows.ts";
import type { ConversationReader, Found, FoundMessage, SessionFields, Transcript } from "./readers/reader.ts";
import { READERS } from "./readers/registry.ts";
import { type FoundProject, isExcluded, namesOf, type ScanRules } from "./scan-rules.ts";
import type { AddedMessages, SessionRow } from "./session-rows.ts";

/** A part of a transcript, which is stored in one transaction with the position that was reached. */
export interface TranscriptPart {
  readonly client: string;
  readonly transcript: Transcript;
  /** Whether the transcript is read from its start. */
  readonly isStart: boolean;
  readonly found: readonly Found[];
  /** The position at which the next read continues, or null if this part does not change it. */
  readonly position: { readonly position: string | null } | null;
  /** Set for the last part, with the reason if the read failed. */
  readonly ended: { readonly error: ErrorBody | null } | null;
}

/** Returns the project of a folder. @param repository the address of its remote that a transcript recorded, if any */
type DetectProject = (folder: string, repository?: string) => FoundProject;

/** The parts of one transaction share this. */
interface Batch {
  readonly rules: ScanRules;
  readonly forgottenUntil: (session: SessionRow) => number;
  readonly sessions: Map<string, OpenSession>;
}

interface OpenSession {
  session: SessionRow;
  readonly clientSession: string;
  readonly added: AddedMessages;
}

/** Maximum of titles, models and clients' ids, in UTF-16 units. */
const MAX_FIELD_UNITS = 300;
/** A longer path is not a folder (PATH_MAX of Linux is 4,096). */
const MAX_FOLDER_UNITS = 4096;

/** Stores the sessions and messages of transcripts, except those that the owner excluded or forgot. */
export class TranscriptStore {
  readonly #rows: ConversationRows;
  readonly #detect: DetectProject;
  readonly #twice: RecordedTwice;
  readonly #forgottenScopes;

  constructor(rows: ConversationRows, detect: DetectProject, readers: readonly ConversationReader[] = READERS) {
    this.#rows = rows;
    this.#twice = new RecordedTwice(rows, readers);
    this.#detect = detect;
    this.#forgottenScopes = rows.database.prepare<[], { kind: string; name: string; before: number }>(
      "SELECT * FROM forgotten_scope",
    );
  }

  /** Stores parts with their positions in one transaction. */
  apply(parts: readonly TranscriptPart[], rules: ScanRules): void {
    const { sessions, sources, transaction } = this.#rows;
    transaction(() => {
      const batch: Batch = { rules, forgottenUntil: this.#forgottenTimes(), sessions: new Map() };
      for (const part of parts) this.#applyPart(part, batch);
      for (const { session, added } of batch.sessions.values()) {
        if (session.state === "kept" && added.messages > 0) sessions.addMessages(session.row, added);
      }
      for (const { session, clientSession } of batch.sessions.values()) this.#twice.settle(session, clientSession);
      for (const { ended, transcript } of parts) {
        // A session without messages is not kept; its transcript is read from the start when it grows.
        if (ended !== null && sessions.removeEmpty(transcript.path)) sources.readFromStart(transcript.path);
      }
    });
  }

  #applyPart({ client, transcript, isStart, found, position, ended }: TranscriptPart, batch: Batch): void {
    const { sources } = this.#rows;
    const skipped = new Map<string, number>();
    const skip = (type: string) => skipped.set(type, (skipped.get(type) ?? 0) + 1);
    for (const item of found) {
      if (item.kind === "skipped") {
        skip(item.type);
        continue;
      }
      const open = this.#open(client, item.session, transcript.path, batch);
      if (open.session.state !== "kept") continue;
      if (item.kind === "session") this.#describe(open, item.fields, batch.rules);
      else if (!this.#addMessage({ open, message: item.message, modifiedAt: transcript.modifiedAt, batch })) {
        skip("message");
      }
    }
    if (position !== null) sources.setPosition(client, transcript.path, position.position);
    sources.addSkipped(transcript.path, skipped, isStart);
    if (ended !== null) sources.finish(client, transcript, ended.error);
  }

  #open(client: string, clientSession: string, path: string, { sessions: open }: Batch): OpenSession {
    const id = conversationId(client, clientSession);
    const known = open.get(id);
    if (known !== undefined) return known;
    const { sessions } = this.#rows;
    const session = sessions.byId(id) ?? sessions.insert(id, client, clientSession.slice(0, MAX_FIELD_UNITS));
    if (session.state === "kept" && session.source !== path) sessions.setSource(session.row, path);
    const added = { messages: 0, bytes: 0, lastNumber: session.lastNumber, first: null, last: null };
    const opened: OpenSession = { session, clientSession, added };
    open.set(id, opened);
    return opened;
  }

  #describe(open: OpenSession, fields: SessionFields, rules: ScanRules): void {
    const { title, folder, repository, model, startedAt, continues } = fields;
    const { session } = open;
    const { sessions, messages, purging } = this.#rows;
    if (folder !== undefined && folder !== session.folder && folder.length <= MAX_FOLDER_UNITS) {
      const project = this.#detect(folder, repository);
      if (isExcluded(rules, folder, project)) {
        if (messages.removeOfSession(session.row, false) > 0) purging.request();
        sessions.setState(session.row, "excluded");
        open.session = { ...session, state: "excluded" };
        return;
      }
      sessions.setPlace(session.row, folder, project);
      open.session = sessions.byId(session.id) ?? session;
    }
    const shown = (text = "") => textFor(open.session, text, rules).slice(0, MAX_FIELD_UNITS).toWellFormed() || null;
    sessions.describe(session.row, {
      title: shown(title),
      model: shown(model),
      continues: continues === undefined ? null : conversationId(session.client, continues),
      startedAt: startedAt ?? null,
    });
    open.session = sessions.byId(session.id) ?? session;
  }

  /** @returns false if the session has no number left for the message */
  #addMessage(given: {
    readonly open: OpenSession;
    readonly message: FoundMessage;
    readonly modifiedAt: number;
    readonly batch: Batch;
  }): boolean {
    const { message, modifiedAt, batch } = given;
    const { session, added } = given.open;
    const { messages } = this.#rows;
    const at = message.at === null ? null : Math.trunc(message.at);
    // Nothing in a file was said after the file was last changed.
    const time = at ?? Math.trunc(modifiedAt);
    if (time <= batch.forgottenUntil(session)) return true;
    const text = textFor(session, message.text, batch.rules);
    if (text === "") return true;
    const key = keyOf(session.client, message.key);
    const digest = digestOf(session.client, message);
    if (messages.isForgotten(key) || (at !== null && messages.isForgotten(digest))) return true;
    const stored = messages.byKey(key);
    if (stored !== null) {
      const isOwn = Math.floor(stored.id / MESSAGES_PER_SESSION) === session.row;
      if (isOwn && stored.digest !== digest) messages.replaceText(stored.id, digest, text);
      return true;
    }
    if (at === null ? this.#isCopyWithoutTime(session, digest) : messages.hasDigest(digest)) return true;
    const number = added.lastNumber + 1;
    if (number >= MESSAGES_PER_SESSION) return false;
    added.lastNumber = number;
    added.messages += 1;
    added.bytes += Buffer.byteLength(text);
    if (at !== null) added.first = Math.min(added.first ?? at, at);
    added.last = Math.max(added.last ?? time, time);
    const id = session.row * MESSAGES_PER_SESSION + number;
    messages.insert({ id, key, digest, isUser: message.role === "user", at, text });
    return true;
  }

  /** A text without a time can be said twice; in the session that this one continues it is the same message. */
  #isCopyWithoutTime({ continues }: SessionRow, digest: bigint): boolean {
    const earlier = continues === null ? null : this.#rows.sessions.byId(continues);
    return earlier !== null && this.#rows.messages.hasDigestInSession(digest, earlier.row);
  }

  /** Returns until when messages of a session are forgotten, in milliseconds since 1970. */
  #forgottenTimes(): (session: SessionRow) => number {
    const keyOf = (kind: string, name: string) => `${kind} ${projectKey(name)}`;
    const times = new Map(this.#forgottenScopes.all().map(({ kind, name, before }) => [keyOf(kind, name), before]));
    const timeOf = (kind: string, name: string) => times.get(keyOf(kind, name)) ?? Number.NEGATIVE_INFINITY;
    return (session) => {
      const projects = session.project === null ? namesOf(session) : [session.project];
      const scopes = projects.map((name) => timeOf("project", name));
      return Math.max(timeOf("all", ""), timeOf("client", session.client), ...scopes);
    };
  }
}

function textFor({ project, name }: SessionRow, text: string, { secrets }: ScanRules): string {
  return keptText(text, secrets, project ?? name);
}

/** Returns the hash that recognises a client's message when it is re-read, even in a copy of its conversation. */
function keyOf(client: string, key: string): bigint {
  return hashOf(`${client}\0${key}`);
}

/** A longer message is stored up to here, in UTF-16 units: the end of a pasted log is rarely searched. */
const MAX_MESSAGE_UNITS = 200_000;

/**
 * Returns a text as it is stored: without private parts, with secrets masked by the same rules as in a capture. Secrets
 * that a capture would refuse are masked, because the rest of the conversation is still worth keeping.
 */
export function keptText(text: string, policy: SecretPolicy, project: string | null): string {
  const { action, personalData } = gatePolicyFor(policy, project ?? USER_DOMAIN);
  const stored = { action: action === "refuse" ? "mask" : action, personalData } as const;
  return enterText(text.replaceAll("\0", " "), stored, { cutAt: MAX_MESSAGE_UNITS }).text.trim();
}

/** Returns the hash that recognises a message whose copy has another key. */
function digestOf(client: string, { role, at, text }: FoundMessage): bigint {
  return hashOf(`${client}\0${role}\0${at ?? ""}\0${text}`);
}

/** 64 bits: two of a million messages share them with a probability of 1 in 10 million. */
const ID_DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";

/** Returns the id of a conversation, which stays the same when everything is removed and re-read. */
function conversationId(client: string, session: string): string {
  const digest = hash("sha256", `${client}\0${session}`, "buffer");
  let id = String((digest[0] ?? 0) % 10);
  for (let index = 1; index < 10; index++) id += ID_DIGITS[(digest[index] ?? 0) % 32];
  return id;
}

function hashOf(text: string): bigint {
  return hash("sha256", text, "buffer").readBigInt64BE(0);
}

/**
 * Keeps a session once that two programs recorded under its id, such as a client and SpecStory: from the reader with the
 * smallest `copyRank`. Of the other one only the mark is kept that it is a copy. A session that the owner forgot stays
 * forgotten in each of them.
 */
class RecordedTwice {
  readonly #rows: ConversationRows;
  readonly #ranks: ReadonlyMap<string, number>;

  constructor(rows: ConversationRows, readers: readonly ConversationReader[]) {
    this.#rows = rows;
    this.#ranks = new Map(readers.map(({ client, copyRank = 0 }) => [client, copyRank]));
  }

  /** Compares a session that was read with the sessions of other clients. Must run in the transaction that stored its messages. */
  settle({ id, client }: SessionRow, clientSession: string): void {
    const rank = this.#ranks.get(client) ?? 0;
    const { sessions } = this.#rows;
    const session = sessions.byId(id);
    if (session === null || session.state !== "kept" || session.lastNumber === 0) return;
    const others = [...this.#ranks].flatMap(([other, otherRank]) => {
      const found = otherRank === rank ? null : sessions.byId(conversationId(other, clientSession));
      return found === null ? [] : [{ found, otherRank }];
    });
    if (others.some(({ found }) => found.state === "forgotten")) {
      this.#clear(session);
      sessions.setState(session.row, "forgotten");
      return;
    }
    const kept = others.filter(({ found }) => found.state === "kept" && found.lastNumber > 0);
    const original = kept.find(({ otherRank }) => otherRank < rank);
    if (original !== undefined) this.#setCopied(session, original.found.id);
    else for (const { found } of kept) this.#setCopied(found, id);
  }

  #setCopied(session: SessionRow, original: string): void {
    this.#clear(session);
    this.#rows.sessions.setCopied(session.row, original);
  }

  #clear({ row }: SessionRow): void {
    const { messages, purging } = this.#rows;
    if (messages.removeOfSession(row, false) > 0) purging.request();
  }
}
