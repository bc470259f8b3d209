import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { RecollectError } from "../../text/errors.ts";

/** The response that the browser brought back from the authorization server. */
export interface AuthorizationResponse {
  readonly parameters: URLSearchParams;
  /** Shows the page of the outcome in the browser. */
  show(isSignedIn: boolean): void;
}

export interface LoopbackRedirect {
  /** The address that the authorization server sends the browser to. */
  readonly url: string;
  /** Resolves with the first request of that address. */
  readonly received: Promise<AuthorizationResponse>;
  close(): void;
}

interface RedirectOptions {
  /** Null for any free port. */
  readonly port: number | null;
  /** Starts with a slash. */
  readonly path: string;
  /** Returns the text of the page. @param languages the `Accept-Language` header of the browser */
  readonly pageText: (isSignedIn: boolean, languages: string) => PageText;
}

export interface PageText {
  readonly language: string;
  readonly title: string;
  readonly text: string;
}

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  connection: "close",
};

/** Listens on 127.0.0.1 for the redirect of one sign-in. @throws conflict if the port is in use */
export async function openRedirect({ port, path, pageText }: RedirectOptions): Promise<LoopbackRedirect> {
  const received = Promise.withResolvers<AuthorizationResponse>();
  let pending: ServerResponse | null = null;
  let host = "";
  const server = createServer((request, response) => {
    const url = URL.parse(request.url ?? "", `http://${host}`);
    const isExpected = request.method === "GET" && request.headers.host === host && url?.pathname === path;
    if (!isExpected || pending !== null) {
      response.writeHead(404, { connection: "close" }).end();
      return;
    }
    pending = response;
    received.resolve({
      parameters: url.searchParams,
      show: (isSignedIn) => {
        const text = pageText(isSignedIn, request.headers["accept-language"] ?? "");
        response.writeHead(isSignedIn ? 200 : 400, HEADERS).end(page(text));
      },
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", () =>
      reject(new RecollectError("server_sign_in_port", { port: port ?? 0 }, { field: "port" })),
    );
    server.listen(port ?? 0, "127.0.0.1", resolve);
  });
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}${path}`,
    received: received.promise,
    close() {
      server.close();
      // The page is sent first.
      if (pending?.writableEnded === true && !pending.writableFinished) {
        pending.once("close", () => server.closeAllConnections());
      } else server.closeAllConnections();
    },
  };
}

function page({ language, title, text }: PageText): string {
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>body { font: 16px/1.5 system-ui, sans-serif; margin: 20vh auto 0; max-width: 30rem; padding: 0 1rem; }</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
