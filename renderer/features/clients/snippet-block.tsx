import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import type { Text } from "../../../electron/text/en.ts";
import type { ConfigurationSnippet } from "../../../electron/window-api/contract.ts";
import { useText } from "../../text/use-text.ts";
import { Button, CopyButton } from "../../ui/button.tsx";
import { Code } from "../../ui/inline-text.tsx";
import { MASK, splitSecrets } from "../../ui/masked-snippet.ts";

interface SnippetBlockProps {
  readonly snippet: Omit<ConfigurationSnippet, "transport" | "instructions">;
  readonly instructions: string;
  readonly client: string;
  /** The heading, if it does not follow from the snippet. */
  readonly title?: string;
  /** Whether copying it is the recommended step. */
  readonly best: boolean;
}

/** A configuration to copy and its instructions. The token is masked on screen and copied in full. */
export function SnippetBlock({ snippet, instructions, client, title, best }: SnippetBlockProps) {
  const { common } = useText();
  const text = useText().clients.sheet;
  const [revealed, setRevealed] = useState(false);
  const parts = splitSecrets(snippet.text);
  const hasSecret = parts.some((part) => part.secret);
  return (
    <div className="mt-4">
      <div className="mb-1.5 flex min-h-6 items-center gap-2">
        <span className="shrink-0 font-medium">{title ?? titleOf(snippet, text)}</span>
        {snippet.path !== null && (
          <>
            <Code className="min-w-0 flex-1 truncate text-ink-soft" title={snippet.path}>
              {snippet.path}
            </Code>
            <CopyButton size="small" variant="quiet" value={snippet.path} label={common.copyPath} />
          </>
        )}
      </div>
      <figure
        aria-label={text.code(client)}
        className="overflow-hidden rounded-md bg-sunken shadow-[inset_0_0_0_1px_var(--line)] forced-colors:border"
      >
        <pre className="px-3 py-2.5 font-mono text-sm whitespace-pre-wrap break-all" data-selectable>
          {parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no identity but their place
            <span key={index} className={part.secret ? "text-ink-faint" : undefined}>
              {part.secret && !revealed ? MASK : part.text}
            </span>
          ))}
        </pre>
        <div className="flex items-center gap-1 border-t border-line px-2 py-1.5">
          <CopyButton
            size="small"
            variant={best ? "primary" : "secondary"}
            value={snippet.text}
            label={common.copy}
            className="min-w-20"
          />
          {hasSecret && (
            <Button
              size="small"
              variant="quiet"
              icon={revealed ? EyeOff : Eye}
              aria-pressed={revealed}
              onClick={() => setRevealed(!revealed)}
            >
              {revealed ? text.hideToken : text.showToken}
            </Button>
          )}
          {hasSecret && !revealed && (
            <span className="min-w-0 truncate text-sm text-ink-faint">{text.tokenHidden}</span>
          )}
        </div>
      </figure>
      <p className="mt-1.5 text-ink-soft">{instructions}</p>
    </div>
  );
}

function titleOf({ kind, path }: SnippetBlockProps["snippet"], text: Text["clients"]["sheet"]): string {
  if (kind === "command") return text.runCommand;
  return path === null ? text.addToClient : text.addToFile;
}
