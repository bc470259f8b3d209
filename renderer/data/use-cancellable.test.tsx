import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { renderPlace } from "../testing/render-place.tsx";
import { useCancellable } from "./use-bridge.tsx";

/** A button that hides a part with a call that never finishes. */
function Window() {
  const [isShown, setShown] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setShown(false)}>
        Hide
      </button>
      {isShown && <Part />}
    </>
  );
}

function Part() {
  const call = useCancellable("servers.call");
  return (
    <>
      <button type="button" onClick={() => call.run({ id: "01", tool: "wait", arguments: {} })}>
        Run
      </button>
      <button type="button" onClick={call.cancel}>
        Cancel
      </button>
      <output>{JSON.stringify(call)}</output>
    </>
  );
}

function show() {
  const signals: AbortSignal[] = [];
  const bridge = renderPlace(<Window />, "#/servers", { "servers.call": () => new Promise(() => undefined) });
  const { invoke } = bridge;
  bridge.invoke = (method, input, signal) => {
    if (signal !== undefined) signals.push(signal);
    return invoke(method, input, signal);
  };
  const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
  const state = () => JSON.parse(screen.getByRole("status").textContent ?? "");
  return { signals, press, state };
}

it("reports a cancelled call without an error, and can run again", async () => {
  const { signals, press, state } = show();
  press("Run");
  await waitFor(() => expect(state()).toMatchObject({ isPending: true, isCancelling: false }));
  press("Cancel");
  await waitFor(() => expect(state()).toMatchObject({ isPending: false, wasCancelled: true, error: null }));
  press("Run");
  await waitFor(() => expect(state()).toMatchObject({ isPending: true, isCancelling: false, wasCancelled: false }));
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
});

it("cancels the call when its component is unmounted", async () => {
  const { signals, press, state } = show();
  press("Run");
  await waitFor(() => expect(state().isPending).toBe(true));
  press("Hide");
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});
