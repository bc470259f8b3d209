import { createContext, useContext } from "react";
import { en, type Text } from "../../electron/text/en.ts";

/** The texts of the current language; English without a provider. */
export const TextContext = createContext<Text>(en);

export function useText(): Text {
  return useContext(TextContext);
}
