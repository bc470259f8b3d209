import { describe, expect, it } from "vitest";
import { dataFiles, dataFolder } from "./paths.ts";

describe("dataFolder", () => {
  it("prefers RECOLLECT_DATA_DIR", () => {
    expect(dataFolder({ RECOLLECT_DATA_DIR: "/data/here", XDG_DATA_HOME: "/x" }, "linux", "/home/ada")).toBe(
      "/data/here",
    );
  });

  it("uses the XDG base directories on Linux and ignores a relative one", () => {
    expect(dataFolder({ XDG_DATA_HOME: "/xdg" }, "linux", "/home/ada")).toBe("/xdg/recollect");
    expect(dataFolder({ XDG_DATA_HOME: "xdg" }, "linux", "/home/ada")).toBe("/home/ada/.local/share/recollect");
    expect(dataFolder({}, "linux", "/home/ada")).toBe("/home/ada/.local/share/recollect");
  });

  it("uses Application Support on macOS and roaming application data on Windows", () => {
    expect(dataFolder({}, "darwin", "/Users/ada")).toBe("/Users/ada/Library/Application Support/Recollect");
    expect(dataFolder({ APPDATA: "C:\\Users\\ada\\AppData\\Roaming" }, "win32", "C:\\Users\\ada")).toBe(
      "C:\\Users\\ada\\AppData\\Roaming\\Recollect",
    );
    expect(dataFolder({}, "win32", "C:\\Users\\ada")).toBe("C:\\Users\\ada\\AppData\\Roaming\\Recollect");
  });
});

describe("dataFiles", () => {
  it("returns paths inside the folder", () => {
    const { folder, ...files } = dataFiles("/data");
    expect(folder).toBe("/data");
    for (const file of Object.values(files)) expect(file.startsWith("/data/")).toBe(true);
  });
});
