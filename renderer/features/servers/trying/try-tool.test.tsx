import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { ServerCall, ServerTool } from "../../../../electron/core/servers.ts";
import { BridgeError } from "../../../bridge.ts";
import { renderPlace } from "../../../testing/render-place.tsx";
import { sampleTool } from "../../../testing/samples.ts";
import type { Responses } from "../../../testing/test-bridge.ts";
import { TryTool } from "./try-tool.tsx";

const echo = sampleTool("echo", {
  inputSchema: {
    type: "object",
    properties: {
      message: { type: "string", description: "What to repeat." },
      times: { type: "integer", minimum: 1 },
      style: { enum: ["plain", "loud"] },
      tags: { type: "array" },
    },
    required: ["message", "times"],
  },
});
const said = (text: string, rest: object = {}): ServerCall => ({
  result: { content: [{ type: "text", text }], ...rest },
  durationMs: 3.14,
});

function show(respond: Responses["servers.call"], tool: ServerTool = echo) {
  const bridge = renderPlace(<TryTool server={{ id: "id-files" }} tool={tool} />, "#/servers", {
    "servers.call": respond,
  });
  const call = () => fireEvent.click(screen.getByRole("button", { name: "Call" }));
  const type = (label: string | RegExp, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  return { bridge, call, type };
}

it("checks the arguments, calls the tool with them, and shows text and duration", async () => {
  const { bridge, call, type } = show(({ arguments: args }) => said(`Echo: ${args?.message} \u202e`));
  call();
  expect(await screen.findByText("A value is required.")).toBeTruthy();
  expect(bridge.calls).toEqual([]);
  type(/^message/, "hello");
  type(/^times/, "0");
  type(/^tags/, "[1");
  call();
  expect(await screen.findByText("At least 1.")).toBeTruthy();
  expect(screen.getByText("This is not valid JSON.")).toBeTruthy();
  type(/^times/, "2");
  type(/^tags/, '["a"]');
  fireEvent.keyDown(screen.getByLabelText(/^tags/), { key: "Enter", ctrlKey: true });
  const result = await screen.findByRole("region", { name: "Result" });
  expect(result.textContent).toContain("Echo: hello ⟨U+202E⟩");
  expect(result.textContent).toContain("Result in 3.1 ms");
  expect(bridge.calls[0]?.input).toEqual({
    id: "id-files",
    tool: "echo",
    arguments: { message: "hello", times: 2, tags: ["a"] },
  });
});

it("shows JSON as a tree, structured content, and everything as JSON", async () => {
  const { call } = show(() => said('{"found": 2}', { structuredContent: { total: 2 } }), sampleTool("find"));
  expect(screen.getByText("It takes no arguments.")).toBeTruthy();
  call();
  expect(await screen.findByRole("tree", { name: "Content 1 as a tree" })).toBeTruthy();
  expect(screen.getByRole("tree", { name: "Structured content as a tree" }).textContent).toContain("total");
  fireEvent.click(screen.getByRole("radio", { name: "JSON" }));
  const region = screen.getByRole("region", { name: "Result" });
  expect(within(region).getByText(/"structuredContent": \{/)).toBeTruthy();
});

it("shows an image unless its type can load other files", async () => {
  const content = [
    { type: "image", mimeType: "image/png", data: "iVBORw0KGgo=" },
    { type: "image", mimeType: "image/svg+xml", data: "PHN2Zy8+" },
  ];
  const { call } = show(() => ({ result: { content }, durationMs: 1 }), sampleTool("draw"));
  call();
  const image = await screen.findByRole("img", { name: "Image, image/png" });
  expect(image.getAttribute("src")).toBe("data:image/png;base64,iVBORw0KGgo=");
  expect(screen.getAllByRole("img")).toHaveLength(1);
});

it("reports the error of a tool and the error of a call", async () => {
  const results: (() => ServerCall)[] = [
    () => said("No such file", { isError: true }),
    () => {
      const details = { reason: "server_ended", server: "files", exit: "exit code 3" };
      throw new BridgeError({ code: "unavailable", message: "Old words.", details });
    },
  ];
  const { call } = show(() => results.shift()?.() ?? said(""), sampleTool("read"));
  call();
  expect(await screen.findByText(/^The tool reports an error/)).toBeTruthy();
  call();
  expect((await screen.findByRole("alert")).textContent).toContain("files ended during the call (exit code 3)");
  expect(screen.queryByText(/^The tool reports an error/)).toBeNull();
});

it("cancels a call", async () => {
  const signals: AbortSignal[] = [];
  const { bridge, call } = show(() => said("never"), sampleTool("wait"));
  bridge.invoke = (_method, _input, signal) =>
    new Promise((_resolve, reject) => {
      if (signal === undefined) return;
      signals.push(signal);
      signal.addEventListener("abort", () => reject(new BridgeError({ code: "cancelled", message: "Cancelled." })));
    });
  call();
  fireEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(await screen.findByText("Cancelled. The call may have had an effect.")).toBeTruthy();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  await waitFor(() => expect(screen.queryByRole("button", { name: "Cancel" })).toBeNull());
});

it("does not call a tool that is not approved or is switched off", () => {
  const { call, bridge } = show(() => said(""), sampleTool("write", { state: "new" }));
  expect(screen.getByText("A tool can be called after you approve it.")).toBeTruthy();
  call();
  expect(bridge.calls).toEqual([]);
});
