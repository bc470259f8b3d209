import { act, cleanup, render } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { DeferredQuery, type Navigation, NavigationProvider, useNavigation } from "./navigation.tsx";
import { formatRoute } from "./route.ts";

let navigation: Navigation;
function Probe() {
  navigation = useNavigation();
  return null;
}
beforeEach(() => {
  location.hash = "";
  render(
    <NavigationProvider>
      <Probe />
    </NavigationProvider>,
  );
});
afterEach(cleanup);

it("changes the address and the place", () => {
  act(() => navigation.navigate({ place: "clients" }));
  expect(navigation.route.place).toBe("clients");
  expect(location.hash).toBe("#/clients");
});

it("stays while a guard refuses and leaves when it proceeds", () => {
  let leave: () => void = () => undefined;
  act(() =>
    navigation.setGuard((_next, proceed) => {
      leave = proceed;
      return false;
    }),
  );
  act(() => navigation.navigate({ place: "settings" }));
  expect(navigation.route.place).toBe("today");
  act(() => leave());
  expect(navigation.route.place).toBe("settings");
});

it("leaves immediately after the guard was removed", () => {
  act(() => navigation.setGuard(() => false));
  act(() => navigation.setGuard(null));
  act(() => navigation.navigate({ place: "activity" }));
  expect(navigation.route.place).toBe("activity");
});

function Address({ label }: { readonly label: string }) {
  return <output aria-label={label}>{formatRoute(useNavigation().route)}</output>;
}

/** Calls back with the text of the page after each address, before it is painted. */
function Observer({ onShown }: { readonly onShown: (page: string) => void }) {
  useNavigation();
  useLayoutEffect(() => {
    onShown(document.body.textContent);
  });
  return null;
}

/** The addresses that two parts of the page show after each change: now, and later. */
function showInTwoParts(): string[] {
  const shown: string[] = [];
  cleanup();
  render(
    <NavigationProvider>
      <Probe />
      <Address label="now" />
      <DeferredQuery>
        <Address label="later" />
      </DeferredQuery>
      <Observer onShown={(page) => shown.push(page)} />
    </NavigationProvider>,
  );
  shown.length = 0;
  return shown;
}

it("paints another query of the address before the parts that follow later", () => {
  const shown = showInTwoParts();
  act(() => navigation.navigate({ place: "today", query: { q: "tokens" } }));
  expect(shown[0]).toBe("#/today?q=tokens#/today");
  expect(document.body.textContent).toBe("#/today?q=tokens#/today?q=tokens");
});

it("shows another page in all parts in one paint", () => {
  const shown = showInTwoParts();
  act(() => navigation.navigate({ place: "memories", path: ["pinned"] }));
  expect(shown).toEqual(["#/memories/pinned#/memories/pinned"]);
});
