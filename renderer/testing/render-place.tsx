import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { CommandProvider } from "../commands/commands.tsx";
import { createQueryClient } from "../data/query-client.ts";
import { BridgeProvider } from "../data/use-bridge.tsx";
import { useLiveData } from "../data/use-live-data.ts";
import { NavigationProvider } from "../navigation/navigation.tsx";
import { ClockProvider } from "../ui/time.tsx";
import { ToastProvider } from "../ui/toast.tsx";
import { UndoProvider } from "../ui/undo.tsx";
import { createTestBridge, type Responses, type TestBridge } from "./test-bridge.ts";

/** Renders a place at an address like the window does, with a bridge that returns the given responses. */
export function renderPlace(place: ReactNode, address: string, responses: Responses): TestBridge {
  location.hash = address;
  const bridge = createTestBridge(responses);
  render(
    <BridgeProvider bridge={bridge}>
      <QueryClientProvider client={createQueryClient()}>
        <NavigationProvider>
          <CommandProvider>
            <ClockProvider>
              <ToastProvider>
                <UndoProvider>
                  <LiveData />
                  {place}
                </UndoProvider>
              </ToastProvider>
            </ClockProvider>
          </CommandProvider>
        </NavigationProvider>
      </QueryClientProvider>
    </BridgeProvider>,
  );
  return bridge;
}

function LiveData() {
  useLiveData();
  return null;
}
