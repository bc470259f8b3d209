import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { completeClicksOnMovedButtons } from "./moved-button.ts";

let stop: () => void;
const onSave = vi.fn();
const onForm = vi.fn();

beforeEach(() => {
  stop = completeClicksOnMovedButtons(document);
  onSave.mockReset();
  onForm.mockReset();
});
afterEach(() => stop());

/** A form with two buttons, and functions that press one and send the click to another element. */
function show({ disabled = false, popup }: { readonly disabled?: boolean; readonly popup?: "menu" } = {}) {
  render(
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: it receives the click
    <div data-testid="form" onClick={onForm}>
      <button type="button" disabled={disabled} aria-haspopup={popup} onClick={onSave}>
        <span>Save</span>
      </button>
      <button type="button">Other</button>
    </div>,
  );
  const at = { clientX: 20, clientY: 30 };
  return {
    press: () => fireEvent.pointerDown(screen.getByText("Save"), at),
    click: (target: HTMLElement, point = at) => fireEvent.click(target, { ...point, detail: 1 }),
    form: screen.getByTestId("form"),
  };
}

it("clicks a pressed button once if it moved away from the pointer", () => {
  const { press, click, form } = show();
  press();
  click(form);
  expect(onSave).toHaveBeenCalledOnce();
  expect(onForm).toHaveBeenCalledOnce();
  click(form);
  expect(onSave).toHaveBeenCalledOnce();
});

it("leaves a click on the pressed button as it is", () => {
  const { press, click } = show();
  press();
  click(screen.getByText("Save"));
  expect(onSave).toHaveBeenCalledOnce();
});

it.each([
  ["the pointer moved", {}, { clientX: 20, clientY: 60 }],
  ["the button is disabled", { disabled: true }, undefined],
  ["the button opens a menu", { popup: "menu" as const }, undefined],
])("does not click the button if %s", (_, properties, point) => {
  const { press, click, form } = show(properties);
  press();
  click(form, point);
  expect(onSave).not.toHaveBeenCalled();
});

it("does not click a pressed button for a click on another button", () => {
  const { press, click } = show();
  press();
  click(screen.getByText("Other"));
  expect(onSave).not.toHaveBeenCalled();
});
