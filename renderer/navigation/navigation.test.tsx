import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
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
