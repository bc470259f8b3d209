import { endOfNamedValue } from "./named-values.ts";
import { isExample, URL_PLACEHOLDER } from "./value-look.ts";

/** A password of a command: [start, end) in UTF-16 units. */
interface CommandPassword {
  readonly start: number;
  readonly end: number;
  readonly isLikely: boolean;
}

const VALUE = "([^\\s\"'`-][^\\s\"'`]{3,256})";

/** Options with a password, and the commands of which they are. mysql takes `-p` without a space before its value. */
const COMMAND_OPTIONS: readonly { readonly option: RegExp; readonly command: RegExp }[] = [
  {
    option: /(?:-u|--user|--proxy-user)(?:\s{1,3}|=)?["']?[^\s:"'@/]{0,128}:(?!\/\/)([^\s"'`]{3,256})/y,
    command: /\b(?:curl|wget|https?|xh)\b/,
  },
  { option: new RegExp(`-p["']?${VALUE}`, "y"), command: /\b(?:mysql\w*|mariadb\w*|sshpass|7za?|rar|unrar)\b/ },
  {
    option: new RegExp(`-p\\s["']?${VALUE}`, "y"),
    command:
      /\b(?:sshpass|(?:docker|podman|az|helm registry|oc|buildah|nerdctl|acr|cf|ibmcloud|mc|argocd|rancher|doctl|kubelogin) login|mongo\w*|az|cf|rdesktop|expect|freerdp|clickhouse\w*|influx|cqlsh|isql|tsql|impala\w*)\b/,
  },
  {
    option: new RegExp(`-[awP]\\s["']?${VALUE}`, "y"),
    command: /\b(?:redis-cli|ldap\w+|sqlcmd|zip|unzip|bcp|ipmitool|valkey-cli)\b/,
  },
  { option: new RegExp(`-w\\s?["']?${VALUE}`, "y"), command: /\b(?:ldap\w+)\b/ },
  {
    option: /(?:--creds|--src-creds|--dest-creds|-u|-U|--auth|-a)[\s=]["']?[\w.@\\/-]{1,64}[:,%]([^\s"'`/]{3,256})/y,
    command:
      /\b(?:skopeo|buildah|podman|lftp|smbclient|oras|crane|http|https|rpcclient|smbmap|ab|cqlsh|mosquitto_\w{3})\b/,
  },
  { option: /-(?:passin|passout|pass)\s["']?pass:([^\s"'`]{3,256})/y, command: /\bopenssl\b/ },
  {
    option:
      /(?:-b|--cookie)[\s=]["']?(?:\s?[\w.-]{1,64}=[^\s;"'`]{0,1024};?){0,20}?\s?[\w.-]{1,64}=([^\s;"'`]{16,4096})/y,
    command: /\b(?:curl|wget|http|https|xh)\b/,
  },
  {
    option: new RegExp(
      `(?:-storepass|-keypass|-srcstorepass|-deststorepass|-Password|-P|-pw|-pass)\\s["']?${VALUE}`,
      "y",
    ),
    command: /\b(?:keytool|jarsigner|plink|pscp|psftp|putty|mosquitto_\w{3}|[A-Z]\w+-[A-Z]\w+|bcp|ipmitool)\b/,
  },
  {
    option: new RegExp(`/p(?:ass(?:word)?)?:${VALUE}`, "y"),
    command: /\b(?:\w*freerdp|cmdkey|runas|psexec|msbuild)\b/,
  },
  { option: new RegExp(`-bn?c?\\s\\S{1,200}\\s\\S{1,64}\\s["']?${VALUE}`, "y"), command: /\bhtpasswd\b/ },
];
/** How far before its option the command is looked for. */
const COMMAND_UNITS = 300;

/** Returns the password that an option at a position gives to the command of its line; null if there is none. */
export function commandPasswordAt(text: string, position: number): CommandPassword | null {
  for (const { option, command } of COMMAND_OPTIONS) {
    option.lastIndex = position;
    const match = option.exec(text);
    if (match === null) continue;
    const value = match[1] ?? "";
    const end = match.index + match[0].length;
    const before = text.slice(Math.max(0, position - COMMAND_UNITS), position);
    const line = before.slice(before.replace(/\\\r?\n/g, "  ").lastIndexOf("\n") + 1);
    if (isExample(value) || !command.test(line)) continue;
    const start = end - value.length;
    return { start, end: endOfNamedValue(text, start, end), isLikely: !URL_PLACEHOLDER.test(value) };
  }
  return null;
}
