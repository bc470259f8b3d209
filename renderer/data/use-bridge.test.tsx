import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import type { ModelStatus } from "../../electron/window-api/contract.ts";
import { renderPlace } from "../testing/render-place.tsx";
import { sampleModel } from "../testing/samples.ts";
import { useBridgeMutation, useBridgeQuery, useCancellable } from "./use-bridge.tsx";

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

/** Shows the paused state of the model, and changes it. */
function Pause() {
  const { data, refetch } = useBridgeQuery("model.status", {});
  const change = useBridgeMutation("model.setPaused", { stores: ["model.status", {}] });
  return (
    <>
      <button type="button" onClick={() => change.mutate({ paused: true })}>
        Pause
      </button>
      <button type="button" onClick={() => void refetch()}>
        Read
      </button>
      <output>{`${data?.model}, ${data?.paused}`}</output>
    </>
  );
}

function showPause() {
  let current = sampleModel({ model: "first", paused: false });
  const waiting = Promise.withResolvers<ModelStatus>();
  renderPlace(<Pause />, "#/settings", { "model.status": () => current, "model.setPaused": () => waiting.promise });
  return {
    press: (name: string) => fireEvent.click(screen.getByRole("button", { name })),
    shows: (text: string) => waitFor(() => expect(screen.getByRole("status").textContent).toBe(text)),
    change: (model: string) => {
      current = sampleModel({ model, paused: true });
    },
    respond: (model: string) => waiting.resolve(sampleModel({ model, paused: true })),
  };
}

it("shows the output of a call in place of the data of a query", async () => {
  const { press, shows, respond } = showPause();
  await shows("first, false");
  press("Pause");
  respond("second");
  await shows("second, true");
});

it("does not replace newer data with the output of a call that was answered late", async () => {
  const { press, shows, change, respond } = showPause();
  await shows("first, false");
  press("Pause");
  change("third");
  press("Read");
  await shows("third, true");
  change("fourth");
  respond("second");
  await shows("fourth, true");
});
