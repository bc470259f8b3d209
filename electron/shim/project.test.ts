import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { clientFolder, detectProject } from "./project.ts";

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

  it("names the worktrees of a bare repository without a remote after it", () => {
    for (const [bare, name] of [
      [".bare", path.basename(home)],
      ["shop.git", "shop"],
    ] as const) {
      const repository = folder(bare);
      for (const part of ["objects", "refs"]) folder(bare, part);
      writeFileSync(path.join(repository, "HEAD"), "ref: refs/heads/main\n");
      writeFileSync(path.join(repository, "config"), "[core]\n\tbare = true\n");
      for (const branch of ["main", "feature"]) {
        const worktree = folder(`${bare}-trees`, branch);
        const gitFolder = folder(bare, "worktrees", branch);
        writeFileSync(path.join(worktree, ".git"), `gitdir: ${gitFolder}\n`);
        writeFileSync(path.join(gitFolder, "HEAD"), `ref: refs/heads/${branch}\n`);
        writeFileSync(path.join(gitFolder, "commondir"), "../..\n");
        expect(detectProject(worktree, {}, "/")?.name).toBe(name);
      }
      expect(detectProject(repository, {}, "/")?.name).toBe(name);
    }
  });

  it("names a repository with its data elsewhere after its own folder", () => {
    const data = folder("data", "elsewhere.git");
    for (const part of ["objects", "refs"]) folder("data", "elsewhere.git", part);
    writeFileSync(path.join(data, "HEAD"), "ref: refs/heads/main\n");
    writeFileSync(path.join(data, "config"), "[core]\n\tbare = false\n");
    writeFileSync(path.join(folder("shop"), ".git"), `gitdir: ${data}\n`);
    expect(detect(folder("shop"))).toBe("shop");
  });

  it("rewrites addresses as the configuration of git says", () => {
    const rewriting = '[url "git@github.com:"]\n\tinsteadOf = gh:\n\tinsteadOf = https://internal.example/mirror/\n';
    writeFileSync(path.join(home, ".gitconfig"), rewriting);
    expect(detect(repository("short", origin("gh:Acme/Web")))).toBe("acme/web");
    expect(detect(repository("mirror", origin("https://internal.example/mirror/acme/web.git")))).toBe("acme/web");
    const own = '[url "https://gitlab.com/group/"]\n\tinsteadOf = "gh:acme/"\n';
    const longer = detectProject(repository("longer", `${own}${origin("gh:acme/web")}`), {}, home);
    expect(longer).toEqual({ name: "group/web", host: "gitlab.com" });
  });

  it("includes other files of git's configuration, also for the folders that a condition names", () => {
    const work = repository("work", origin("w:shop"));
    writeFileSync(path.join(home, "work.inc"), '[url "git@github.com:acme/"]\n\tinsteadOf = w:\n');
    const include = (condition: string) =>
      writeFileSync(path.join(home, ".gitconfig"), `[${condition}]\n\tpath = work.inc\n`);
    for (const condition of ["include", 'includeIf "gitdir:~/work/"', 'includeIf "gitdir/i:~/WORK/**"']) {
      include(condition);
      expect(detectProject(work, {}, home)).toEqual({ name: "acme/shop", host: "github.com" });
    }
    for (const condition of ['includeIf "gitdir:~/other/"', 'includeIf "onbranch:main"']) {
      include(condition);
      expect(detectProject(work, {}, home)).toEqual({ name: "work", host: null });
    }
  });

  it("reads a configuration that includes itself many times only as often as it must", () => {
    const itself = "[include]\n\tpath = config\n".repeat(20);
    expect(detect(repository("work", `${itself}${origin("https://h/acme/shop")}`))).toBe("acme/shop");
  });

  it("does not read a device that the configuration of a repository includes", () => {
    const work = repository("work", `[include]\n\tpath = /dev/zero\n${origin("https://h/acme/shop")}`);
    expect(detect(work)).toBe("acme/shop");
  });

  it("resolves the names that the configuration of ssh gives to hosts", () => {
    const config =
      "Include hosts/*\nHost github-* !github-old\n  HostName github.com\n  User git\nHost old\n  HostName=%h.example\n";
    writeFileSync(path.join(folder(".ssh"), "config"), config);
    writeFileSync(path.join(folder(".ssh", "hosts"), "work"), 'Host "lab"\n\tHostname ssh.gitlab.example\n');
    const hostOf = (url: string) => detectProject(repository("aliased", origin(url)), {}, home)?.host;
    expect(hostOf("git@github-work:acme/shop.git")).toBe("github.com");
    expect(hostOf("github-home:acme/shop")).toBe("github.com");
    expect(hostOf("ssh://git@github-work:22/acme/shop.git")).toBe("github.com");
    expect(hostOf("git@github-old:acme/shop.git")).toBe("github-old");
    expect(hostOf("git@lab:acme/shop.git")).toBe("ssh.gitlab.example");
    expect(hostOf("git@old:acme/shop.git")).toBe("old.example");
    expect(hostOf("https://github-work/acme/shop.git")).toBe("github-work");
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
