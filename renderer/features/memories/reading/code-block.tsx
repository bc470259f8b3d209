import { Check, Copy } from "lucide-react";
import { isValidElement, type ReactNode, useRef, useState } from "react";
import { useText } from "../../../text/use-text.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { HighlightedCode } from "./highlighted-code.tsx";

/** Code as it was written, with its language and a way to copy it. */
export function CodeBlock({ children }: { readonly children: ReactNode }) {
  const text = useText();
  const pre = useRef<HTMLPreElement>(null);
  const [copied, setCopied] = useState(false);
  const { language, code } = partsOf(children);
  const copy = async () => {
    await navigator.clipboard.writeText(pre.current?.textContent?.replace(/\n$/, "") ?? "");
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <div className="group/code relative">
      <pre ref={pre} dir="ltr">
        {language === null || code === null ? children : <HighlightedCode code={code} language={language} />}
      </pre>
      <div className="absolute top-1 right-1 flex items-center gap-1">
        <span className="font-mono text-xs text-ink-faint">{language}</span>
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

function partsOf(children: ReactNode): { readonly language: string | null; readonly code: string | null } {
  if (!isValidElement<{ className?: string; children?: ReactNode }>(children)) return { language: null, code: null };
  const { className, children: code } = children.props;
  return {
    language: /language-([\w+#-]+)/.exec(className ?? "")?.[1]?.toLowerCase() ?? null,
    code: typeof code === "string" ? code : null,
  };
}
