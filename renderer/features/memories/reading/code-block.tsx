import { Check, Copy } from "lucide-react";
import { isValidElement, type ReactNode, useRef, useState } from "react";
import { useText } from "../../../text/use-text.ts";
import { IconButton } from "../../../ui/icon-button.tsx";

/** Code as it was written, with its language and a way to copy it. */
export function CodeBlock({ children }: { readonly children: ReactNode }) {
  const text = useText();
  const pre = useRef<HTMLPreElement>(null);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(pre.current?.textContent?.replace(/\n$/, "") ?? "");
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <div className="group/code relative">
      <pre ref={pre} dir="ltr">
        {children}
      </pre>
      <div className="absolute top-1 right-1 flex items-center gap-1">
        <span className="font-mono text-xs text-ink-faint">{languageOf(children)}</span>
        <IconButton
          label={copied ? text.common.copied : text.memories.code.copy}
          icon={copied ? Check : Copy}
          size="small"
          onClick={() => void copy()}
          className="bg-sunken opacity-0 group-hover/code:opacity-100 focus-visible:opacity-100"
        />
      </div>
    </div>
  );
}

function languageOf(children: ReactNode): string | null {
  if (!isValidElement<{ className?: string }>(children)) return null;
  return /language-([\w+#-]+)/.exec(children.props.className ?? "")?.[1] ?? null;
}
