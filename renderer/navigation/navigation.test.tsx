import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Navigation, NavigationProvider, useNavigation } from "./navigation.tsx";

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

test("going somewhere changes the address and what is shown", () => {
  act(() => navigation.navigate({ place: "clients" }));
  expect(navigation.route.place).toBe("clients");
  expect(location.hash).toBe("#/clients");
});

test("a guard holds whoever leaves, until it lets go", () => {
  let leave: () => void = () => undefined;
  act(() =>
    navigation.setGuard((_next, proceed) => {
      leave = proceed;
      return false;
    }),
  );
  act(() => navigation.navigate({ place: "settings" }));
  expect(navigation.route.place).toBe("memories");
  act(() => leave());
  expect(navigation.route.place).toBe("settings");
});

test("without a guard one leaves at once", () => {
  act(() => navigation.setGuard(() => false));
  act(() => navigation.setGuard(null));
  act(() => navigation.navigate({ place: "activity" }));
  expect(navigation.route.place).toBe("activity");
});
