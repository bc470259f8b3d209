import { expect, it } from "vitest";
import { meansEverything, PLAIN_NAMING, readProjectName } from "./project-name.ts";

it.each([
  "https://github.com/acme/web",
  "https://github.com/acme/web.git",
  "http://www.github.com/Acme/Web/",
  "https://github.com/acme/web/pull/12/files#diff-1",
  "https://github.com/acme/web/tree/main/src?plain=1",
  "https://ana@github.com/acme/web.git",
  "git@github.com:acme/web.git",
  "ssh://git@ssh.github.com:443/acme/web.git",
  "git+ssh://git@github.com/acme/web.git",
  "git://github.com/acme/web",
  "github.com/acme/web",
  "GitHub.com/Acme/Web.git",
  "github.com:acme/web",
  "github:acme/web",
  "gh:acme/web",
  "Acme/Web",
  "ACME/WEB.git",
  "acme/web/",
  " acme / web ",
  "acme%2Fweb",
  "acme\\web",
  '"acme/web"',
  "`acme/web`",
  "<https://github.com/acme/web>",
  "recollect://acme%2Fweb/decisions",
  "https://gitlab.com/acme/web/-/merge_requests/3",
  "https://bitbucket.org/acme/web/src/main/README.md",
])("reads %j as acme/web", (given) => {
  expect(readProjectName(given, PLAIN_NAMING)).toBe("acme/web");
});

it.each([
  ["user", "user"],
  ["User", "user"],
  ["MyProject", "MyProject"],
  ["next.js", "next.js"],
  ["group/sub/project", "group/sub/project"],
  ["https://gitlab.com/group/sub/project", "group/sub/project"],
  ["gitlab.example.com/group/project", "group/project"],
  ["C:\\Users\\ana\\work\\Web", "Web"],
  ["/Users/ana/work/web", "web"],
  ["/home/ana/work/web/", "web"],
  ["~/work/web", "web"],
  ["file:///home/ana/work/my%20web", "my web"],
  ["file:///C:/work/web", "web"],
  ["\\\\server\\share\\web", "web"],
  ["/home/ana", "user"],
  ["/Users/ana/", "user"],
  ["C:\\Users\\ana", "user"],
  ["/root", "user"],
  ["~", "user"],
  ["/", "user"],
])("reads %j as %j", (given, expected) => {
  expect(readProjectName(given, PLAIN_NAMING)).toBe(expected);
});

it("asks for the name of a project on its host, and of a folder of this machine", () => {
  const naming = {
    onHost: (name: string, host: string | null) => (host === "evil.example" ? `${host}/${name}` : name),
    ofFolder: (folder: string) => (folder === "/work/web" ? { name: "acme/web", host: "github.com" } : null),
  };
  expect(readProjectName("https://evil.example/acme/web", naming)).toBe("evil.example/acme/web");
  expect(readProjectName("/work/web", naming)).toBe("acme/web");
  expect(readProjectName("file:///work/web", naming)).toBe("acme/web");
  expect(readProjectName("/elsewhere", naming)).toBe("user");
});

it("takes only words for everything as every domain", () => {
  expect(["_", "*", " all ", "ALL", "any"].filter((text) => !meansEverything(text))).toEqual([]);
  expect(["all/web", "small", "", "user"].filter(meansEverything)).toEqual([]);
});
