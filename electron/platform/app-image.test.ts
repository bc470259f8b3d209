import { expect, it } from "vitest";
import { appImageOf } from "./app-image.ts";

const env = { APPIMAGE: "/home/me/Recollect.AppImage", APPDIR: "/tmp/.mount_RecollAbc" };

it("returns the AppImage for a program in its mount", () => {
  expect(appImageOf(env, "/tmp/.mount_RecollAbc/recollect")).toBe("/home/me/Recollect.AppImage");
  expect(appImageOf({ ...env, APPDIR: "/tmp/.mount_RecollAbc/" }, "/tmp/.mount_RecollAbc/recollect")).not.toBeNull();
});

it("returns null for the AppImage of a parent application", () => {
  expect(appImageOf(env, "/opt/Recollect/recollect")).toBeNull();
  expect(appImageOf(env, "/tmp/.mount_RecollAbcd/recollect")).toBeNull();
  expect(appImageOf({}, "/opt/Recollect/recollect")).toBeNull();
});
