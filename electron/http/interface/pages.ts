/** The interface's own small pages; no script, no style from elsewhere. */
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

/** For a browser that came without a session, or with a link that was used. */
export const SIGNED_OUT_PAGE = page(
  "This browser has not been let in",
  `<p>Each link to Recollect works once, and only while that Recollect runs.</p>
<p>Ask for a new link with <code>npm run headless</code> in Recollect's folder: it prints one for the Recollect that is already running.</p>`,
);

/**
 * For a browser that came from another site, as from a terminal in a web page: it sends no strict cookie on that way,
 * but does when this page leads on.
 */
export const CONTINUE_PAGE = page(
  "Recollect",
  `<p><a href="/">Continue to Recollect</a></p>`,
  `<meta http-equiv="refresh" content="0; url=/">\n`,
);
