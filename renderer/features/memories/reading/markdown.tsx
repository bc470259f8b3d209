import { Check, ChevronDown, ChevronUp, Copy, Square, SquareCheck } from "lucide-react";
import { createContext, isValidElement, memo, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { readConversationReference } from "../../../../electron/core/conversations.ts";
import { markHidden } from "../../../../electron/core/hidden-characters.ts";
import { matchesOfWords } from "../../../../electron/core/word-matches.ts";
import { useBridge } from "../../../data/use-bridge.tsx";
import { useNavigation } from "../../../navigation/navigation.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Marked } from "../../../ui/marked.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { type Fold, foldCode } from "./fold.ts";
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
  td: ({ children, style }) => (
    <td dir="auto" style={style}>
      {children}
    </td>
  ),
  th: ({ children, style }) => (
    <th dir="auto" style={style}>
      {children}
    </th>
  ),
  a: ({ href, children }) => <MarkdownLink href={href}>{children}</MarkdownLink>,
  img: ({ src, alt }) => <ImageLink src={typeof src === "string" ? src : undefined} alt={alt ?? ""} />,
  input: ({ checked }) => <TaskMark done={checked === true} />,
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
};
const PLUGINS = [remarkGfm];
const NO_WORDS: readonly string[] = [];

/** How code blocks are shown. */
interface CodeOptions {
  /** Whether long code is folded; `except-matches`: unless a word of the search is in what would be hidden. */
  readonly fold: "never" | "long" | "except-matches";
  readonly words: readonly string[];
}

const CodeContext = createContext<CodeOptions>({ fold: "never", words: NO_WORDS });

interface MarkdownPageProps {
  readonly content: string;
  /** Words of a search, marked in the text. */
  readonly words?: readonly string[];
  readonly foldCode?: CodeOptions["fold"];
}

/** Renders Markdown. Hidden characters are visible marks. Raw HTML is shown as text, images become links, and web links open in the browser. */
export const MarkdownPage = memo(function MarkdownPage({
  content,
  words = NO_WORDS,
  foldCode: fold = "never",
}: MarkdownPageProps) {
  const code = useMemo((): CodeOptions => ({ fold, words }), [fold, words]);
  const marking = useMemo(
    () => (words.length === 0 ? [] : [[markWords, words] as [typeof markWords, readonly string[]]]),
    [words],
  );
  return (
    <div className="markdown" data-selectable>
      <CodeContext value={code}>
        <Markdown remarkPlugins={PLUGINS} rehypePlugins={marking} components={COMPONENTS} urlTransform={safeAddress}>
          {markHidden(content)}
        </Markdown>
      </CodeContext>
    </div>
  );
});

/** A node of the page as the plugins of `react-markdown` get it. */
interface PageNode {
  readonly type: string;
  readonly tagName?: string;
  readonly value?: string;
  readonly properties?: Readonly<Record<string, string>>;
  children?: PageNode[];
}

/** Marks words in the text of a page. Code blocks mark them themselves, after they were highlighted. */
function markWords(words: readonly string[]) {
  const mark = (node: PageNode): PageNode[] => {
    const { type, value = "" } = node;
    if (node.tagName === "pre") return [node];
    if (node.children !== undefined) node.children = node.children.flatMap(mark);
    if (type !== "text") return [node];
    let at = 0;
    const parts = matchesOfWords(value, words).flatMap(({ start, end, word }): PageNode[] => {
      const before = { type, value: value.slice(at, start) };
      at = end;
      const children = [{ type, value: value.slice(start, end) }];
      return [before, { type: "element", tagName: "mark", properties: { dataWord: word }, children }];
    });
    return [...parts, { type, value: value.slice(at) }];
  };
  return (page: PageNode) => {
    mark(page);
  };
}

/** Keeps web and memory addresses; any other becomes plain text. */
function safeAddress(address: string): string {
  return /^(?:https?|recollect):\/\//i.test(address) ? address : "";
}

