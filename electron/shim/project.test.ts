import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { clientFolder, detectProject, parseRemote } from "./project.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), "recollect-project-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function folder(...parts: string[]): string {
  const made = path.join(home, ...parts);
  mkdirSync(made, { recursive: true });
  return made;
}

function repository(name: string, config: string): string {
  const root = folder(name);
  writeFileSync(path.join(folder(name, ".git"), "HEAD"), "ref: refs/heads/main\n");
  writeFileSync(path.join(root, ".git", "config"), config);
  return root;
}

const detect = (cwd: string, env: NodeJS.ProcessEnv = {}) => detectProject(cwd, env, home)?.name ?? null;
const origin = (url: string) => `[core]\n\tbare = false\n[remote "origin"]\n\turl = ${url}\n\tfetch = +refs/*\n`;

describe("parseRemote", () => {
  it.each([
    ["https://github.com/owner/repo.git", "owner/repo", "github.com"],
    ["https://user:secret@github.com/owner/repo", "owner/repo", "github.com"],
    ["https://github.com@evil.example/owner/repo", "owner/repo", "evil.example"],
    ["https://github.com:8443/owner/repo.git/", "owner/repo", "github.com"],
    ["ssh://git@GitHub.com.:22/owner/repo.git", "owner/repo", "github.com"],
    ["ssh://git@[::1]:22/owner/repo.git", "owner/repo", "[::1]"],
    ["git@github.com:owner/repo.git", "owner/repo", "github.com"],
    ["github.com:owner/repo", "owner/repo", "github.com"],
    ["git@gitlab.com:group/sub/repo.git", "group/sub/repo", "gitlab.com"],
    ["https://gitlab.com/group/sub/repo", "group/sub/repo", "gitlab.com"],
    ["ssh://git@host/~/repo.git", "repo", "host"],
    ["https://dev.azure.com/org/my%20project/_git/repo", "org/my project/_git/repo", "dev.azure.com"],
    ["git://host/repo", "repo", "host"],
    ["https://evil.example#@github.com/acme/shop", null, "evil.example"],
    ["https://evil.example?@github.com/acme/shop", null, "evil.example"],
    ["https://evil.example\\@github.com/acme/shop", "@github.com/acme/shop", "evil.example"],
    ["https://github.com%2f@evil.example/acme/shop", "acme/shop", "evil.example"],
  ])("reads %s as %s on its host", (url, name, host) => {
    expect(parseRemote(url)).toEqual(name === null ? null : { name, host });
  });

  it.each([
    "/srv/git/repo.git",
    "../other",
    "file:///srv/repo.git",
    "C:\\work\\repo",
    "C:/code/repo",
    "https://host/",
    "",
  ])("returns null for %j", (url) => {
    expect(parseRemote(url)).toBeNull();
  });
});

