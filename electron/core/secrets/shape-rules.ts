import { HEX, type SecretKind, WORD } from "./rules.ts";

/** A token that is recognised by its entire form. The group of its pattern is the secret. */
export interface ShapeRule extends SecretKind {
  readonly pattern: string;
  /** A literal part of it, which `scanText` looks for; `.` means two dots. */
  readonly part: string;
  /** The three characters that start the part, if they are not literal: `#` matches a digit. */
  readonly sign?: string;
  /** How many words before the part the pattern may start. If absent, it starts with the part. */
  readonly words?: number;
  /** Whether the secret has to look random. */
  readonly isNamed?: true;
}

const UUID = `${HEX}{8}-${HEX}{4}-${HEX}{4}-${HEX}{4}-${HEX}{12}`;
const VALUE = String.raw`[^\s"'\`<>]{6,256}`;

export const SHAPE_RULES: readonly ShapeRule[] = [
  { id: "azure-devops", name: "Azure DevOps token", part: "AZDO", words: 1, pattern: `(${WORD}{76}AZDO${WORD}{4})` },
  // The signatures of Azure's identifiable keys.
  ...["+ASt", "+ABa", "+AEh", "+ASb", "+ARm", "+ACR", "+AMC", "ACDb", "AIoT", "AzCa", "AzSe", "AzFu", "APIM"].map(
    (part): ShapeRule => ({
      id: "azure-key",
      name: "Azure key",
      part,
      words: 5,
      pattern: `([A-Za-z0-9+/]{32,78}${part.replace("+", "\\+")}[A-Za-z0-9+/]{5,10}={0,2})`,
    }),
  ),
  {
    id: "azure-cask",
    name: "Azure key",
    part: "JQQJ99",
    words: 4,
    pattern: String.raw`([\w+/-]{50,56}JQQJ99[\w+/-]{20,32}={0,2})`,
  },
  {
    id: "azure-client",
    name: "Azure client secret",
    part: "Q~",
    words: 3,
    pattern: String.raw`([\w~.-]{3}\dQ~[\w~.-]{31,34})`,
  },
  {
    id: "azure-function",
    name: "Azure function key",
    part: "azurewebsites.net",
    pattern: String.raw`azurewebsites\.net/[^\s?"']{1,200}\?(?:[^\s"'&]{1,80}&){0,4}code=([\w%=-]{20,120})`,
  },
  {
    id: "go-dsn",
    name: "password",
    part: "@tcp(",
    words: 4,
    pattern: String.raw`[\w.-]{1,64}:([^\s@"']{4,128})(?=@tcp\()`,
  },
  {
    id: "go-dsn",
    name: "password",
    part: "@unix(",
    words: 4,
    pattern: String.raw`[\w.-]{1,64}:([^\s@"']{4,128})(?=@unix\()`,
  },
  {
    id: "oracle",
    name: "password",
    part: "oracle:",
    pattern: String.raw`oracle:(?:thin|oci8?):[\w.-]{1,64}/"?([^\s@"']{4,128})"?(?=@)`,
  },
  {
    id: "sqlplus",
    name: "password",
    part: "sqlplus ",
    pattern: String.raw`sqlplus (?:-\w{1,2} ){0,3}[\w.-]{1,64}/"?([^\s@"']{4,128})`,
  },
  {
    id: "discord",
    name: "Discord token",
    part: ".",
    words: 1,
    pattern: String.raw`([MNO][\w-]{22,27}\.[\w-]{6,7}\.[\w-]{27,40})`,
  },
  {
    id: "facebook-app",
    name: "Facebook token",
    part: "|",
    sign: "#|",
    words: 1,
    pattern: String.raw`(\d{13,17}\|[\w-]{27,40})(?![\w-])`,
  },
  {
    id: "asana",
    name: "Asana token",
    part: "/",
    sign: "#/#",
    words: 1,
    pattern: String.raw`([012]/\d{13,20}(?:/\d{13,20})?:${HEX}{32})`,
  },
  {
    id: "telegram",
    name: "Telegram bot token",
    part: ":A",
    sign: ":a",
    words: 1,
    pattern: String.raw`(?:bot)?(\d{8,10}:A[\w-]{34})(?![\w-])`,
  },
  { id: "mailchimp", name: "Mailchimp key", part: "-us", words: 1, pattern: `(${HEX}{32}-us\\d{1,2})(?!\\w)` },
  {
    id: "mailgun-key",
    name: "Mailgun key",
    part: "-",
    sign: "#-#",
    words: 1,
    pattern: `(${HEX}{32}-${HEX}{8}-${HEX}{8})(?![\\w-])`,
  },
  {
    id: "terraform",
    name: "Terraform token",
    part: "atlasv1.",
    words: 2,
    pattern: String.raw`([A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,80})`,
  },
  {
    id: "teams-webhook",
    name: "Teams webhook",
    part: "webhookb2",
    pattern: String.raw`webhookb2/([\w@/-]{40,300})`,
  },
  ...(
    [
      ["hooks.zapier.com/", String.raw`hooks\.zapier\.com/hooks/(?:catch|standard)/([\w/]{12,80})`],
      ["make.com/", String.raw`make\.com/([a-z0-9]{20,80})`],
      ["integromat.com/", String.raw`integromat\.com/([a-z0-9]{20,80})`],
      ["/open-apis/bot/", String.raw`/open-apis/bot/v2/hook/([\w-]{20,80})`],
      ["tines.com/webhook", String.raw`tines\.com/webhook/([a-f0-9]{32}/[a-f0-9]{32})`],
      ["/hooks/", String.raw`/hooks/([a-z0-9]{26})(?![\w-])`],
      ["m.pipedream.net", String.raw`m\.pipedream\.net/([\w-]{10,80})`],
    ] as const
  ).map(([part, pattern]): ShapeRule => ({ id: "webhook", name: "webhook address", part, pattern })),
  {
    id: "ifttt",
    name: "IFTTT key",
    part: "ifttt.com",
    pattern: String.raw`ifttt\.com/(?:trigger|use)/(?:[\w{}-]{1,64}/(?:json/)?with/key/)?([\w-]{20,80})`,
  },
  {
    id: "new-relic-license",
    name: "New Relic key",
    part: "NRAL",
    words: 1,
    pattern: `((?:eu01xx|us01xx|gov01x)?[a-f0-9]{26,36}(?:FFFF)?NRAL)`,
  },
  {
    id: "new-relic-mobile",
    name: "New Relic key",
    part: "-NRMA",
    words: 1,
    pattern: `((?:AA|eu01xx)${HEX}{36,40}-NRMA)`,
  },
  { id: "maxmind", name: "MaxMind key", part: "_mmk", words: 1, pattern: `(${WORD}{6}_${WORD}{29}_mmk)` },
  {
    id: "stripe-client",
    name: "Stripe client secret",
    part: "_secret_",
    words: 1,
    pattern: `((?:pi|seti|cs|src|sub)_(?:test_|live_)?${WORD}{14,80}_secret_${WORD}{16,60})`,
  },
  ...[":development.", ":production.", ":default."].map(
    (part): ShapeRule => ({ id: "unleash", name: "Unleash token", part, pattern: `:\\w{7,11}\\.(${HEX}{40,80})` }),
  ),
  // Password hashes of crypt(3), htpasswd and LDAP can be guessed.
  {
    id: "password-hash",
    name: "password hash",
    part: "$",
    sign: "$#$",
    pattern: String.raw`(\$[1567]\$[\w./=-]{1,40}\$[\w./]{22,90})`,
  },
  {
    id: "password-hash",
    name: "password hash",
    part: "$2",
    pattern: String.raw`(\$2[abxy]\$\d\d\$[\w./]{53})`,
  },
  {
    id: "password-hash",
    name: "password hash",
    part: "$apr1$",
    pattern: String.raw`(\$apr1\$[\w./]{1,8}\$[\w./]{22})`,
  },
  {
    id: "password-hash",
    name: "password hash",
    part: "$argon2",
    pattern: String.raw`(\$argon2i?d?\$v=\d+\$[\w=,]{6,60}\$[\w+/]{11,90}\$[\w+/]{20,120})`,
  },
  {
    id: "password-hash",
    name: "password hash",
    part: "$y$",
    pattern: String.raw`(\$y\$[\w./]{1,10}\$[\w./]{8,90}\$[\w./]{30,60})`,
  },
  { id: "password-hash", name: "password hash", part: "{SHA}", pattern: String.raw`(\{SHA\}[A-Za-z0-9+/]{27}=)` },
  {
    id: "password-hash",
    name: "password hash",
    part: "{SSHA",
    pattern: String.raw`(\{SSHA(?:256|512)?\}[A-Za-z0-9+/]{32,180}={0,2})`,
  },
  {
    id: "password-hash",
    name: "password hash",
    part: "pbkdf2_sha",
    pattern: String.raw`(pbkdf2_sha\d{1,3}\$\d{4,8}\$[\w+/]{4,40}\$[A-Za-z0-9+/]{27,90}={0,2})`,
  },
  // Keys in the files of other programs.
  {
    id: "minisign",
    name: "private key",
    part: "secret key",
    pattern: String.raw`secret key[^\n]{0,40}\n{1,2}([A-Za-z0-9+/]{60,400}={0,2})`,
  },
  {
    id: "dnssec",
    name: "private key",
    part: "PrivateExponent: ",
    pattern: `PrivateExponent: ([A-Za-z0-9+/]{40,2048}={0,2})`,
  },
  { id: "ipsec", name: "password", part: 'PSK "', pattern: String.raw`PSK "([^"\n]{8,256})"`, isNamed: true },
  {
    id: "bind-key",
    name: "key",
    part: 'secret "',
    pattern: `secret "([A-Za-z0-9+/]{20,120}={0,2})"`,
    isNamed: true,
  },
  {
    id: "pgpass",
    name: "password",
    part: ":5432:",
    pattern: String.raw`:5432:[\w*-]{1,64}:[\w.*-]{1,64}:([^\s:]{6,128})`,
    isNamed: true,
  },
  {
    id: "pgpass",
    name: "password",
    part: ":*:",
    pattern: String.raw`:\*:[\w.*-]{1,64}:([^\s:]{6,128})`,
    isNamed: true,
  },
  {
    id: "powershell",
    name: "password",
    part: "ConvertTo-SecureString",
    pattern: String.raw`ConvertTo-SecureString (?:-\w{1,20} ){0,3}["']([^"'\n$]{6,128})["']`,
  },
  {
    id: "powershell",
    name: "password",
    part: "PSCredential(",
    pattern: String.raw`PSCredential\(["'][^"'\n]{1,80}["'],\s?["']([^"'\n$]{6,128})["']`,
  },
  {
    id: "net-use",
    name: "password",
    part: "net use ",
    pattern: String.raw`net use [^\n]{1,100} /user:\S{1,64} (${VALUE})`,
    isNamed: true,
  },
  {
    id: "cisco",
    name: "password",
    part: "secret ",
    pattern: String.raw`(?<=(?:enable|username \S{1,64}) )secret (?:\d )?(${VALUE})`,
    isNamed: true,
  },
  {
    id: "filezilla",
    name: "password",
    part: "<Pass ",
    pattern: `<Pass encoding="base64">([A-Za-z0-9+/=]{8,200})`,
  },
  { id: "uuid-key", name: "key", part: "GenieKey ", pattern: `GenieKey (${UUID})` },
  { id: "okta", name: "Okta token", part: "SSWS ", pattern: String.raw`SSWS (00[\w-]{38,44})` },
  {
    id: "wallet-key",
    name: "wallet key",
    part: "rivate",
    pattern: String.raw`rivate[ _-]?[Kk]ey["']?\s?(?:of \w{1,20} |is |[:=]\s?){1,2}["']?((?:0x)?${HEX}{64}|[5KL][1-9A-HJ-NP-Za-km-z]{50,51})`,
  },
];
