import { createContext, useContext } from "react";
import { en, type Text } from "./en.ts";

/** Holds the language in use; English where none is given. */
export const TextContext = createContext<Text>(en);

/** The window's words in the language in use. */
export function useText(): Text {
  return useContext(TextContext);
}
