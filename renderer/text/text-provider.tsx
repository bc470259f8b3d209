import { type ReactNode, useEffect, useState } from "react";
import { en, type Text } from "../../electron/text/en.ts";
import { type Language, type LanguageChoice, languageOf } from "../../electron/text/language.ts";
import { useBridgeQuery } from "../data/use-bridge.tsx";
import { readStored, writeStored } from "../data/use-stored.ts";
import { TextContext } from "./use-text.ts";

const STORED_CHOICE = "language";

interface TextProviderProps {
  /** The language to start with. */
  readonly initial: Text;
  readonly children: ReactNode;
}

/** Provides the texts in the language of the settings and sets the page's `lang`. */
export function TextProvider({ initial, children }: TextProviderProps) {
  const [text, setText] = useState(initial);
  const choice = useBridgeQuery("settings.get", {}).data?.language;
  useEffect(() => {
    if (choice === undefined) return;
    writeStored(STORED_CHOICE, choice);
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

/** Loads the texts in the language of the last visit, so that the window opens in it before the settings are loaded. */
export function loadRememberedText(): Promise<Text> {
  return loadText(languageOf(readStored<LanguageChoice>(STORED_CHOICE, "system"), navigator.languages));
}

/** English is part of the bundle; other languages are loaded on demand. */
async function loadText(language: Language): Promise<Text> {
  return language === "zh-CN" ? (await import("../../electron/text/zh.ts")).zh : en;
}
