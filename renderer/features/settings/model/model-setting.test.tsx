import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ModelStatus } from "../../../../electron/ipc/contract.ts";
import { BridgeError } from "../../../bridge.ts";
import { renderPlace } from "../../../testing/render-place.tsx";
import { sampleModel } from "../../../testing/sample-answers.ts";
import type { Answers } from "../../../testing/test-bridge.ts";
import { ModelSetting } from "./model-setting.tsx";

const builtIn = sampleModel();
const onServer: ModelStatus = {
  ...builtIn,
  source: { kind: "openai", url: "https://models.example/v1", model: "large" },
  leavesMachine: true,
};

function show(status: ModelStatus, answers: Answers = {}) {
  return renderPlace(<ModelSetting />, "#/settings", {
    "model.status": () => status,
    "model.downloaded": () => [],
    ...answers,
  });
}

async function openChooser(kind: string): Promise<void> {
  fireEvent.click(await screen.findByRole("button", { name: "Choose another…" }));
  fireEvent.click(screen.getByRole("combobox", { name: "Kind of model" }));
  const option = await screen.findByRole("option", { name: kind });
  fireEvent.pointerDown(option);
  fireEvent.click(option);
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

test("a model that failed says why and what to do, and is tried again from there", async () => {
  const message = "The embedding model is incomplete: model.onnx is missing. Install Recollect again.";
  show({ ...builtIn, state: "failed", message }, { "model.retry": () => builtIn });
  expect((await screen.findByRole("alert")).textContent).toBe(message);
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText(/· ready/)).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("while text leaves the machine, that is said and where it goes", async () => {
  show(onServer);
  expect((await screen.findByRole("note")).textContent).toContain("goes to models.example, away from this machine");
});

test("a server is tried before it is taken, and its figures are told", async () => {
  const bridge = show(builtIn, { "model.test": () => ({ dimensions: 768, milliseconds: 12.3 }) });
  await openChooser("Ollama");
  type("Model", "nomic-embed-text");
  fireEvent.click(screen.getByRole("button", { name: "Test" }));
  expect(await screen.findByText("It works: 768 dimensions, 12 ms a text.")).toBeTruthy();
  expect(bridge.calls.at(-1)).toEqual({
    method: "model.test",
    input: { source: { kind: "ollama", url: "http://127.0.0.1:11434", model: "nomic-embed-text" } },
  });
  type("Model", "another");
  expect(screen.queryByText(/It works/)).toBeNull();
});

test("text is sent away only after the owner has read where to, and agreed", async () => {
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
  type("Key", "secret");
  fireEvent.click(screen.getByRole("button", { name: "Use this model" }));
  const question = within(await screen.findByRole("dialog", { name: "Send text away from this machine?" }));
  expect(question.getByText(/sent to models\.example/)).toBeTruthy();
  fireEvent.click(question.getByRole("button", { name: "Send it there" }));
  expect(await screen.findByRole("note")).toBeTruthy();
  expect(bridge.calls.filter(({ method }) => method === "model.choose").map(({ input }) => input)).toEqual([
    { source: onServer.source, apiKey: "secret", leavingConfirmed: false },
    { source: onServer.source, apiKey: "secret", leavingConfirmed: true },
  ]);
});

test("what is missing cannot be tried or taken", async () => {
  show(builtIn);
  await openChooser("A folder on this machine");
  const disabled = (name: string) => screen.getByRole("button", { name }).hasAttribute("disabled");
  expect([disabled("Test"), disabled("Use this model")]).toEqual([true, true]);
  type("Folder", "/models/mine");
  expect([disabled("Test"), disabled("Use this model")]).toEqual([false, false]);
});

test("a folder is chosen in the desktop's own dialog", async () => {
  show(builtIn, { "app.chooseFolder": () => "/models/mine" });
  await openChooser("A folder on this machine");
  fireEvent.click(screen.getByRole("button", { name: "Browse…" }));
  expect(await screen.findByDisplayValue("/models/mine")).toBeTruthy();
});

test("a download shows how far it is, can be cancelled, and says in place what went wrong", async () => {
  const failedDownload = {
    repository: "owner/other",
    error: { code: "unavailable", message: "The hub does not answer.", hint: "See that the machine is online." },
  } as const;
  const download = { repository: "owner/small", done: 5 * 1024 ** 2, total: 23 * 1024 ** 2 };
  const bridge = show({ ...builtIn, download, failedDownload }, { "model.cancelDownload": () => null });
  await openChooser("Download from Hugging Face");
  const bar = screen.getByRole("progressbar", { name: "Downloading owner/small" });
  expect(bar.getAttribute("aria-valuetext")).toBe("5 MB of 23 MB");
  expect(screen.getByRole("alert").textContent).toContain("The hub does not answer. See that the machine is online.");
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await expect.poll(() => bridge.calls.at(-1)?.method).toBe("model.cancelDownload");
});

test("downloaded models are used, resumed and removed; the one in use stays", async () => {
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
