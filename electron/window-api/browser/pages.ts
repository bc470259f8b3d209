/** The interface's small pages, without scripts and external styles. */
function page(title: string, body: string, head = ""): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${head}<title>${title}</title>
<style>body{font:15px/1.5 system-ui,sans-serif;max-width:34rem;margin:20vh auto 0;padding:0 1.5rem}h1{font-size:1.25rem}code{font-size:.95em}</style>
</head>
<body>
<h1>${title}</h1>
${body}
</body>
</html>
`;
}

/** For a browser without a session, or with a used link. */
export const SIGNED_OUT_PAGE = page(
  "This browser is not signed in",
  `<p>Each link to Recollect works once, and only until that Recollect stops.</p>
<p>Run <code>npm run headless</code> in Recollect's folder to get a new link to the running Recollect.</p>`,
);

/**
 * For a browser that followed a link from another site, such as a terminal in a web page. It does not send a strict
 * cookie with that request, but does with the next one, which this page starts.
 */
export const CONTINUE_PAGE = page(
  "Recollect",
  `<p><a href="/">Continue to Recollect</a></p>`,
  `<meta http-equiv="refresh" content="0; url=/">\n`,
);