/** A link in a memory. Opens another memory or a conversation in the window and a web address in the browser. */
export function MarkdownLink({ href, children }: { readonly href: string | undefined; readonly children: ReactNode }) {
  const { navigate } = useNavigation();
  const toast = useToast();
  const bridge = useBridge();
  if (href === undefined || href === "") return children;
  const id = /^recollect:\/\/.*\/([0-9A-Z]{26})$/i.exec(href)?.[1];
  const conversation = href.startsWith("recollect://conversation/") ? readConversationReference(href) : null;
  const follow = () => {
    if (conversation !== null) {
      const { id: session, number } = conversation;
      navigate({ place: "conversations", path: number === null ? [session] : [session, String(number)] });
    } else if (id !== undefined) navigate({ place: "memories", path: ["all", id.toUpperCase()] });
    else {
      bridge.openExternal(href).catch(toast.fail);
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

/** A link in place of an image. Loading the image would reveal to its server that it is being read. */
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

/** A code block with its language and a copy button. Long code can be folded to its first lines. */
function CodeBlock({ children }: { readonly children: ReactNode }) {
  const text = useText();
  const { fold, words } = useContext(CodeContext);
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  const [copied, setCopied] = useState(false);
  const { language, code } = partsOf(children);
  const folded = useMemo(() => (fold === "never" ? null : foldCode(code)), [fold, code]);
  const isFolded =
    folded !== null && !(isOpen ?? (fold === "except-matches" && matchesOfWords(folded.hidden, words).length > 0));
  const copy = async () => {
    await navigator.clipboard.writeText(code.replace(/\n$/, ""));
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <div className="group/code relative">
      {/* The label and the button have a place of their own next to the code. */}
      <pre dir="ltr" className={language === null ? "pr-9!" : "pt-7!"}>
        <HighlightedCode code={isFolded ? folded.shown : code} language={language} words={words} />
      </pre>
      {folded !== null && <FoldButton fold={folded} isFolded={isFolded} words={words} onToggle={setIsOpen} />}
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

function partsOf(children: ReactNode): { readonly language: string | null; readonly code: string } {
  if (!isValidElement<{ className?: string; children?: ReactNode }>(children)) return { language: null, code: "" };
  const { className, children: code } = children.props;
  return {
    language: /language-([\w+#-]+)/.exec(className ?? "")?.[1]?.toLowerCase() ?? null,
    code: typeof code === "string" ? code : "",
  };
}

interface FoldButtonProps {
  readonly fold: Fold;
  readonly isFolded: boolean;
  /** The matches of these in the hidden part are counted. */
  readonly words: readonly string[];
  readonly onToggle: (isOpen: boolean) => void;
}

/** Shows the rest of a folded text, or hides it again. */
export function FoldButton({ fold, isFolded, words, onToggle }: FoldButtonProps) {
  const labels = useText().common.fold;
  const matches = useMemo(() => matchesOfWords(fold.hidden, words).length, [fold, words]);
  return (
    <Button
      variant="quiet"
      size="small"
      icon={isFolded ? ChevronDown : ChevronUp}
      aria-expanded={!isFolded}
      className="-ml-2"
      onClick={({ currentTarget: button }) => {
        onToggle(isFolded);
        // The text above becomes shorter.
        if (!isFolded) requestAnimationFrame(() => button.scrollIntoView({ block: "nearest" }));
      }}
    >
      {isFolded ? labels.more(fold.lines, matches) : labels.fewer}
    </Button>
  );
}

interface HighlightedCodeProps {
  readonly code: string;
  readonly language: string | null;
  readonly words: readonly string[];
}

/** Code with syntax highlighting; plain while the grammars load, and if the language is not known. */
function HighlightedCode({ code, language, words }: HighlightedCodeProps) {
  const [highlighted, setHighlighted] = useState<{ readonly code: string; readonly tree: CodeTree } | null>(null);
  useEffect(() => {
    if (language === null) return;
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
  return (
    <code>
      {highlighted?.code === code ? renderTree(highlighted.tree, words) : <Marked text={code} words={words} />}
    </code>
  );
}

function renderTree(
  nodes: CodeTree | Extract<CodeTree[number], { type: "element" }>["children"],
  words: readonly string[],
): ReactNode[] {
  let at = 0;
  return nodes.map((node) => {
    const key = at++;
    if (node.type === "text") return <Marked key={key} text={node.value} words={words} />;
    if (node.type !== "element") return null;
    const { className } = node.properties;
    return (
      <span key={key} className={Array.isArray(className) ? className.join(" ") : undefined}>
        {renderTree(node.children, words)}
      </span>
    );
  });
}
