import { type ReactNode, useEffect, useState } from "react";
import type { CodeTree } from "./highlight-code.ts";

interface HighlightedCodeProps {
  readonly code: string;
  readonly language: string;
}

/** Code in the colours of its language; plain until the grammars are there, and where the language is not known. */
export function HighlightedCode({ code, language }: HighlightedCodeProps) {
  const [shown, setShown] = useState<{ readonly of: string; readonly tree: CodeTree } | null>(null);
  useEffect(() => {
    let isLeft = false;
    import("./highlight-code.ts").then(
      ({ highlightCode }) => {
        const tree = isLeft ? null : highlightCode(code, language);
        if (tree !== null) setShown({ of: code, tree });
      },
      // Colours are a help, not the text: without them it stands there plain.
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [code, language]);
  return <code>{shown?.of === code ? draw(shown.tree) : code}</code>;
}

function draw(nodes: CodeTree | Extract<CodeTree[number], { type: "element" }>["children"]): ReactNode[] {
  let at = 0;
  return nodes.map((node) => {
    const key = at++;
    if (node.type === "text") return node.value;
    if (node.type !== "element") return null;
    const { className } = node.properties;
    return (
      <span key={key} className={Array.isArray(className) ? className.join(" ") : undefined}>
        {draw(node.children)}
      </span>
    );
  });
}
