import { CSPProvider } from "@base-ui/react/csp-provider";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { Bridge } from "./bridge.ts";
import { CommandProvider } from "./commands/commands.tsx";
import { BridgeProvider } from "./data/bridge-context.tsx";
import { Frame } from "./frame/frame.tsx";
import { NavigationProvider } from "./navigation/navigation.tsx";
import type { Text } from "./text/en.ts";
import { TextProvider } from "./text/text-provider.tsx";
import { ToastProvider } from "./ui/toast.tsx";
import { TooltipProvider } from "./ui/tooltip.tsx";
import { UndoProvider } from "./ui/undo.tsx";

interface AppProps {
  readonly bridge: Bridge;
  readonly queryClient: QueryClient;
  /** The words to open with, until the settings are known. */
  readonly text: Text;
}

/** The window with everything it needs, handed in. */
export function App({ bridge, queryClient, text }: AppProps) {
  return (
    <BridgeProvider bridge={bridge}>
      <QueryClientProvider client={queryClient}>
        <TextProvider initial={text}>
          <CSPProvider disableStyleElements>
            <NavigationProvider>
              <CommandProvider>
                <TooltipProvider delay={500}>
                  <ToastProvider>
                    <UndoProvider>
                      <Frame />
                    </UndoProvider>
                  </ToastProvider>
                </TooltipProvider>
              </CommandProvider>
            </NavigationProvider>
          </CSPProvider>
        </TextProvider>
      </QueryClientProvider>
    </BridgeProvider>
  );
}
