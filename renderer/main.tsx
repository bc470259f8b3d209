import { CSPProvider } from "@base-ui/react/csp-provider";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { Text } from "../electron/text/en.ts";
import { type Bridge, createDesktopBridge } from "./bridge.ts";
import { openBrowserBridge } from "./browser-bridge.ts";
import { CommandProvider } from "./commands/commands.tsx";
import { createQueryClient } from "./data/query-client.ts";
import { BridgeProvider } from "./data/use-bridge.tsx";
import { NamespaceQuestion } from "./features/memories/data/namespace-question.tsx";
import { QuickView } from "./features/quick/quick-view.tsx";
import { Frame } from "./frame/frame.tsx";
import { SignInGate } from "./frame/sign-in-gate.tsx";
import { NavigationProvider } from "./navigation/navigation.tsx";
import { loadRememberedText, TextProvider } from "./text/text-provider.tsx";
import { completeClicksOnMovedButtons } from "./ui/moved-button.ts";
import { ClockProvider } from "./ui/time.tsx";
import { ToastProvider } from "./ui/toast.tsx";
import { TooltipProvider } from "./ui/tooltip.tsx";
import { UndoProvider } from "./ui/undo.tsx";
import { applyRememberedTheme } from "./ui/use-theme.ts";
import "./styles/theme.css";

interface AppProps {
  readonly bridge: Bridge;
  readonly queryClient: QueryClient;
  /** The language to start with, until the settings are loaded. */
  readonly text: Text;
}

/** Whether this is the small window that a global shortcut opens. */
const isQuick = location.search === "?quick";

/** The window with all its providers. */
function App({ bridge, queryClient, text }: AppProps) {
  return (
    <BridgeProvider bridge={bridge}>
      <QueryClientProvider client={queryClient}>
        <TextProvider initial={text}>
          <SignInGate>
            <ClockProvider>
              <CSPProvider disableStyleElements>
                <NavigationProvider>
                  <CommandProvider>
                    <TooltipProvider delay={500}>
                      <ToastProvider>
                        <UndoProvider>
                          <NamespaceQuestion>{isQuick ? <QuickView /> : <Frame />}</NamespaceQuestion>
                        </UndoProvider>
                      </ToastProvider>
                    </TooltipProvider>
                  </CommandProvider>
                </NavigationProvider>
              </CSPProvider>
            </ClockProvider>
          </SignInGate>
        </TextProvider>
      </QueryClientProvider>
    </BridgeProvider>
  );
}

applyRememberedTheme();
completeClicksOnMovedButtons(document);

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root.");
const bridge = window.recollect === undefined ? await openBrowserBridge() : createDesktopBridge(window.recollect);
const text = await loadRememberedText();
createRoot(root).render(
  <StrictMode>
    <App bridge={bridge} queryClient={createQueryClient()} text={text} />
  </StrictMode>,
);
