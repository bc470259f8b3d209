import { THEMES } from "../../core/preferences.ts";
import { SECRET_ACTIONS } from "../../core/secrets/policy.ts";
import { similarNames } from "../../core/util/similar-names.ts";
import { LANGUAGE_CHOICES } from "../../text/language.ts";
import type { MethodInput, MethodOutput } from "../../window-api/contract.ts";
import { type Command, type CommandCall, type CommandContext, UsageError } from "../command.ts";
import { LIST_OUTPUT, printList } from "../output.ts";
import { withSuggestion } from "../parse.ts";

type Settings = MethodOutput<"settings.get">;
type Update = MethodInput<"settings.update">;

interface Setting {
  read(settings: Settings): string;
  /** The values that it can have, as a person enters them. */
  readonly values: readonly string[];
  write(value: string, settings: Settings): Update | null;
}

const ON_OFF = ["on", "off"];
const onOff = (value: boolean) => (value ? "on" : "off");

/** The settings by the names that a person enters. */
const SETTINGS: Readonly<Record<string, Setting>> = {
  language: choice(
    LANGUAGE_CHOICES,
    ({ language }) => language,
    (language) => ({ language }),
  ),
  theme: choice(
    THEMES,
    ({ theme }) => theme,
    (theme) => ({ theme }),
  ),
  port: {
    read: ({ port }) => String(port),
    values: ["1024-65535"],
    write: (value) =>
      /^\d{4,5}$/.test(value) && Number(value) >= 1024 && Number(value) <= 65_535 ? { port: Number(value) } : null,
  },
  "start-at-login": choice(
    ON_OFF,
    ({ startAtLogin }) => onOff(startAtLogin),
    (value) => ({ startAtLogin: value === "on" }),
  ),
  secrets: choice(
    SECRET_ACTIONS,
    ({ secrets }) => secrets.action,
    (action, { secrets }) => ({ secrets: policyOf(secrets, { action }) }),
  ),
  "personal-data": choice(
    ON_OFF,
    ({ secrets }) => onOff(secrets.personalData),
    (value, { secrets }) => ({
      secrets: policyOf(secrets, { personalData: value === "on" }),
    }),
  ),
  use: choice(
    ON_OFF,
    ({ use }) => onOff(use),
    (value) => ({ use: value === "on" }),
  ),
};

function policyOf({ action, domains, personalData }: Settings["secrets"], changes: Partial<Settings["secrets"]>) {
  return { action, domains: { ...domains }, personalData, ...changes };
}

function choice<Value extends string>(
  values: readonly Value[],
  read: Setting["read"],
  toUpdate: (value: Value, settings: Settings) => Update,
): Setting {
  return {
    read,
    values,
    write(given, settings) {
      const value = values.find((known) => known === given);
      return value === undefined ? null : toUpdate(value, settings);
    },
  };
}

/** The names of the settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(SETTINGS);

export const settings: Command = {
  name: "settings",
  examples: ["recollect settings", "recollect settings set language zh-CN --dry-run"],
  actions: {
    list: { options: LIST_OUTPUT, examples: ["recollect settings list", "recollect settings list --jsonl"], run: list },
    get: { arguments: "<SETTING>", examples: ["recollect settings get language"], run: get },
    set: {
      arguments: "<SETTING> <VALUE>",
      options: ["--dry-run"],
      examples: ["recollect settings set secrets refuse --dry-run", "recollect settings set theme dark"],
      run: set,
    },
  },
};

async function list(call: CommandCall, context: CommandContext): Promise<void> {
  const { app, terminal, text } = context;
  const current = await app.ask("settings.get", {});
  const items = Object.entries(SETTINGS).map(([name, setting]) => ({
    name,
    value: setting.read(current),
    values: setting.values,
  }));
  await printList(call, context, {
    json: {
      settings: Object.fromEntries(items.map(({ name, value }) => [name, value])),
      dataFolder: current.dataFolder,
    },
    items,
    form: {
      columns: [
        { title: text.columns.setting },
        { title: text.columns.value },
        { title: text.columns.values, drop: 1, style: terminal.faint },
      ],
      cells: ({ name, value, values }) => [name, value, values.join(" | ")],
    },
    empty: "",
  });
  if (!call.json && current.restartNeeded) terminal.note(terminal.yellow(text.settings.restart));
}

async function get(call: CommandCall, { app, terminal, text }: CommandContext): Promise<void> {
  const [name = ""] = call.words;
  const value = find(name, text).read(await app.ask("settings.get", {}));
  if (call.json) terminal.printJson({ [name]: value });
  else terminal.print(value);
}

async function set(call: CommandCall, { app, terminal, text }: CommandContext): Promise<void> {
  const [name = "", value = ""] = call.words;
  const setting = find(name, text);
  const before = await app.ask("settings.get", {});
  const update = setting.write(value, before);
  if (update === null) {
    const similar = similarNames(value, setting.values, 1);
    throw new UsageError(withSuggestion(text.settings.invalid(name, setting.values.join(", ")), similar, text.usage));
  }
  const isDryRun = call.flag("dry-run");
  const after = isDryRun ? before : await app.ask("settings.update", update);
  const [from, to] = [setting.read(before), isDryRun ? value : setting.read(after)];
  if (call.json) terminal.printJson({ setting: name, from, to, written: !isDryRun });
  else terminal.print(isDryRun ? text.settings.wouldChange(name, from, to) : text.settings.changed(name, from, to));
  if (!call.json && after.restartNeeded) terminal.note(terminal.yellow(text.settings.restart));
}

/** @throws UsageError, which names the similar settings */
function find(name: string, { settings: words, usage }: CommandContext["text"]): Setting {
  const setting = Object.hasOwn(SETTINGS, name) ? SETTINGS[name] : undefined;
  if (setting !== undefined) return setting;
  const names = Object.keys(SETTINGS);
  const similar = similarNames(name, names, 2);
  throw new UsageError(withSuggestion(words.unknown(name, names.join(", ")), similar, usage));
}
