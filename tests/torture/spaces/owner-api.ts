import type { Application } from "../application.ts";
import { Refused } from "../tool-clients.ts";

/** A call waits for a carrier at most as long as it takes to give up. */
const CALL_TIMEOUT_MS = 300_000;

/** Calls the window's methods of an application, as the window in a browser does. */
export class OwnerApi {
  readonly #application: Application;
  #session: { readonly origin: string; readonly starts: number; readonly secret: string } | null = null;

  constructor(application: Application) {
    this.#application = application;
  }

  /** @throws Refused; any other error leaves open whether the call was carried out */
  async call<Output>(method: string, input: unknown = null): Promise<Output> {
    const { origin, secret } = await this.#open();
    const response = await post(origin, "/interface/invoke", { method, input }, { "recollect-session-secret": secret });
    if (response.status === 401 || response.status === 403) this.#session = null;
    if (!response.ok) throw new Error(`${method}: ${response.status} ${await response.text()}`);
    const result = (await response.json()) as
      | { readonly ok: true; readonly value: Output }
      | { readonly ok: false; readonly error: { readonly code: string; readonly message: string } };
    if (result.ok) return result.value;
    const { code, message } = result.error;
    throw code === "unavailable" || code === "cancelled"
      ? new Error(`${code}: ${message}`)
      : new Refused(code, message);
  }

  /** A session ends with the process, and by a clock that jumps. */
  async #open() {
    const endpoint = await this.#application.ready();
    const { starts } = this.#application;
    if (this.#session?.starts === starts) return this.#session;
    const { origin } = new URL(endpoint.url);
    const authorization = { authorization: `Bearer ${endpoint.token}` };
    const { link } = (await read(await post(origin, "/interface/links", {}, authorization))) as { link: string };
    const key = link.split("#key=")[1];
    const { secret } = (await read(await post(origin, "/interface/sessions", { key }))) as { secret: string };
    this.#session = { origin, starts, secret };
    return this.#session;
  }
}

function post(
  origin: string,
  place: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(new URL(place, origin), {
    method: "POST",
    headers: { "content-type": "application/json", origin, ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  });
}

async function read(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
  return await response.json();
}
