import { describe, expect, it } from "vitest";
import { parseProjectAddress } from "./project-address.ts";

/** Each line: the name and host, and addresses of the same repository. The forms are from the hosts' documentation. */
const FORMS: readonly (readonly [name: string, host: string, addresses: readonly string[]])[] = [
  [
    "acme/widgets",
    "github.com",
    [
      "https://github.com/acme/widgets.git",
      "https://github.com/Acme/Widgets",
      "https://www.github.com/acme/widgets/",
      "https://user:secret@github.com/acme/widgets.git/",
      "https://github.com:443/acme//widgets.GIT",
      "http://github.com/acme/widgets?tab=readme#top",
      "https://github.com/acme/widgets/tree/main/packages/core",
      "git@github.com:acme/widgets.git",
      "org-4711@github.com:Acme/widgets.git",
      "github.com:acme/widgets",
      "git@github.com:/acme/widgets.git",
      "ssh://git@GitHub.com.:22/acme/widgets.git",
      "ssh://git@ssh.github.com:443/acme/widgets.git",
      "git@ssh.github.com:acme/widgets.git",
      "git+ssh://git@github.com/acme/widgets.git",
      "git://github.com/acme/widgets.git",
      " https://github.com/acme/widgets\n",
    ],
  ],
  [
    "group/sub/repo",
    "gitlab.com",
    [
      "git@gitlab.com:Group/sub/repo.git",
      "https://gitlab.com/group/sub/repo",
      "https://oauth2:token@gitlab.com/group/sub/repo.git",
      "ssh://git@altssh.gitlab.com:443/group/sub/repo.git",
      "https://gitlab.com/group/sub/repo/-/tree/main/src",
    ],
  ],
  [
    "team/repo",
    "bitbucket.org",
    [
      "git@bitbucket.org:team/repo.git",
      "https://me@bitbucket.org/Team/repo.git",
      "ssh://git@altssh.bitbucket.org:443/team/repo.git",
      "https://bitbucket.org/team/repo/src/main/",
    ],
  ],
  [
    "proj/repo",
    "git.example",
    [
      "ssh://git@git.example:7999/PROJ/repo.git",
      "https://git.example/scm/proj/repo.git",
      "https://git.example/projects/PROJ/repos/repo/browse",
    ],
  ],
  ["~ana/repo", "git.example", ["https://git.example/users/ana/repos/repo", "https://git.example/scm/~ana/repo.git"]],
  [
    "org/my project/repo",
    "dev.azure.com",
    [
      "https://dev.azure.com/org/my%20project/_git/repo",
      "https://org@dev.azure.com/org/My%20Project/_git/repo?version=GBmain",
      "git@ssh.dev.azure.com:v3/org/my%20project/repo",
      "https://org.visualstudio.com/my%20project/_git/repo",
      "https://org.visualstudio.com/DefaultCollection/my%20project/_git/repo",
      "org@vs-ssh.visualstudio.com:v3/org/my%20project/repo",
    ],
  ],
  ["org/repo/repo", "dev.azure.com", ["https://dev.azure.com/org/_git/repo", "https://org.visualstudio.com/_git/repo"]],
  [
    "demo",
    "git-codecommit.eu-west-1.amazonaws.com",
    [
      "https://git-codecommit.eu-west-1.amazonaws.com/v1/repos/demo",
      "ssh://KEY@git-codecommit.eu-west-1.amazonaws.com/v1/repos/demo",
      "codecommit::eu-west-1://profile@demo",
    ],
  ],
  [
    "project/repo",
    "source.developers.google.com",
    [
      "https://source.developers.google.com/p/project/r/repo",
      "ssh://me@example.org@source.developers.google.com:2022/p/project/r/repo",
    ],
  ],
  [
    "chromium/src",
    "chromium.googlesource.com",
    ["https://chromium.googlesource.com/chromium/src.git", "https://chromium.googlesource.com/a/chromium/src"],
  ],
  [
    "~ana/repo",
    "git.sr.ht",
    [
      "git@git.sr.ht:~ana/repo",
      "https://git.sr.ht/~ana/repo",
      "https://git.sr.ht/~ana/repo/tree/master/item/README.md",
      "https://git.sr.ht/~ana/repo/log",
    ],
  ],
  [
    "acme/widgets",
    "github.com",
    [
      "git+ssh://git@github.com:acme/widgets.git",
      "[git@github.com:443]:acme/widgets.git",
      "[git@ssh.github.com:443]:acme/widgets.git",
      "https://raw.githubusercontent.com/acme/widgets/main/README.md",
      "https://codeload.github.com/acme/widgets/zip/refs/heads/main",
      "https://api.github.com/repos/acme/widgets/issues",
    ],
  ],
  [
    "0123456789abcdef0123",
    "gist.github.com",
    [
      "git@gist.github.com:0123456789abcdef0123.git",
      "https://gist.github.com/0123456789abcdef0123.git",
      "https://gist.github.com/ana/0123456789abcdef0123",
    ],
  ],
  [
    "demo",
    "git-codecommit.us-gov-west-1.amazonaws.com",
    ["https://git-codecommit-fips.us-gov-west-1.amazonaws.com/v1/repos/demo"],
  ],
  [
    "owner/repo",
    "forge.example",
    [
      "https://forge.example/owner/repo/issues/7",
      "https://forge.example/owner/repo/pulls/7/files",
      "https://forge.example/owner/repo/releases/tag/v1.2",
    ],
  ],
  ["group/issues/repo", "gitlab.example", ["https://gitlab.example/group/issues/repo.git"]],
  ["group/sub/issues", "gitlab.example", ["https://gitlab.example/group/sub/issues.git"]],
  [
    "owner/repo",
    "codeberg.org",
    ["ssh://git@codeberg.org/Owner/repo.git", "https://codeberg.org/owner/repo/src/branch/main"],
  ],
  [
    "owner/repo",
    "gitea.example",
    ["https://gitea.example/owner/repo/src/branch/main/lib", "git@gitea.example:owner/repo"],
  ],
  ["org/model", "huggingface.co", ["git@hf.co:org/model", "https://huggingface.co/org/model"]],
  ["owner/repo", "[::1]", ["ssh://git@[::1]:22/owner/repo.git", "git@[::1]:owner/repo.git"]],
  ["repo", "host", ["ssh://git@host/~/repo.git", "git://host/repo", "host:repo.git"]],
];

describe("the address of a repository", () => {
  it.each(FORMS.flatMap(([name, host, addresses]) => addresses.map((address) => [address, name, host])))(
    "%j is %s on %s",
    (address, name, host) => {
      expect(parseProjectAddress(address)).toEqual({ name, host });
    },
  );

  it.each([
    ["https://github.com@evil.example/acme/shop", "acme/shop", "evil.example"],
    ["https://evil.example\\@github.com/acme/shop", "@github.com/acme/shop", "evil.example"],
    ["https://github.com%2f@evil.example/acme/shop", "acme/shop", "evil.example"],
    ["https://github.com.evil.example/acme/shop", "acme/shop", "github.com.evil.example"],
  ])("%j is not on the host that it shows first", (address, name, host) => {
    expect(parseProjectAddress(address)).toEqual({ name, host });
  });

  it.each([
    "https://evil.example#@github.com/acme/shop",
    "https://evil.example?@github.com/acme/shop",
    "/srv/git/repo.git",
    "../other",
    "file:///srv/repo.git",
    "C:\\work\\repo",
    "C:/code/repo",
    "https://host/",
    "acme/shop",
    "",
  ])("%j is none", (address) => {
    expect(parseProjectAddress(address)).toBeNull();
  });
});
