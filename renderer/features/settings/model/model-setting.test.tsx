import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { ModelStatus } from "../../../../electron/window-api/contract.ts";
import { BridgeError } from "../../../bridge.ts";
import { renderPlace } from "../../../testing/render-place.tsx";
import { sampleModel } from "../../../testing/samples.ts";
import type { Responses } from "../../../testing/test-bridge.ts";
import { ModelSetting } from "./model-setting.tsx";

const builtIn = sampleModel();
const onServer: ModelStatus = {
  ...builtIn,
  source: { kind: "openai", url: "https://models.example/v1", model: "large" },
  leavesMachine: true,
};

function show(status: ModelStatus, responses: Responses = {}) {
  return renderPlace(<ModelSetting />, "#/settings", {
    "model.status": () => status,
    "model.downloaded": () => [],
    ...responses,
  });
}

async function openChooser(kind: string): Promise<void> {
  fireEvent.click(await screen.findByRole("button", { name: "Change…" }));
  fireEvent.click(screen.getByRole("combobox", { name: "Model type" }));
  const option = await screen.findByRole("option", { name: kind });
  fireEvent.pointerDown(option);
  fireEvent.click(option);
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

it("shows why a model failed and retries it", async () => {
  const message = "The embedding model is incomplete: model.onnx is missing. Reinstall Recollect.";
  show({ ...builtIn, state: "failed", error: { code: "unavailable", message } }, { "model.retry": () => builtIn });
  expect((await screen.findByRole("alert")).textContent).toBe(message);
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText(/· ready/)).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("names the recipient of text while a model on another machine is in use", async () => {
  show(onServer);
  expect((await screen.findByRole("note")).textContent).toContain("is sent to models.example, off this machine");
});

it("tests a server before it is applied and shows the result", async () => {
  const bridge = show(builtIn, { "model.test": () => ({ dimensions: 768, milliseconds: 12.3 }) });
  await openChooser("Ollama");
  type("Model", "nomic-embed-text");
  fireEvent.click(screen.getByRole("button", { name: "Test" }));
  expect(await screen.findByText("Works: 768 dimensions, 12 ms per text.")).toBeTruthy();
  expect(bridge.calls.at(-1)).toEqual({
    method: "model.test",
    input: { source: { kind: "ollama", url: "http://127.0.0.1:11434", model: "nomic-embed-text" } },
  });
  type("Model", "another");
  expect(screen.queryByText(/Works/)).toBeNull();
});

it("applies a model off this machine only after confirmation", async () => {
  const bridge = show(builtIn, {
    "model.choose": ({ leavingConfirmed }) => {
      if (leavingConfirmed) return onServer;
      const message = "The text of every memory and every search leaves this machine: it is sent to models.example.";
      throw new BridgeError({ code: "invalid_argument", field: "leavingConfirmed", message });
    },
  });
  await openChooser("OpenAI-compatible server");
  type("Address", "https://models.example/v1");
  type("Model", "large");
  type("API key", "secret");
  fireEvent.click(screen.getByRole("button", { name: "Use this model" }));
  const question = within(await screen.findByRole("dialog", { name: "Send text off this machine?" }));
  expect(question.getByText(/sent to models\.example/)).toBeTruthy();
  fireEvent.click(question.getByRole("button", { name: "Send text" }));
  expect(await screen.findByRole("note")).toBeTruthy();
  expect(bridge.calls.filter(({ method }) => method === "model.choose").map(({ input }) => input)).toEqual([
    { source: onServer.source, apiKey: "secret", leavingConfirmed: false },
    { source: onServer.source, apiKey: "secret", leavingConfirmed: true },
  ]);
});

it("disables test and use while a field is missing", async () => {
  show(builtIn);
  await openChooser("Folder on this machine");
  const disabled = (name: string) => screen.getByRole("button", { name }).hasAttribute("disabled");
  expect([disabled("Test"), disabled("Use this model")]).toEqual([true, true]);
  type("Folder", "/models/mine");
  expect([disabled("Test"), disabled("Use this model")]).toEqual([false, false]);
});

it("chooses a folder in the dialog of the desktop", async () => {
  show(builtIn, { "app.chooseFolder": () => "/models/mine" });
  await openChooser("Folder on this machine");
  fireEvent.click(screen.getByRole("button", { name: "Browse…" }));
  expect(await screen.findByDisplayValue("/models/mine")).toBeTruthy();
});

it("shows the progress of a download, cancels it, and shows why another failed", async () => {
  const failedDownload = {
    repository: "owner/other",
    error: { code: "unavailable", message: "The hub is not responding.", hint: "Check the network connection." },
  } as const;
  const download = { repository: "owner/small", done: 5 * 1024 ** 2, total: 23 * 1024 ** 2 };
  const bridge = show({ ...builtIn, download, failedDownload }, { "model.cancelDownload": () => null });
  await openChooser("Download from Hugging Face");
  const bar = screen.getByRole("progressbar", { name: "Downloading owner/small" });
  expect(bar.getAttribute("aria-valuetext")).toBe("5 MB of 23 MB");
  expect(screen.getByRole("alert").textContent).toContain("The hub is not responding. Check the network connection.");
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await expect.poll(() => bridge.calls.at(-1)?.method).toBe("model.cancelDownload");
});

it("applies, resumes and removes downloads, but not the model in use", async () => {
  const models = [
    { repository: "owner/small", folder: "/models/owner--small", bytes: 23 * 1024 ** 2, complete: true },
    { repository: "owner/large", folder: "/models/owner--large.unfinished", bytes: 1024, complete: false },
    { repository: "owner/used", folder: "/models/owner--used", bytes: 1024, complete: true },
  ];
  const source = { kind: "folder", folder: "/models/owner--used" } as const;
  const bridge = show(
    { ...builtIn, source },
    {
      "model.downloaded": () => models,
      "model.removeDownloaded": ({ repository }) => models.filter((model) => model.repository !== repository),
      "model.choose": () => ({ ...builtIn, source: { kind: "folder", folder: "/models/owner--small" } }),
      "model.download": () => ({ ...builtIn, source }),
    },
  );
  expect(await screen.findByText("owner/used", { selector: "strong" })).toBeTruthy();
  await openChooser("Download from Hugging Face");
  const list = within(await screen.findByRole("region", { name: "Downloaded" }));
  expect(list.getByRole("button", { name: "Remove owner/used" }).hasAttribute("disabled")).toBe(true);
  expect(list.getByRole("button", { name: "In use" }).hasAttribute("disabled")).toBe(true);
  fireEvent.click(list.getByRole("button", { name: "Resume" }));
  await expect.poll(() => bridge.calls.at(-1)?.input).toEqual({ repository: "owner/large" });
  fireEvent.click(list.getByRole("button", { name: "Remove owner/large" }));
  await expect.poll(() => list.queryByText(/owner\/large/)).toBeNull();
  fireEvent.click(list.getByRole("button", { name: "Use" }));
  expect(await screen.findByText("owner/small", { selector: "strong" })).toBeTruthy();
});
