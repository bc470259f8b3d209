import { cleanText } from "../core/hidden-characters.ts";
import type { Clock } from "../core/ports.ts";
import { replaceRanges, secretsIn } from "../core/secrets/find-secrets.ts";
import type { ServerLogLine } from "../core/servers.ts";
import { changeMembers } from "../core/util/change-members.ts";
import { isRecord } from "../core/util/is-record.ts";

const MAX_LINES = 500;
const MAX_LINE_CHARACTERS = 2000;

/** A scheme before the credentials of a header. */
const SCHEME = /^(?:basic|bearer|token|api-?key)\s+(?=\S)/i;

/** Returns the texts to mask for secret values, the longest first: as they are, in JSON, and without a header's scheme. */
export function maskedForms(values: readonly string[]): readonly string[] {
  const bare = values.flatMap((value) => [value, value.replace(SCHEME, ""), value.trim()]);
  const forms = new Set(bare.flatMap((value) => [value, JSON.stringify(value).slice(1, -1)]));
  return [...forms].filter((value) => value.length > 3).sort((one, other) => other.length - one.length);
}

/** Matches the user information of an address, such as a proxy's or a package registry's. */
const USER_INFORMATION = /(?:^|\/\/|\s)([^/@\s]+)@/g;

/** Returns the passwords in the addresses of a text, as they are and decoded. A user without a password can be a token. */
export function passwordsIn(text: string): readonly string[] {
  return [...text.matchAll(USER_INFORMATION)].flatMap(([, information = ""]) => {
    const [user = "", ...rest] = information.split(":");
    const password = rest.join(":") === "" ? user : rest.join(":");
    try {
      return [password, decodeURIComponent(password)];
    } catch {
      return [password];
    }
  });
}

/** A shorter value can be a part of an ordinary text. */
const MIN_MASKED = 8;

function masked(value: unknown, known: readonly string[]): unknown {
  if (typeof value === "string") return known.reduce((text, secret) => text.replaceAll(secret, "[redacted]"), value);
  if (!Array.isArray(value) && !isRecord(value)) return value;
  return changeMembers(value, (member) => masked(member, known));
}

/** The last lines of a server's output. Recognised secrets and the server's own ones are masked. */
export class ServerLog {
  readonly #clock: Clock;
  readonly #lines: ServerLogLine[] = [];
  readonly #values = new Map<string, readonly string[]>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Sets the values of an owner, in the forms of {@link maskedForms}, that are masked in the lines that follow. */
  mask(owner: "secrets" | "sign-in", values: readonly string[]): void {
    this.#values.set(owner, values);
  }

  add(source: ServerLogLine["source"], text: string): void {
    const line = cleanText(text.slice(0, MAX_LINE_CHARACTERS)).text.trimEnd();
    if (line === "") return;
    this.#lines.push({ at: new Date(this.#clock.now()).toISOString(), source, text: this.#redact(line) });
    if (this.#lines.length > MAX_LINES) this.#lines.shift();
  }

  /** Masks the server's own secrets in all texts of a result: they are for the server, not for a model. */
  withoutSecrets<Value>(result: Value): Value {
    const known = [...this.#values.values()].flat().filter(({ length }) => length >= MIN_MASKED);
    return known.length === 0 ? result : (masked(result, known) as Value);
  }

  /** Removes the lines after one of them; all without one. */
  forgetAfter(line: ServerLogLine | undefined): void {
    this.#lines.length = line === undefined ? 0 : this.#lines.indexOf(line) + 1;
  }

  /** Oldest first. @param last only the lines after this one */
  lines(last?: ServerLogLine): readonly ServerLogLine[] {
    return this.#lines.slice(last === undefined ? 0 : this.#lines.indexOf(last) + 1);
  }

  #redact(line: string): string {
    const known = [...this.#values.values()]
      .flat()
      .reduce((masked, value) => masked.replaceAll(value, "[redacted]"), line);
    return replaceRanges(known, secretsIn(known), () => "[redacted]");
  }
}
