import { expect, it } from "vitest";
import { appImageOf } from "./app-image.ts";

const env = { APPIMAGE: "/home/me/Recollect.AppImage", APPDIR: "/tmp/.mount_RecollAbc" };

it("is named by what runs from its mount", () => {
  expect(appImageOf(env, "/tmp/.mount_RecollAbc/recollect")).toBe("/home/me/Recollect.AppImage");
  expect(appImageOf({ ...env, APPDIR: "/tmp/.mount_RecollAbc/" }, "/tmp/.mount_RecollAbc/recollect")).not.toBeNull();
});

it("is not that of the application which started this one", () => {
  expect(appImageOf(env, "/opt/Recollect/recollect")).toBeNull();
  expect(appImageOf(env, "/tmp/.mount_RecollAbcd/recollect")).toBeNull();
  expect(appImageOf({}, "/opt/Recollect/recollect")).toBeNull();
});
