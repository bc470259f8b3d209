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

const detect = (cwd: string, env: NodeJS.ProcessEnv = {}) => detectProject(cwd, env, home);
const origin = (url: string) => `[core]\n\tbare = false\n[remote "origin"]\n\turl = ${url}\n\tfetch = +refs/*\n`;

describe("parseRemote", () => {
  it.each([
    ["https://github.com/owner/repo.git", "owner/repo"],
    ["https://user:secret@github.com/owner/repo", "owner/repo"],
    ["https://github.com:8443/owner/repo.git/", "owner/repo"],
    ["ssh://git@github.com:22/owner/repo.git", "owner/repo"],
    ["git@github.com:owner/repo.git", "owner/repo"],
    ["github.com:owner/repo", "owner/repo"],
    ["git@gitlab.com:group/sub/repo.git", "group/sub/repo"],
    ["https://gitlab.com/group/sub/repo", "group/sub/repo"],
    ["ssh://git@host/~/repo.git", "repo"],
    ["https://dev.azure.com/org/my%20project/_git/repo", "org/my project/_git/repo"],
    ["git://host/repo", "repo"],
  ])("reads %s as %s", (url, project) => {
    expect(parseRemote(url)).toBe(project);
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
