import { Check, Copy, Square, SquareCheck } from "lucide-react";
import { isValidElement, memo, type ReactNode, useEffect, useRef, useState } from "react";
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { markHidden } from "../../../../electron/core/hidden-characters.ts";
import { useBridge } from "../../../data/bridge-context.tsx";
import { useNavigation } from "../../../navigation/navigation.tsx";
import { useText } from "../../../text/use-text.ts";
import { errorSentence } from "../../../ui/error-state.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useToast } from "../../../ui/toast.tsx";
import type { CodeTree } from "./highlight-code.ts";

/** Headings are one level below the page's title. Each block has the direction of its script. */
const COMPONENTS: Components = {
  h1: ({ children }) => <h2 dir="auto">{children}</h2>,
  h2: ({ children }) => <h3 dir="auto">{children}</h3>,
  h3: ({ children }) => <h4 dir="auto">{children}</h4>,
  h4: ({ children }) => <h5 dir="auto">{children}</h5>,
  h5: ({ children }) => <h6 dir="auto">{children}</h6>,
  h6: ({ children }) => <h6 dir="auto">{children}</h6>,
  p: ({ children }) => <p dir="auto">{children}</p>,
  ul: ({ children, className }) => (
    <ul dir="auto" className={className}>
      {children}
    </ul>
  ),
  ol: ({ children, start }) => (
    <ol dir="auto" start={start}>
      {children}
    </ol>
  ),
  blockquote: ({ children }) => <blockquote dir="auto">{children}</blockquote>,
  td: ({ children }) => <td dir="auto">{children}</td>,
  th: ({ children }) => <th dir="auto">{children}</th>,
  a: ({ href, children }) => <MarkdownLink href={href}>{children}</MarkdownLink>,
  img: ({ src, alt }) => <ImageLink src={typeof src === "string" ? src : undefined} alt={alt ?? ""} />,
  input: ({ checked }) => <TaskMark done={checked === true} />,
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
};
const PLUGINS = [remarkGfm];

/** Renders Markdown. Hidden characters are visible marks. Raw HTML is shown as text, images become links, and web links open in the browser. */
export const MarkdownPage = memo(function MarkdownPage({ content }: { readonly content: string }) {
  return (
    <div className="markdown" data-selectable>
      <Markdown remarkPlugins={PLUGINS} components={COMPONENTS} urlTransform={safeAddress}>
        {markHidden(content)}
      </Markdown>
    </div>
  );
});

/** Keeps web and memory addresses; any other becomes plain text. */
function safeAddress(address: string): string {
  return /^(?:https?|recollect):\/\//i.test(address) ? address : "";
}

interface MarkdownLinkProps {
  readonly href: string | undefined;
  readonly children: ReactNode;
}

/** A link in a memory. Opens another memory in the window and a web address in the browser. */
export function MarkdownLink({ href, children }: MarkdownLinkProps) {
  const { navigate } = useNavigation();
  const text = useText();
  const toast = useToast();
  const bridge = useBridge();
  if (href === undefined || href === "") return children;
  const id = /^recollect:\/\/.*\/([0-9A-Z]{26})$/i.exec(href)?.[1];
  const follow = () => {
    if (id !== undefined) navigate({ place: "memories", path: ["all", id.toUpperCase()] });
    else {
      bridge
        .openExternal(href)
        .catch((error: unknown) => toast.show({ message: errorSentence(error, text), tone: "bad" }));
    }
  };
  return (
    <a
      href={href}
      title={href}
      rel="noreferrer"
      onClick={(event) => {
        event.preventDefault();
        follow();
      }}
    >
      {children}
    </a>
  );
}

/** A link in place of an image. Loading the image would reveal to its server what is being read. */
function ImageLink({ src, alt }: { readonly src: string | undefined; readonly alt: string }) {
  const text = useText();
  return <MarkdownLink href={src}>{text.memories.image(alt)}</MarkdownLink>;
}

/** The checkbox of a task. It is an image: to change it, edit the memory. */
function TaskMark({ done }: { readonly done: boolean }) {
  const words = useText().memories.task;
  const Icon = done ? SquareCheck : Square;
  return <Icon role="img" aria-label={done ? words.done : words.open} className="task-mark" />;
}

/** A code block with its language and a copy button. */
function CodeBlock({ children }: { readonly children: ReactNode }) {
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

interface HighlightedCodeProps {
  readonly code: string;
  readonly language: string;
}

/** Code with syntax highlighting; plain while the grammars load, and if the language is not known. */
function HighlightedCode({ code, language }: HighlightedCodeProps) {
  const [highlighted, setHighlighted] = useState<{ readonly code: string; readonly tree: CodeTree } | null>(null);
  useEffect(() => {
    let isCancelled = false;
    import("./highlight-code.ts").then(
      ({ highlightCode }) => {
        const tree = isCancelled ? null : highlightCode(code, language);
        if (tree !== null) setHighlighted({ code, tree });
      },
      // Without the grammars the code stays plain.
      () => undefined,
    );
    return () => {
      isCancelled = true;
    };
  }, [code, language]);
  return <code>{highlighted?.code === code ? renderTree(highlighted.tree) : code}</code>;
}

function renderTree(nodes: CodeTree | Extract<CodeTree[number], { type: "element" }>["children"]): ReactNode[] {
  let at = 0;
  return nodes.map((node) => {
    const key = at++;
    if (node.type === "text") return node.value;
    if (node.type !== "element") return null;
    const { className } = node.properties;
    return (
      <span key={key} className={Array.isArray(className) ? className.join(" ") : undefined}>
        {renderTree(node.children)}
      </span>
    );
  });
}
