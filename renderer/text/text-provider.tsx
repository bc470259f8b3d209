import { type ReactNode, useEffect, useState } from "react";
import { languageOf } from "../../electron/core/language.ts";
import { useBridgeQuery } from "../data/use-bridge-query.ts";
import type { Text } from "./en.ts";
import { loadText, rememberLanguage } from "./language.ts";
import { TextContext } from "./use-text.ts";

interface TextProviderProps {
  /** The words to begin with. */
  readonly initial: Text;
  readonly children: ReactNode;
}

/** Gives the window its words in the language of the settings, and the page its `lang`. */
export function TextProvider({ initial, children }: TextProviderProps) {
  const [text, setText] = useState(initial);
  const choice = useBridgeQuery("settings.get", {}).data?.language;
  useEffect(() => {
    if (choice === undefined) return;
    rememberLanguage(choice);
    let outdated = false;
    void loadText(languageOf(choice, navigator.languages)).then((loaded) => {
      if (!outdated) setText(loaded);
    });
    return () => {
      outdated = true;
    };
  }, [choice]);
  useEffect(() => {
    document.documentElement.lang = text.language;
  }, [text.language]);
  return <TextContext value={text}>{children}</TextContext>;
}
