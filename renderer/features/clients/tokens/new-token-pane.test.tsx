import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { MethodInput } from "../../../../electron/ipc/contract.ts";
import { BridgeError } from "../../../bridge.ts";
import { renderPlace } from "../../../testing/render-place.tsx";
import { sampleGrant, sampleStatus } from "../../../testing/sample-answers.ts";
import type { Answers } from "../../../testing/test-bridge.ts";
import { NewTokenPane } from "./new-token-pane.tsx";

const TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJuaWdodGx5In0.aBc-_123";
const grantOf = ({ name, ...allowed }: MethodInput<"clients.createToken">) => sampleGrant(name, allowed);

function show(given: Answers = {}) {
  const opened = vi.fn();
  const bridge = renderPlace(<NewTokenPane onOpenAccess={opened} onClose={() => undefined} />, "#/clients/token", {
    "memories.facets": () => ({ total: 0, namespaces: [], domains: [], tags: [], clients: [] }),
    "memories.namespaces": () => ["decisions"],
    "clients.createToken": (input) => ({ grant: grantOf(input), token: TOKEN }),
    "app.status": () => sampleStatus(),
    ...given,
  });
  return { bridge, opened };
}

const copied = vi.fn(async (_text: string) => undefined);
beforeEach(() => {
  copied.mockClear();
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation(copied);
});

test("a token is made with a name, limits and an end, shown once and copied whole", async () => {
  const { bridge, opened } = show();
  const create = await screen.findByRole("button", { name: "Create token" });
  expect(create).toHaveProperty("disabled", true);
  fireEvent.change(screen.getByRole("textbox", { name: "Name" }), { target: { value: " nightly " } });
  fireEvent.click(screen.getByRole("switch", { name: "Read only" }));
  const projects = screen.getByRole("region", { name: "Projects" });
  fireEvent.change(within(projects).getByRole("combobox"), { target: { value: "acme/shop" } });
  fireEvent.click(within(projects).getByRole("button", { name: "Allow a project" }));
  fireEvent.click(create);

  expect(await screen.findByText(TOKEN)).toBeTruthy();
  const [made] = bridge.calls.filter(({ method }) => method === "clients.createToken");
  expect(made?.input).toMatchObject({ name: "nightly", access: "read", domains: ["acme/shop"], namespaces: null });
  const { expiresAt = "" } = (made?.input ?? {}) as { expiresAt?: string };
  expect(Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)).toBe(90);
  fireEvent.click(screen.getAllByRole("button", { name: "Copy" })[0] as HTMLElement);
  await waitFor(() => expect(copied).toHaveBeenCalledWith(TOKEN));
  const rest = screen.getByRole("figure", { name: /By REST/ });
  expect(rest.textContent).toContain("http://127.0.0.1:7325/tools/search_memories");
  expect(rest.textContent).not.toContain(TOKEN);
  fireEvent.click(screen.getByRole("button", { name: "What nightly may do" }));
  expect(opened).toHaveBeenCalledWith("nightly");
});

test("a name that is taken is told at its field, and nothing typed is lost", async () => {
  show({
    "clients.createToken": () => {
      throw new BridgeError({
        code: "conflict",
        field: "name",
        message: "There is a token called nightly already.",
        hint: "Choose another name.",
      });
    },
  });
  const name = await screen.findByRole("textbox", { name: "Name" });
  fireEvent.change(name, { target: { value: "nightly" } });
  fireEvent.click(screen.getByRole("button", { name: "Create token" }));
  expect(await screen.findByText("There is a token called nightly already. Choose another name.")).toBeTruthy();
  expect(name).toHaveProperty("value", "nightly");
});
