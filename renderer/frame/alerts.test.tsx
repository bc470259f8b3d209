import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { zh } from "../../electron/text/zh.ts";
import { renderPlace } from "../testing/render-place.tsx";
import { sampleStatus } from "../testing/samples.ts";
import { TextContext } from "../text/use-text.ts";
import { Alerts } from "./alerts.tsx";

const status = sampleStatus({
  serving: "failed",
  alerts: [
    {
      code: "unavailable",
      message: "Port 7325 is used by another program (node, pid 12).",
      hint: "Clients hold this address.",
      details: { reason: "port_taken", port: 7325, holder: { name: "node", pid: 12 } },
    },
  ],
});
const responses = { "app.status": () => status };

it("names the program that uses the port and links to the setting", async () => {
  renderPlace(<Alerts />, "#/memories", responses);
  expect((await screen.findByRole("alert")).textContent).toContain("(node, pid 12)");
  fireEvent.click(screen.getByRole("button", { name: "Choose another port" }));
  expect(location.hash).toBe("#/settings/connection/port");
  expect(screen.queryByRole("button", { name: "Choose another port" })).toBeNull();
});

it("retries the same port and says that it is still in use", async () => {
  const bridge = renderPlace(<Alerts />, "#/memories", { ...responses, "app.setServing": () => status });
  fireEvent.click(await screen.findByRole("button", { name: "Try again" }));
  expect(await screen.findAllByText("The port is still in use.")).not.toHaveLength(0);
  expect(bridge.calls).toContainEqual({ method: "app.setServing", input: { serving: true } });
});

it("shows alerts in the language of the window", async () => {
  renderPlace(
    <TextContext value={zh}>
      <Alerts />
    </TextContext>,
    "#/memories",
    responses,
  );
  expect((await screen.findByRole("alert")).textContent).toContain("端口 7325 已被其他程序占用（node，进程 12）");
  expect(screen.getByRole("button", { name: "选择其他端口" })).toBeTruthy();
});

it("shows nothing without alerts", async () => {
  const bridge = renderPlace(<Alerts />, "#/memories", { "app.status": () => ({ ...status, alerts: [] }) });
  await expect.poll(() => bridge.calls.length).toBe(1);
  expect(screen.queryByRole("alert")).toBeNull();
});

it("dismisses an alert about a past event", async () => {
  const alert = {
    code: "permission_denied",
    message: "A browser session created a token.",
    details: {
      reason: "token_issued",
      subject: "thief",
      session: "session-1",
      at: "2026-11-22T10:00:00.000Z",
      alert: "alert-1",
    },
  } as const;
  const bridge = renderPlace(<Alerts />, "#/memories", {
    "app.status": () => sampleStatus({ alerts: [alert] }),
    "app.dismissAlert": () => sampleStatus(),
  });
  await screen.findByText(/token of thief \(2026-11-22 10:00\)/);
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  await expect.poll(() => screen.queryByRole("alert")).toBeNull();
  expect(bridge.calls).toContainEqual({ method: "app.dismissAlert", input: { alert: "alert-1" } });
});

it("renews the tokens that another program may have received", async () => {
  const alert = {
    code: "unauthenticated",
    message: "Another program used the port.",
    details: { reason: "port_was_foreign", port: 7325, holder: null, at: "2026-11-22T10:00:00.000Z", alert: "a" },
  } as const;
  const bridge = renderPlace(<Alerts />, "#/memories", {
    "app.status": () => sampleStatus({ alerts: [alert] }),
    "connections.renewTokens": () => ({ subjects: ["cursor"], files: [], unwritten: ["cursor"] }),
  });
  expect((await screen.findByRole("alert")).textContent).toContain("Another program of another user used port 7325");
  fireEvent.click(screen.getByRole("button", { name: "Renew tokens" }));
  await expect.poll(() => bridge.calls).toContainEqual({ method: "connections.renewTokens", input: {} });
});

it("leads to the tool of a server that changed, and to the server of several", async () => {
  const stopped = (tools: readonly string[]) => ({
    ...status,
    alerts: [
      {
        code: "conflict" as const,
        message: "Old words.",
        details: { reason: "server_tools_stopped", id: "id-files", server: "files", tools, alert: "alert-1" },
      },
    ],
  });
  let now = stopped(["read_file"]);
  const bridge = renderPlace(<Alerts />, "#/servers/id-other", { "app.status": () => now });
  expect((await screen.findByRole("alert")).textContent).toContain("read_file of files changed and is paused.");
  fireEvent.click(screen.getByRole("button", { name: "Show the difference" }));
  expect(location.hash).toBe("#/servers/id-files/tools/read_file");
  expect(screen.queryByRole("button", { name: "Show the difference" })).toBeNull();
  now = stopped(["read_file", "write_file"]);
  location.hash = "#/memories";
  bridge.emit({ name: "status.changed", payload: null });
  expect(await screen.findByText(/2 tools of files changed.*read_file, write_file/)).toBeTruthy();
  fireEvent.click(await screen.findByRole("button", { name: "Show the difference" }));
  expect(location.hash).toBe("#/servers/id-files");
});

it("leads from a space that is not synchronised to that space", async () => {
  const details = { reason: "space_not_synchronised", id: "space-1", name: "Team", problem: "It failed." };
  renderPlace(<Alerts />, "#/memories", {
    "app.status": () => ({ ...status, alerts: [{ code: "unavailable", message: "Old words.", details }] }),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Show the space" }));
  expect(location.hash).toBe("#/spaces/space-1");
  expect(screen.queryByRole("button", { name: "Show the space" })).toBeNull();
});
