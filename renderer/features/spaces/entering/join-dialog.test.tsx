import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { JoinPreview } from "../../../../electron/core/spaces.ts";
import { BridgeError } from "../../../bridge.ts";
import { renderPlace } from "../../../testing/render-place.tsx";
import { SPACE, sampleSpace } from "../../../testing/samples.ts";
import type { Responses } from "../../../testing/test-bridge.ts";
import { SpacesView } from "../spaces-view.tsx";

const LINK = "recollect://join?v=1&name=Team#secret";

const samplePreview = (rest: Partial<JoinPreview> = {}): JoinPreview => ({
  space: SPACE,
  name: "Team",
  carrier: "folder",
  place: null,
  role: null,
  isEncrypted: false,
  needs: [],
  isMember: false,
  domains: [
    { domain: "acme/shop", outgoing: 7, takenBy: null },
    { domain: "acme/api", outgoing: 0, takenBy: null },
  ],
  incoming: { devices: 2, changes: 140 },
  ...rest,
});

async function open(responses: Responses, link: string | null = LINK) {
  const query = link === null ? "" : `?${new URLSearchParams({ link })}`;
  const bridge = renderPlace(<SpacesView />, `#/spaces/join${query}`, {
    "spaces.list": () => [],
    "spaces.devices": () => [],
    ...responses,
  });
  const dialog = within(await screen.findByRole("dialog", { name: "Join a space" }));
  const called = (method: string) => bridge.calls.filter((call) => call.method === method).map(({ input }) => input);
  return { bridge, dialog, called };
}

it("opens an invitation without reading it, removes it from the address, and joins on request", async () => {
  const { dialog, called } = await open({
    "spaces.previewJoin": () => samplePreview(),
    "spaces.join": () => sampleSpace(),
  });
  expect(dialog.getByLabelText("Invitation")).toHaveProperty("value", LINK);
  await waitFor(() => expect(location.hash).toBe("#/spaces/join"));
  expect(called("spaces.previewJoin")).toEqual([]);
  fireEvent.click(dialog.getByRole("button", { name: "Preview" }));
  expect(await dialog.findByText("140 changes from 2 devices")).toBeTruthy();
  expect(dialog.getByText(/7 memories of yours/)).toBeTruthy();
  expect(called("spaces.join")).toEqual([]);
  fireEvent.click(dialog.getByRole("button", { name: "Join" }));
  await waitFor(() => expect(location.hash).toBe(`#/spaces/${SPACE}`));
  expect(called("spaces.join")).toEqual([{ link: LINK, confirmUserDomain: false }]);
});

it("asks for missing values and shows a refused value at its field", async () => {
  const { dialog, called } = await open(
    {
      "spaces.previewJoin": ({ passphrase, folder }) => {
        if (passphrase === "wrong") {
          const details = { reason: "space_passphrase_wrong" };
          throw new BridgeError({ code: "permission_denied", message: "Old words.", details });
        }
        const isGiven = passphrase !== undefined && folder !== undefined;
        return samplePreview(isGiven ? {} : { needs: ["folder", "passphrase"], incoming: null });
      },
      "spaces.join": () => sampleSpace(),
    },
    null,
  );
  fireEvent.change(dialog.getByLabelText("Invitation"), { target: { value: ` ${LINK}\n` } });
  fireEvent.keyDown(dialog.getByLabelText("Invitation"), { key: "Enter" });
  expect(await dialog.findByText("Shown when the fields below are filled in.")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText("Folder")));
  const again = dialog.getByRole("button", { name: "Continue" });
  expect(again).toHaveProperty("disabled", true);
  fireEvent.change(dialog.getByLabelText("Folder"), { target: { value: "/home/bob/Sync" } });
  fireEvent.change(dialog.getByLabelText("Passphrase"), { target: { value: "wrong" } });
  fireEvent.click(again);
  expect(await dialog.findByText(/The passphrase does not open this space/)).toBeTruthy();
  expect(document.activeElement).toBe(dialog.getByLabelText("Passphrase"));
  fireEvent.change(dialog.getByLabelText("Passphrase"), { target: { value: "right" } });
  fireEvent.click(dialog.getByRole("button", { name: "Continue" }));
  fireEvent.click(await dialog.findByRole("button", { name: "Join" }));
  await waitFor(() =>
    expect(called("spaces.join")).toEqual([
      { link: LINK, folder: "/home/bob/Sync", passphrase: "right", confirmUserDomain: false },
    ]),
  );
});

it("needs a second confirmation if `user` would be shared, but not for a reader", async () => {
  const domains = [{ domain: "user", outgoing: 30, takenBy: null }];
  let preview = samplePreview({ domains });
  const { dialog } = await open({ "spaces.previewJoin": () => preview });
  fireEvent.click(dialog.getByRole("button", { name: "Preview" }));
  const join = await dialog.findByRole("button", { name: "Join" });
  expect(join).toHaveProperty("disabled", true);
  fireEvent.click(dialog.getByRole("checkbox", { name: "Share memories about me" }));
  expect(join).toHaveProperty("disabled", false);
  preview = samplePreview({ domains, role: "reader" });
  fireEvent.click(dialog.getByRole("button", { name: "Another invitation" }));
  fireEvent.click(dialog.getByRole("button", { name: "Preview" }));
  expect(await dialog.findByText(/Nothing of yours is sent/)).toBeTruthy();
  expect(dialog.queryByRole("note")).toBeNull();
  expect(dialog.getByRole("button", { name: "Join" })).toHaveProperty("disabled", false);
});

it("does not join a space whose domain is in another space, or a space of this device", async () => {
  let preview = samplePreview({ domains: [{ domain: "acme/shop", outgoing: 7, takenBy: "Home" }] });
  const { dialog } = await open({ "spaces.previewJoin": () => preview });
  fireEvent.click(dialog.getByRole("button", { name: "Preview" }));
  expect(await dialog.findByText(/acme\/shop is in your space Home already/)).toBeTruthy();
  expect(dialog.getByRole("button", { name: "Join" })).toHaveProperty("disabled", true);
  preview = samplePreview({ isMember: true });
  fireEvent.click(dialog.getByRole("button", { name: "Another invitation" }));
  fireEvent.click(dialog.getByRole("button", { name: "Preview" }));
  fireEvent.click(await dialog.findByRole("button", { name: "Show it" }));
  expect(location.hash).toBe(`#/spaces/${SPACE}`);
});
