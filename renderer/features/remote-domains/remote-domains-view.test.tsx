import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { RemoteDomainSummary } from "../../../electron/core/remote-domains.ts";
import { BridgeError } from "../../bridge.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import type { Responses } from "../../testing/test-bridge.ts";
import { RemoteDomainsView } from "./remote-domains-view.tsx";

const archive: RemoteDomainSummary = {
  domain: "acme/archive",
  address: "postgres://ada@db.example.com:5432/memories?sslmode=verify-full",
  access: "write",
  state: "reachable",
  error: null,
  errorAt: null,
  memories: 1_200_000,
  isWritable: true,
  vectors: "ready",
  localMemories: 2,
};

function open(domains: readonly RemoteDomainSummary[], given: Responses = {}) {
  let current = domains;
  return renderPlace(<RemoteDomainsView />, "#/remoteDomains", {
    "remoteDomains.list": () => current,
    "remoteDomains.remove": () => {
      current = [];
      return current;
    },
    "remoteDomains.restore": () => archive,
    ...given,
  });
}

it("shows state, number of memories, search and error of each remote domain", async () => {
  const error = { code: "unavailable", message: "The database cannot be reached." } as const;
  open([archive, { ...archive, domain: "acme/other", state: "unreachable", error, memories: null, vectors: "none" }]);
  const list = await screen.findByRole("list", { name: "Remote projects" });
  const [first, second] = within(list).getAllByRole("listitem");
  expect(first?.textContent).toContain("Reachable · 1,200,000 memories · 2 more on this machine");
  expect(second?.textContent).toContain("Cannot be reached");
  expect(second?.textContent).toContain("The database cannot be reached.");
});

it.each([
  ["keychain", null, "It is stored in the system's keychain."],
  ["file", null, "It is stored in a file that only your account can read."],
  ["keychain", "closed", "It is stored in a file that only your account can read."],
] as const)("names the place of a password: %s, problem %s", async (place, problem, words) => {
  open([], { "secrets.status": () => ({ place, hasKeychain: place === "keychain", problem }) });
  fireEvent.click(await screen.findByText("Add a remote project"));
  expect(await screen.findByText(words)).toBeTruthy();
});

it("adds a domain with its password, and keeps the input when it is refused", async () => {
  let isRefused = true;
  const bridge = open([], {
    "remoteDomains.add": () => {
      if (isRefused) throw new BridgeError({ code: "unavailable", message: "The login was refused." });
      return archive;
    },
  });
  expect(await screen.findByText("There are no remote projects.")).toBeTruthy();
  fireEvent.click(screen.getByText("Add a remote project"));
  for (const [label, value] of [
    ["Project", "acme/archive"],
    ["Address", "postgres://ada@db.example.com/memories"],
    ["Password", "secret"],
  ] as const) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
  fireEvent.click(screen.getByRole("button", { name: "Add project" }));
  expect(await screen.findByText("The login was refused.")).toBeTruthy();
  expect((screen.getByLabelText("Project") as HTMLInputElement).value).toBe("acme/archive");
  isRefused = false;
  fireEvent.click(screen.getByRole("button", { name: "Add project" }));
  await expect.poll(() => (screen.getByLabelText("Password") as HTMLInputElement).value).toBe("");
  expect(bridge.calls.filter(({ method }) => method === "remoteDomains.add").at(-1)?.input).toEqual({
    domain: "acme/archive",
    address: "postgres://ada@db.example.com/memories",
    password: "secret",
  });
});

it("shows why a check failed until the database can be reached", async () => {
  const error = { code: "unavailable", message: "The database cannot be reached." } as const;
  let current: RemoteDomainSummary = archive;
  const bridge = open([], {
    "remoteDomains.list": () => [current],
    "remoteDomains.status": () => {
      current = { ...archive, state: "unreachable", error };
      throw new BridgeError(error);
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Check acme/archive now" }));
  expect(await screen.findByText(error.message)).toBeTruthy();
  current = archive;
  bridge.emit({ name: "remoteDomains.changed", payload: null });
  expect(await screen.findByText(/^Reachable/)).toBeTruthy();
  expect(screen.queryByText(error.message)).toBeNull();
});

it("offers to undo a removal", async () => {
  const bridge = open([archive]);
  fireEvent.click(await screen.findByRole("button", { name: "Remove acme/archive" }));
  fireEvent.click(await screen.findByRole("button", { name: /Undo/ }));
  await expect.poll(() => bridge.calls.some(({ method }) => method === "remoteDomains.restore")).toBe(true);
});
