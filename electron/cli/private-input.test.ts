import { expect, it } from "vitest";
import { openCommandLine } from "./testing/command-line.ts";
import { HAS_TERMINAL, runOnTerminal } from "./testing/on-terminal.ts";

const LINK = "recollect://join?v=1#a-secret-of-an-invitation";

/** Runs `recollect space join` on a terminal, and enters a text at its question. */
async function joinOnTerminal(entered: string): Promise<{ readonly code: number; readonly shown: string }> {
  const { folder } = openCommandLine();
  return await runOnTerminal(["space", "join", "--no-start"], folder, [["Invitation: ", entered]]);
}

it.skipIf(!HAS_TERMINAL)(
  "reads a secret from a terminal without showing it, and stops at Ctrl+C and Ctrl+D",
  async () => {
    const entered = await joinOnTerminal(`${LINK}\r`);
    expect(entered.shown).toContain("Recollect is not running");
    expect(entered.shown).not.toContain("a-secret");
    expect(entered.code).toBe(3);
    for (const key of ["\u0003", "\u0004"]) {
      const stopped = await joinOnTerminal(key);
      expect(stopped.shown).toContain("Stopped. Nothing was changed.");
      expect(stopped.code).toBe(1);
    }
  },
  180_000,
);

it("reads secrets from lines of standard input, and only if an option says so", async () => {
  const { run } = openCommandLine();
  const create = ["space", "create", "Notes", "--domain", "acme/web", "--postgres", "postgres://ana@db.example.com/x"];
  const refused = await run(create, { input: "a password\n" });
  expect(refused.code).toBe(2);
  expect(refused.errors).toContain("pass --password-stdin");
  const empty = await run([...create, "--password-stdin", "--passphrase-stdin"], { input: "a password\n" });
  expect(empty.code).toBe(2);
  expect(empty.errors).toContain("no line for --passphrase-stdin");
  const complete = await run([...create, "--password-stdin", "--passphrase-stdin", "--no-start"], {
    input: "a password\na passphrase of words\n",
  });
  expect(complete.code).toBe(3);
}, 180_000);
