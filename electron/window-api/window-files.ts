import { readFile } from "node:fs/promises";
import path from "node:path";

/** A file of the window's build with its response headers. */
export interface WindowFile {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The window's page loads only its own files. Inline styles are allowed, because components position popups with them;
 * inline scripts are not.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "frame-src 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
};

/** Security headers of every page and file of the window. */
const WINDOW_HEADERS = {
  "content-security-policy": CONTENT_SECURITY_POLICY,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
} as const;

/**
 * Reads a file of the window's build by its URL path; `/` is the page. Null for a missing file, a path outside the
 * folder, or a file type that the window does not use.
 * @param pathname percent-encoded, as `URL.pathname` gives it
 */
export async function readWindowFile(folder: string, pathname: string): Promise<WindowFile | null> {
  const file = resolveInside(folder, pathname);
  const type = file === null ? undefined : CONTENT_TYPES[path.extname(file)];
  if (file === null || type === undefined) return null;
  try {
    const body = await readFile(file);
    // Vite names assets by their content, so they never change. The page does.
    const cached = path.basename(path.dirname(file)) === "assets";
    return {
      body,
      headers: {
        ...WINDOW_HEADERS,
        "content-type": type,
        "cache-control": cached ? "private, max-age=31536000, immutable" : "no-cache",
      },
    };
  } catch {
    return null;
  }
}

function resolveInside(folder: string, pathname: string): string | null {
  let name: string;
  try {
    name = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  if (name.includes("\0")) return null;
  const file = path.join(folder, name === "/" ? "index.html" : name);
  return file.startsWith(folder + path.sep) ? file : null;
}
