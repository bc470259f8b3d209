import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach } from "vitest";
import { CommandProvider } from "../commands/commands.tsx";
import { BridgeProvider } from "../data/bridge-context.tsx";
import { createQueryClient } from "../data/query-client.ts";
import { useLiveData } from "../data/use-live-data.ts";
import { NavigationProvider } from "../navigation/navigation.tsx";
import { ToastProvider } from "../ui/toast.tsx";
import { UndoProvider } from "../ui/undo.tsx";
import { type Answers, createTestBridge, type TestBridge } from "./test-bridge.ts";

/** Renders a place as the window does, at an address, against the given answers. */
export function renderPlace(place: ReactNode, address: string, answers: Answers): TestBridge {
  location.hash = address;
  const bridge = createTestBridge(answers);
  render(
    <BridgeProvider bridge={bridge}>
      <QueryClientProvider client={createQueryClient()}>
        <NavigationProvider>
          <CommandProvider>
            <ToastProvider>
              <UndoProvider>
                <LiveData />
                {place}
              </UndoProvider>
            </ToastProvider>
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

afterEach(() => {
  cleanup();
  localStorage.clear();
});
