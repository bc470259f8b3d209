import { type Command, EXIT, type ExitCode } from "../command.ts";
import type { Finding, FindingState } from "../doctor/finding.ts";

export const doctor: Command = {
  name: "doctor",
  neverStarts: true,
  options: ["--fix", "--dry-run"],
  examples: ["recollect doctor", "recollect doctor --fix --dry-run"],
  async run(call, context): Promise<ExitCode> {
    const { terminal, text } = context;
    const words = text.doctor;
    const { runChecks } = await import("../doctor/run-checks.ts");
    const check = () => runChecks(context, (name) => terminal.progress(words.checking(words.names[name])));
    let findings = await check();
    const fixed: string[] = [];
    const fixable = findings.filter(({ state, fix }) => state !== "ok" && fix !== null);
    if (call.flag("fix") && !call.flag("dry-run") && fixable.length > 0) {
      for (const { fix, message } of fixable) {
        // A repair that fails is found again by the second check.
        if (
          await fix?.().then(
            () => true,
            () => false,
          )
        )
          fixed.push(message);
      }
      findings = await check();
    }
    if (call.json) {
      terminal.printJson({ findings: findings.map(toJson), fixed });
    } else {
      terminal.print(findings.map((finding) => formatFinding(finding, context)).join("\n"));
      for (const message of fixed) terminal.note(`${words.fixed} ${message}`);
      const left = findings.filter(({ state, fix }) => state !== "ok" && fix !== null).length;
      if (left > 0 && !call.flag("fix")) terminal.note(words.toFix(left));
      if (left > 0 && call.flag("dry-run")) terminal.note(words.wouldFix(left));
    }
    return findings.some(({ state }) => state === "error") ? EXIT.failed : EXIT.ok;
  },
};

function toJson({ check, state, message, remedy, fix }: Finding) {
  return { check, state, message, remedy, fixable: fix !== null };
}

function formatFinding(
  { check, state, message, remedy }: Finding,
  { terminal, text: { doctor: words } }: Parameters<NonNullable<Command["run"]>>[1],
): string {
  const marks: Readonly<Record<FindingState, string>> = {
    ok: terminal.green("✓"),
    warning: terminal.yellow("!"),
    error: terminal.red("✗"),
  };
  const line = `${marks[state]} ${terminal.bold(words.names[check])}  ${message}`;
  return remedy === null ? line : `${line}\n    ${terminal.faint(remedy)}`;
}
