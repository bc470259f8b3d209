import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { MethodInput } from "../../../../electron/window-api/contract.ts";
import { BridgeError } from "../../../bridge.ts";
import { renderPlace } from "../../../testing/render-place.tsx";
import { sampleGrant, sampleStatus } from "../../../testing/samples.ts";
import type { Responses } from "../../../testing/test-bridge.ts";
import { NewTokenPane } from "./new-token-pane.tsx";

const TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJuaWdodGx5In0.aBc-_123";
const grantOf = ({ name, ...allowed }: MethodInput<"clients.createToken">) => sampleGrant(name, allowed);

function show(given: Responses = {}) {
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

it("creates a token with a name, limits and an expiry, shows it once and copies it in full", async () => {
  const { bridge, opened } = show();
  const create = await screen.findByRole("button", { name: "Create token" });
  expect(create).toHaveProperty("disabled", true);
  fireEvent.change(screen.getByRole("textbox", { name: "Name" }), { target: { value: " nightly " } });
  fireEvent.click(screen.getByRole("radio", { name: "Read only" }));
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
  const rest = screen.getByRole("figure", { name: /Over REST/ });
  expect(rest.textContent).toContain("http://127.0.0.1:7325/tools/search_memories");
  expect(rest.textContent).not.toContain(TOKEN);
  fireEvent.click(screen.getByRole("button", { name: "Permissions of nightly" }));
  expect(opened).toHaveBeenCalledWith("nightly");
});

it("shows that a name is taken at its field and keeps the input", async () => {
  show({
    "clients.createToken": () => {
      throw new BridgeError({
        code: "conflict",
        field: "name",
        message: "A token named nightly already exists.",
        hint: "Choose another name.",
      });
    },
  });
  const name = await screen.findByRole("textbox", { name: "Name" });
  fireEvent.change(name, { target: { value: "nightly" } });
  fireEvent.click(screen.getByRole("button", { name: "Create token" }));
  expect(await screen.findByText("A token named nightly already exists. Choose another name.")).toBeTruthy();
  expect(name).toHaveProperty("value", "nightly");
});
