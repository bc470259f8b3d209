import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from "react";
import { BUILT_IN_NAMESPACES } from "../../../../electron/core/namespace.ts";
import { similarNames } from "../../../../electron/core/util/similar-names.ts";
import { useBridge } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";

/** The known namespaces that a question offers. */
const MAX_OFFERED = 2;

/** Asks whether a new namespace is meant. Resolves to the namespace to use, or to null if the person cancels. */
type AskNamespace = (name: string, similar: readonly string[]) => Promise<string | null>;

/** Without the dialog, such as in a part of the window, the name is used as it is. */
const NamespaceContext = createContext<AskNamespace>(async (name) => name);

interface Question {
  readonly name: string;
  readonly similar: readonly string[];
}

/** Shows the question for everything in it. */
export function NamespaceQuestion({ children }: { readonly children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const answer = useRef<(name: string | null) => void>(() => undefined);
  const ask = useCallback<AskNamespace>((name, similar) => {
    answer.current(null);
    setQuestion({ name, similar });
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }, []);
  const choose = (name: string | null) => {
    setQuestion(null);
    answer.current(name);
  };
  return (
    <NamespaceContext value={ask}>
      {children}
      {question !== null && <QuestionDialog question={question} onChoose={choose} />}
    </NamespaceContext>
  );
}

function QuestionDialog(props: { readonly question: Question; readonly onChoose: (name: string | null) => void }) {
  const { question, onChoose } = props;
  const text = useText().memories.newNamespace;
  return (
    <Dialog
      open
      size="small"
      onClose={() => onChoose(null)}
      title={text.title(question.name)}
      description={text.description}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => onChoose(question.name)}>{text.add(question.name)}</Button>
          {question.similar.map((name, index) => (
            <Button key={name} variant={index === 0 ? "primary" : undefined} onClick={() => onChoose(name)}>
              {text.use(name)}
            </Button>
          ))}
        </div>
      }
    />
  );
}

/**
 * Returns a function that prepares a namespace for a write: a new one is added, after a question if it is like a known
 * one. Resolves to the namespace to write, or to null if the person cancels.
 */
export function useNamespace(): (name: string) => Promise<string | null> {
  const bridge = useBridge();
  const ask = useContext(NamespaceContext);
  return useMemo(
    () => async (name: string) => {
      if ((BUILT_IN_NAMESPACES as readonly string[]).includes(name)) return name;
      const known = await bridge.invoke("memories.namespaces", {});
      if (known.includes(name)) return name;
      const similar = similarNames(name, known, MAX_OFFERED);
      const chosen = similar.length === 0 ? name : await ask(name, similar);
      if (chosen !== null && !known.includes(chosen)) await bridge.invoke("memories.addNamespace", { name: chosen });
      return chosen;
    },
    [bridge, ask],
  );
}
