import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import type { ServerGrant } from "../../../../electron/core/caller.ts";
import { renderPlace } from "../../../testing/render-place.tsx";
import { sampleServer, sampleTool } from "../../../testing/samples.ts";
import type { Responses } from "../../../testing/test-bridge.ts";
import { ServerAccess } from "./server-access.tsx";

const TOOLS = [
  sampleTool("read", { hints: { readOnly: true, destructive: false } }),
  sampleTool("write"),
  sampleTool("new", { state: "new" }),
];

interface AccessProps {
  readonly start: readonly ServerGrant[];
  readonly onChange: (granted: readonly ServerGrant[]) => void;
}

function Access({ start, onChange }: AccessProps) {
  const [granted, setGranted] = useState<readonly ServerGrant[]>(start);
  const change = (next: readonly ServerGrant[]) => {
    onChange(next);
    setGranted(next);
  };
  const [listAllTools, setListAllTools] = useState(false);
  return (
    <ServerAccess
      granted={granted}
      listAllTools={listAllTools}
      disabled={false}
      onChange={change}
      onListAllTools={setListAllTools}
    />
  );
}

function show(start: readonly ServerGrant[], responses: Responses = {}) {
  const changes: (readonly ServerGrant[])[] = [];
  renderPlace(<Access start={start} onChange={(granted) => changes.push(granted)} />, "#/clients", {
    "servers.list": () => [sampleServer("files"), sampleServer("tickets")],
    "servers.tools": () => TOOLS,
    ...responses,
  });
  return changes;
}

async function choose(server: string, level: string) {
  fireEvent.click(await screen.findByRole("combobox", { name: `Access to ${server}` }));
  const option = await screen.findByRole("option", { name: level });
  fireEvent.pointerDown(option);
  fireEvent.click(option);
}

it("grants a server's read-only tools and withdraws the grant without changing other grants", async () => {
  const changes = show([
    { server: "id-tickets", tools: "all" },
    { server: "removed", tools: "all" },
  ]);
  await choose("files", "Read-only tools");
  await waitFor(() =>
    expect(changes).toEqual([
      [
        { server: "id-tickets", tools: "all" },
        { server: "id-files", tools: "read-only" },
      ],
    ]),
  );
  expect(await screen.findByText(/Recollect cannot check/)).toBeTruthy();
  await choose("tickets", "Nothing");
  await waitFor(() => expect(changes.at(-1)).toEqual([{ server: "id-files", tools: "read-only" }]));
});

it("grants single tools, and still lists a granted tool after it loses its approval", async () => {
  const changes = show([{ server: "id-files", tools: ["gone", "read"] }], {
    "servers.tools": () => [...TOOLS, sampleTool("gone", { state: "missing" })],
  });
  const group = await screen.findByRole("group", { name: "Tools of files" });
  const boxes = within(group).getAllByRole("checkbox");
  expect(boxes.map((box) => [box.parentElement?.textContent, (box as HTMLInputElement).checked])).toEqual([
    ["readread-only", true],
    ["write", false],
    ["gone", true],
  ]);
  fireEvent.click(within(group).getByRole("checkbox", { name: "write" }));
  expect(changes.at(-1)).toEqual([{ server: "id-files", tools: ["gone", "read", "write"] }]);
  fireEvent.click(within(group).getByRole("checkbox", { name: "gone" }));
  expect(changes.at(-1)).toEqual([{ server: "id-files", tools: ["read", "write"] }]);
});

it("shows nothing without a server", async () => {
  let asked = false;
  show([], {
    "servers.list": () => {
      asked = true;
      return [];
    },
  });
  await waitFor(() => expect(asked).toBe(true));
  expect(screen.queryByText("Other MCP servers")).toBeNull();
});

it("switches a client that uses a server between the list of all tools and search", async () => {
  show([{ server: "id-files", tools: "all" }]);
  const all = await screen.findByRole("switch", { name: "List all tools" });
  expect(all.getAttribute("aria-checked")).toBe("false");
  fireEvent.click(all);
  expect(all.getAttribute("aria-checked")).toBe("true");
  await choose("files", "Nothing");
  // It stays while it is on, so that it can be switched off.
  expect(screen.getByRole("switch", { name: "List all tools" })).toBeTruthy();
  fireEvent.click(all);
  await waitFor(() => expect(screen.queryByRole("switch", { name: "List all tools" })).toBeNull());
});
