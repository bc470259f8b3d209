import { memo } from "react";
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { CodeBlock } from "./code-block.tsx";
import { ImageLink, MarkdownLink } from "./markdown-link.tsx";
import { TaskMark } from "./task-mark.tsx";

/** Headings of a memory stand below the page's own title. Text runs in the direction of its own script. */
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

/** Markdown as a page. Raw HTML is shown as text, images are links, links open outside. */
export const MarkdownPage = memo(function MarkdownPage({ content }: { readonly content: string }) {
  return (
    <div className="markdown" data-selectable>
      <Markdown remarkPlugins={PLUGINS} components={COMPONENTS} urlTransform={safeAddress}>
        {content}
      </Markdown>
    </div>
  );
});

/** Web addresses and memories; anything else is no link. */
function safeAddress(address: string): string {
  return /^(?:https?|recollect):\/\//i.test(address) ? address : "";
}
