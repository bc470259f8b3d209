import type { ErrorBody } from "../core/errors.ts";
import { RecollectError } from "../core/errors.ts";
import type { Endpoint } from "../platform/endpoint-file.ts";
import { APP_VERSION } from "../platform/version.ts";
import { type AppLocator, AppUnavailable } from "../shim/app-locator.ts";
import { ConnectionFailure, createHttpChannel, readBody } from "../shim/http-channel.ts";

/** The running application, as the command line asks it. */
export interface AppClient {
  /** Calls a tool and answers its result. @throws RecollectError as the application says it, AppUnavailable */
  call<Result>(tool: string, args: object): Promise<Result>;
  /** Asks what is for the owner alone. @throws RecollectError, AppUnavailable */
  ask<Result>(question: "import" | "history" | "places", body: object): Promise<Result>;
  /** Where it answers. @throws AppUnavailable */
  endpoint(): Promise<Endpoint>;
  close(): void;
}

/**
 * Speaks to the application over REST, with the owner's token. One that was restarted meanwhile is found again.
 * @param project what reads and captures default to
 * @param name how the application calls this client, in its log and as who captured a memory
 */
export function createAppClient(
  locator: Pick<AppLocator, "locate" | "distrust">,
  project: string | null,
  name: "recollect-cli" | "recollect-hook",
): AppClient {
  const channel = createHttpChannel({
    accept: "application/json",
    "user-agent": `${name}/${APP_VERSION}`,
    ...(project === null ? {} : { "recollect-project": encodeURIComponent(project) }),
  });

  const send = async (endpoint: Endpoint, path: string, body: Buffer) => {
    const url = new URL(path, endpoint.url).href;
    const response = await channel.send({ ...endpoint, url }, { method: "POST", headers: {}, body });
    return { status: response.statusCode ?? 0, text: (await readBody(response)).toString("utf8") };
  };

  /** Once more where the first try cannot have reached the application, or reached another that knows no such token. */
  const sendSafely = async (path: string, body: Buffer) => {
    const endpoint = await locator.locate();
    try {
      const answer = await send(endpoint, path, body);
      if (answer.status !== 401) return answer;
    } catch (error) {
      if (!(error instanceof ConnectionFailure) || error.reached) throw error;
    }
    locator.distrust(endpoint);
    return await send(await locator.locate(), path, body);
  };

  const post = async <Result>(path: string, body: object): Promise<Result> => {
    try {
      const { status, text } = await sendSafely(path, Buffer.from(JSON.stringify(body)));
      const answer: unknown = JSON.parse(text);
      if (status === 200) return answer as Result;
      throw toError((answer as { readonly error: ErrorBody }).error);
    } catch (error) {
      if (error instanceof ConnectionFailure) {
        throw new AppUnavailable(`The connection to Recollect broke off: ${error.message}`);
      }
      throw error;
    }
  };

  return {
    call: (tool, args) => post(`/tools/${tool}`, args),
    ask: (question, body) => post(`/owner/${question}`, body),
    endpoint: () => locator.locate(),
    close: () => channel.close(),
  };
}

function toError({ code, message, hint, field, details }: ErrorBody): RecollectError {
  return new RecollectError(code, message, {
    ...(hint === undefined ? {} : { hint }),
    ...(field === undefined ? {} : { field }),
    ...(details === undefined ? {} : { details }),
  });
}
