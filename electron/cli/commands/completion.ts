import { type Command, type CommandCall, type CommandContext, UsageError } from "../command.ts";
import { SHELLS, type Shell } from "../completion/scripts.ts";

export const completion: Command = {
  name: "completion",
  neverStarts: true,
  arguments: `[${SHELLS.join("|")}]`,
  hiddenArguments: "[WORD...]",
  options: ["--install", "--remove", "--dry-run"],
  examples: ["recollect completion bash", "recollect completion zsh --install --dry-run"],
  async run(call, context) {
    const { terminal } = context;
    const [first, ...words] = call.words;
    // Called by the scripts.
    if (first === "words") {
      const { complete } = await import("../completion/complete.ts");
      for (const { value, description } of await complete(words, context)) {
        terminal.print(description === "" ? value : `${value}\t${description}`);
      }
      return;
    }
    const install = await import("../completion/install.ts");
    const shell = shellOf(first ?? install.ownShell(context), call, context);
    const isChange = call.flag("install") || call.flag("remove");
    if (!isChange) return terminal.print(install.scriptOf(shell, context).trimEnd());
    const { text } = context;
    const file = install.changedFile(shell, context);
    if (call.flag("dry-run")) terminal.note(text.completion.wouldInstall(shell, file));
    else if (call.flag("remove")) {
      install.removeCompletion(shell, context);
      terminal.note(text.completion.removed(shell, file));
    } else {
      install.installCompletion(shell, context);
      terminal.note(text.completion.install(shell, file));
    }
    if (call.json) terminal.printJson({ shell, file, written: !call.flag("dry-run") });
  },
};

/** @throws UsageError for an unknown shell, or a wrong combination of options */
function shellOf(given: string | null, call: CommandCall, { text }: CommandContext): Shell {
  if (call.flag("install") && call.flag("remove")) throw new UsageError(text.usage.onlyOne("--install", "--remove"));
  if (call.words.length > 1) throw new UsageError(text.usage.tooManyArguments);
  const shell = SHELLS.find((known) => known === given);
  if (shell === undefined) throw new UsageError(text.completion.unknownShell(SHELLS.join(", ")));
  return shell;
}
