import { CSPProvider } from "@base-ui/react/csp-provider";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { Bridge } from "./bridge.ts";
import { CommandProvider } from "./commands/commands.tsx";
import { BridgeProvider } from "./data/bridge-context.tsx";
import { Frame } from "./frame/frame.tsx";
import { NavigationProvider } from "./navigation/navigation.tsx";
import { en } from "./text/en.ts";
import { TextContext } from "./text/use-text.ts";
import { ToastProvider } from "./ui/toast.tsx";
import { TooltipProvider } from "./ui/tooltip.tsx";
import { UndoProvider } from "./ui/undo.tsx";

interface AppProps {
  readonly bridge: Bridge;
  readonly queryClient: QueryClient;
}

/** The window with everything it needs, handed in. */
export function App({ bridge, queryClient }: AppProps) {
  return (
    <BridgeProvider bridge={bridge}>
      <QueryClientProvider client={queryClient}>
        <TextContext value={en}>
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
        </TextContext>
      </QueryClientProvider>
    </BridgeProvider>
  );
}
