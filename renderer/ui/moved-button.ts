/** The pointer counts as still within this distance. */
const MAX_MOVE_PX = 4;

interface Press {
  readonly button: HTMLElement;
  readonly x: number;
  readonly y: number;
}

/**
 * Completes the click on a button or link that moved while it was pressed, for example because data arrived above it.
 * The browser sends such a click to the closest element around both the button and the element now under the pointer
 * (UI Events, section `click`), and the button would do nothing. A pointer that moved still cancels the click.
 * @returns a function that stops it
 */
export function completeClicksOnMovedButtons(page: Document): () => void {
  let press: Press | null = null;
  const onPointerDown = ({ target, clientX, clientY }: PointerEvent) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("button, a[href]") : null;
    // A menu opens when it is pressed, and may cover its button.
    press = button === null || button.hasAttribute("aria-haspopup") ? null : { button, x: clientX, y: clientY };
  };
  const onClick = (event: MouseEvent) => {
    const pressed = press;
    press = null;
    if (pressed === null || !(event.target instanceof Element)) return;
    const { button, x, y } = pressed;
    if (event.target === button || !event.target.contains(button) || button.matches(":disabled")) return;
    if (Math.hypot(event.clientX - x, event.clientY - y) > MAX_MOVE_PX) return;
    event.stopPropagation();
    button.click();
  };
  page.addEventListener("pointerdown", onPointerDown, true);
  page.addEventListener("click", onClick, true);
  return () => {
    page.removeEventListener("pointerdown", onPointerDown, true);
    page.removeEventListener("click", onClick, true);
  };
}