describe("detectProject", () => {
  it("returns the path of the remote origin, from any folder in the repository", () => {
    repository("work", origin("git@github.com:owner/repo.git"));
    expect(detect(folder("work", "packages", "deep"))).toBe("owner/repo");
  });

  it("prefers the remote origin, then the only remote, then the name of the folder", () => {
    const two = '[remote "upstream"]\nurl = https://h/up/stream\n[remote "fork"]\nurl = https://h/my/fork\n';
    expect(detect(repository("a", `${two}${origin("https://h/the/origin")}`))).toBe("the/origin");
    expect(detect(repository("b", '[remote "upstream"]\n  url = "https://h/up/stream"\n'))).toBe("up/stream");
    expect(detect(repository("c", two))).toBe("c");
    expect(detect(repository("d", "[core]\n"))).toBe("d");
    expect(detect(repository("e", origin("/srv/local.git")))).toBe("e");
  });

  it("reads names with dots and quotes, several URLs of a remote, comments and any case, as git does", () => {
    const dotted =
      '[remote "my.fork"]\n\turl = https://h/first/url#main\n\tpushurl = x\n\turl = https://h/second/url\n';
    expect(detect(repository("dotted", dotted))).toBe("first/url");
    expect(detect(repository("quoted", '[Remote "a \\"b\\""]\r\n\tURL = git@h:owner/repo.git ; comment\r\n'))).toBe(
      "owner/repo",
    );
  });

  it("finds the repository of a worktree and of a submodule", () => {
    const main = repository("main-repo", origin("https://h/owner/main"));
    const worktree = folder("elsewhere", "feature");
    const gitFolder = folder("main-repo", ".git", "worktrees", "feature");
    writeFileSync(path.join(worktree, ".git"), `gitdir: ${gitFolder}\n`);
    writeFileSync(path.join(gitFolder, "commondir"), "../..\n");
    expect(detect(worktree)).toBe("owner/main");
    writeFileSync(path.join(main, ".git", "config"), "[core]\n");
    expect(detect(worktree)).toBe("main-repo");

    const submodule = folder("main-repo", "vendor", "lib");
    const moduleFolder = folder("main-repo", ".git", "modules", "lib");
    writeFileSync(path.join(submodule, ".git"), "gitdir: ../../.git/modules/lib\n");
    writeFileSync(path.join(moduleFolder, "config"), origin("https://h/other/lib.git"));
    expect(detect(submodule)).toBe("other/lib");
  });

  it("returns the name of a folder outside a repository", () => {
    expect(detect(folder("notes"))).toBe("notes");
    symlinkSync(folder("real-name"), path.join(home, "link"));
    expect(detect(path.join(home, "link"))).toBe("real-name");
  });

  it("returns the name, or null, for a folder that is missing or that no path can be", () => {
    expect(detect(path.join(home, "gone", "notes"))).toBe("notes");
    expect(detect(path.join(home, "x".repeat(300), "notes"))).toBe("notes");
    expect(detect(`${home}/no\0path`)).toBeNull();
  });

  it("returns null for the home folder and the root", () => {
    expect(detect(home)).toBeNull();
    expect(detect("/")).toBeNull();
    writeFileSync(path.join(folder(".git"), "HEAD"), "ref: refs/heads/main\n");
    writeFileSync(path.join(folder(".git"), "config"), origin("https://h/me/dotfiles"));
    expect(detect(home)).toBeNull();
    expect(detect(folder("notes"))).toBe("notes");
  });

  it("puts the parent folder before a reserved word", () => {
    expect(detect(folder("acme", "memory"))).toBe("acme/memory");
    expect(detect(folder("acme", "user"))).toBe("acme/user");
    expect(detect(repository("help", origin("https://h/topics.git")))).toBe(`${path.basename(home)}/help`);
  });

  it("returns the host of the remote that names the project, and none for other names", () => {
    const work = repository("work", origin("git@GitHub.com:owner/repo.git"));
    expect(detectProject(work, {}, home)).toEqual({ name: "owner/repo", host: "github.com" });
    expect(detectProject(work, { RECOLLECT_PROJECT: "owner/repo" }, home)).toEqual({ name: "owner/repo", host: null });
    expect(detectProject(folder("notes"), {}, home)).toEqual({ name: "notes", host: null });
  });

  it("uses RECOLLECT_PROJECT if it is set", () => {
    const work = repository("work", origin("https://h/owner/repo"));
    expect(detect(work, { RECOLLECT_PROJECT: " my/name " })).toBe("my/name");
    expect(detect(work, { RECOLLECT_PROJECT: "" })).toBeNull();
    expect(() => detect(work, { RECOLLECT_PROJECT: "memory" })).toThrow("reserved word");
  });
});

describe("clientFolder", () => {
  it("returns RECOLLECT_FOLDER if it is an absolute path, otherwise the current folder", () => {
    const current = () => "/current";
    expect(clientFolder({ RECOLLECT_FOLDER: "/given" }, current)).toBe("/given");
    for (const unusable of [undefined, "", `\${workspaceFolder}`, "relative"]) {
      expect(clientFolder({ RECOLLECT_FOLDER: unusable }, current)).toBe("/current");
    }
  });
});
