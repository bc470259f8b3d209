/** What the owner does on the pages of the authorization server. */
type Choice = "allow" | "refuse";

export interface LastPage {
  readonly url: string;
  readonly status: number;
  readonly text: string;
}

/**
 * Opens a page as a browser does: follows redirects, keeps cookies, signs in and allows or refuses the access.
 * @param change changes the address of the redirect before it is followed
 * @returns the page at the redirect address
 */
export async function browse(
  address: string,
  choice: Choice = "allow",
  change: (redirect: URL) => URL = (redirect) => redirect,
): Promise<LastPage> {
  const { origin } = new URL(address);
  const cookies = new Map<string, string>();
  let url = new URL(address);
  let body: URLSearchParams | null = null;
  for (let steps = 0; steps < 20; steps += 1) {
    const isRedirect = url.origin !== origin;
    if (isRedirect) url = change(url);
    const response: Response = await fetch(url, {
      method: body === null ? "GET" : "POST",
      body,
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "), "accept-language": "en" },
    });
    if (isRedirect) return { url: url.href, status: response.status, text: await response.text() };
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const text = await response.text();
    const next = response.headers.get("location");
    body = null;
    if (next !== null) url = new URL(next, url);
    else {
      const form = nextForm(text, url, choice);
      if (form === null) return { url: url.href, status: response.status, text };
      [url, body] = form;
    }
  }
  throw new Error("There are too many redirects.");
}

/** The form of a page with its fields filled in; null without one. */
function nextForm(page: string, url: URL, choice: Choice): [URL, URLSearchParams | null] | null {
  const [, action] = /<form[^>]* action="([^"]+)"/.exec(page) ?? [];
  const [, prompt] = /name="prompt" value="([^"]+)"/.exec(page) ?? [];
  const [, abort] = /<a href="([^"]+\/abort)"/.exec(page) ?? [];
  if (action === undefined || prompt === undefined) return null;
  if (prompt === "consent" && choice === "refuse" && abort !== undefined) return [new URL(abort, url), null];
  const login = { login: "ada", password: "ada's password" };
  return [new URL(action, url), new URLSearchParams({ prompt, ...(prompt === "login" ? login : {}) })];
}
