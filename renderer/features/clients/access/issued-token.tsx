import { useBridgeQuery } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import { CopyButton } from "../../../ui/button.tsx";
import { Code } from "../../../ui/inline-text.tsx";
import { SnippetBlock } from "../snippet-block.tsx";

/** A new token with examples for MCP and REST. It is shown once. */
export function IssuedToken({ token }: { readonly token: string }) {
  const { common } = useText();
  const text = useText().clients.tokens;
  const status = useBridgeQuery("app.status", {});
  const url = status.data?.url;
  return (
    <section aria-label={text.issued} className="mt-4">
      <div role="status" className="rounded-md bg-good-soft px-3 py-2.5 text-good-text">
        <p className="font-medium">{text.issued}</p>
        <p className="text-sm">{text.once}</p>
      </div>
      <div className="mt-2 flex items-start gap-2">
        <Code className="min-w-0 flex-1 rounded-md bg-sunken px-2 py-1 break-all shadow-[inset_0_0_0_1px_var(--line)]">
          {token}
        </Code>
        <CopyButton variant="primary" value={token} label={common.copy} className="min-w-20" />
      </div>
      {url !== undefined && (
        <>
          <SnippetBlock
            client={text.mcp}
            title={text.mcp}
            best={false}
            snippet={{
              kind: "file",
              language: "json",
              path: null,
              text: JSON.stringify({ url, headers: { Authorization: `Bearer ${token}` } }, null, 2),
            }}
            instructions={text.mcpHint}
          />
          <SnippetBlock
            client={text.rest}
            title={text.rest}
            best={false}
            snippet={{
              kind: "command",
              language: "shell",
              path: null,
              text: restExample(url, token),
            }}
            instructions={text.restHint}
          />
        </>
      )}
    </section>
  );
}

/** A search over REST, for a POSIX shell. */
function restExample(url: string, token: string): string {
  return [
    `curl ${new URL("/tools/search_memories", url)} \\`,
    `  -H 'Authorization: Bearer ${token}' \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d '{"query": "deploy"}'`,
  ].join("\n");
}
