/**
 * The forms of secrets, in one table. The providers' formats are from the public list of gitleaks
 * (https://github.com/gitleaks/gitleaks, MIT); the patterns are our own, and none needs a second look at its text.
 */

/** The name of a finding: `id` for programs, `name` in a mask such as `[secret: GitHub token]`. */
export interface SecretKind {
  readonly id: string;
  readonly name: string;
}

/** A token that starts with one of these prefixes at the start of a word. Case matters. */
export interface PrefixRule extends SecretKind {
  readonly prefixes: readonly string[];
  /** The rest after the prefix. Bounded, unless it is a repetition of word characters and hyphens at the end. */
  readonly tail: string;
  /** Decides whether it is likely if the form is not enough. */
  readonly isSecret?: (value: string) => boolean;
}

/** A token that is recognised by its entire form. It starts at the start of a word; its group is the secret. */
export interface ShapeRule extends SecretKind {
  readonly pattern: string;
  /** A part of it that few other texts contain. Without it, the pattern is not tried. */
  readonly part: string;
}

/** A value that is recognised by the name before it: `password: …`, `"api_key": "…"`. */
export interface NameRule extends SecretKind {
  /** The end of the name, in lower case. */
  readonly names: string;
}

const HEX = "[A-Fa-f0-9]";
const WORD = "[A-Za-z0-9]";

const digitsIn = (value: string) => value.replace(/\D+/g, "").length;
const hasManyDigits = (value: string) => digitsIn(value) >= 3;
/** Base64 of a PEM text, which starts with `-----BEGIN `. Only private keys are secret. */
const isEncodedKey = (value: string) => {
  const start = `LS0tLS1CRUdJTi${value.slice(0, 62)}`;
  return /PRIVATE/.test(atob(start.slice(0, start.length - (start.length % 4)).replace(/[^A-Za-z0-9+/]/g, "A")));
};
const isMixed = (value: string) => digitsIn(value) >= 2 && /[a-z]/.test(value) && /[A-Z]/.test(value);

function token(id: string, name: string, prefixes: string, tail: string, isSecret?: PrefixRule["isSecret"]) {
  return { id, name, prefixes: prefixes.split(" "), tail, isSecret };
}

export const PREFIX_RULES: readonly PrefixRule[] = [
  token("1password", "1Password token", "ops_eyJ", String.raw`[\w+/=-]{60,2048}`),
  token("encoded-key", "private key", "LS0tLS1CRUdJTi", "[A-Za-z0-9+/]{60,32768}={0,2}", isEncodedKey),
  token("1password-key", "1Password secret key", "A3-", "[A-Z0-9]{6}-(?:[A-Z0-9]{5,11}-){2,4}[A-Z0-9]{5,6}"),
  token("adobe", "Adobe secret", "p8e-", `${WORD}{32}`),
  token("age", "age key", "AGE-SECRET-KEY-1 AGE-SECRET-KEY-PQ-1", "[A-Z0-9]{40,}"),
  token("alibaba", "Alibaba Cloud key", "LTAI", `${WORD}{12,24}`, hasManyDigits),
  token("anthropic", "Anthropic key", "sk-ant-", String.raw`[\w-]{20,}`),
  token("alibaba-sts", "Alibaba Cloud token", "STS.", `${WORD}{20,30}`, hasManyDigits),
  token("axiom", "Axiom token", "xaat- xapt-", `${HEX}{8}-[A-Fa-f0-9-]{27}`),
  token("artifactory", "Artifactory key", "AKCp cmVmd", `${WORD}{50,80}`),
  token("atlassian", "Atlassian token", "ATATT3 ATCTT3 ATBB ATTA", String.raw`[\w=-]{28,300}`),
  token("aws", "AWS access key", "AKIA ASIA ABIA ACCA A3T", "[A-Z0-9]{16}(?![A-Za-z0-9])"),
  token("aws-bedrock", "AWS Bedrock key", "ABSK bedrock-api-key-", "[A-Za-z0-9+/]{40,1024}={0,2}"),
  token("buildkite", "Buildkite token", "bkua_ bkat_ bkct_ bkaj_", `${WORD}{36,}`),
  token(
    "aws-session",
    "AWS session token",
    "FwoGZXIvYXdz IQoJb3JpZ2lu FQoGZXIvYXdz FQoDYXdz",
    "[A-Za-z0-9+/%]{60,4096}={0,2}",
  ),
  token("brave", "Brave key", "BSA", String.raw`[\w-]{24,40}(?![\w-])`, isMixed),
  token("canva", "Canva secret", "cnvca", String.raw`[\w-]{40,}`),
  token("crates", "crates.io token", "cio", `${WORD}{32}(?!${WORD})`, isMixed),
  token("cockroach", "CockroachDB key", "CCDB1_", String.raw`\w{30,}`),
  token("chromatic", "Chromatic token", "chpt_", String.raw`\w{12,}`),
  token("clickup", "ClickUp token", "pk_", String.raw`\d{6,12}_[A-Z0-9]{32}`),
  token("cloudflare-token", "Cloudflare token", "cfut_ cfat_ cfk_", String.raw`[\w-]{36,}`),
  token("cerebras", "Cerebras key", "csk-", `${WORD}{32,}`),
  token("circleci", "CircleCI token", "CCIPAT_ CCIPRJ_", String.raw`\w{36,}`),
  token("clickhouse", "ClickHouse key", "4b1d", `${WORD}{38}(?!${WORD})`),
  token("clojars", "Clojars token", "CLOJARS_", "[a-z0-9]{60}"),
  token("cloudflare", "Cloudflare key", "v1.0-", `${HEX}{24}-${HEX}{100,160}`),
  token("contentful", "Contentful token", "CFPAT-", String.raw`[\w-]{40,}`),
  token("databricks", "Databricks token", "dapi dose dkea ddfp dsapi", `${HEX}{32}(?:-\\d)?`),
  token("dbt", "dbt token", "dbtu_ dbtc_ dbts_", String.raw`[\w=-]{30,}`),
  token("deno", "Deno token", "ddp_ ddo_ jsrp_ jsrd_", `${WORD}{30,}`),
  token("discord-mfa", "Discord token", "mfa.", String.raw`[\w-]{80,}`),
  token("digitalocean", "DigitalOcean token", "dop_v1_ doo_v1_ dor_v1_", `${HEX}{40,}`),
  token(
    "discord-webhook",
    "Discord webhook",
    "discord.com/api/webhooks/ discordapp.com/api/webhooks/",
    String.raw`\d{15,22}/[\w-]{30,}`,
  ),
  token("docker", "Docker token", "dckr_pat_ dckr_oat_", String.raw`[\w-]{20,}`),
  token("doppler", "Doppler token", "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.", String.raw`[\w.-]{32,80}`),
  token("dropbox", "Dropbox token", "sl.", String.raw`(?:u\.)?[\w-]{100,}`),
  token("duffel", "Duffel token", "duffel_test_ duffel_live_", String.raw`[\w=-]{40,64}`),
  token("dynatrace", "Dynatrace token", "dt0c01. dt0s01. dt0s02. dt0s08. dt0s16.", `${WORD}{24}\\.${WORD}{64}`),
  token("e2b", "E2B key", "e2b_", `${HEX}{32,}`),
  token("easypost", "EasyPost key", "EZAK EZTK", `${WORD}{54}`),
  token("elevenlabs", "ElevenLabs key", "sk_", `${HEX}{40,}`),
  token(
    "facebook",
    "Facebook token",
    "EAAC EAAG EAAM EAAB EAAD EAAF EAAH EAAI EAAJ EAAK EAAL IGQV IGAA",
    `${WORD}{80,}`,
  ),
  token("figma", "Figma token", "figd_ figu_ figo_ figoh_ figor_ figdr_", String.raw`[\w-]{30,}`),
  token("firecrawl", "Firecrawl key", "fc-", `${HEX}{32}`),
  token("fireworks", "Fireworks key", "fw_", `${WORD}{22,}`, isMixed),
  token("flutterwave", "Flutterwave key", "FLWSECK- FLWSECK_TEST-", String.raw`[\w-]{12,}`),
  token("fly", "Fly.io token", "fo1_ fm1a_ fm1r_ fm2_", String.raw`[\w+/-]{40,2048}={0,3}`),
  token("frameio", "Frame.io token", "fio-u-", String.raw`[\w=-]{60,80}`),
  token("gcp", "Google key", "AIza", String.raw`[\w-]{30,}`),
  token("gcp-refresh", "Google refresh token", "1//0", String.raw`[\w-]{36,}`),
  token("gcp-ephemeral", "Google key", "AQ.Ab8", String.raw`[\w-]{30,}`),
  token("gitea", "Gitea token", "gto_ gta_", `${WORD}{32,}`),
  token("gcp-oauth", "Google token", "ya29. GOCSPX- GOOG1E", String.raw`[\w-]{20,}`),
  token("github", "GitHub token", "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_", String.raw`\w{20,}`),
  token(
    "gitlab",
    "GitLab token",
    "glpat- gldt- glrt- glcbt- glptt- glft- glimt- glagent- gloas- glsoat- glffct- glrtr- glwt- GR1348941",
    String.raw`[\w-]{16,300}(?:\.[0-9a-z]{9})?`,
  ),
  token("grafana", "Grafana token", "glsa_ glc_ eyJrIjoi", String.raw`[\w+/]{32,512}={0,3}`),
  token("groq", "Groq key", "gsk_", `${WORD}{32,}`),
  token("heroku", "Heroku key", "HRKU-", String.raw`[\w-]{36,}`),
  token("hugging-face", "Hugging Face token", "hf_ api_org_", `${WORD}{20,}`),
  token("honeycomb", "Honeycomb key", "hcaik_ hcxik_ hcbik_ hcalk_ hcxlk_ hcblk_ hcamk_ hcaic_", String.raw`\w{30,}`),
  token("intercom", "Intercom token", "dG9rO", "[A-Za-z0-9+/]{55,}={0,2}"),
  token("infracost", "Infracost key", "ico-", `${WORD}{32}`),
  token("jina", "Jina key", "jina_", String.raw`\w{40,}`),
  token("jwt", "JWT", "eyJ", String.raw`[\w-]{10,}\.[\w-]{4,}(?:\.[\w-]*)?`),
  token("langsmith", "LangSmith key", "lsv2_pt_ lsv2_sk_ ls__", String.raw`\w{32,}`),
  token("langfuse", "Langfuse key", "sk-lf-", String.raw`[\w-]{30,}`),
  token("launchdarkly", "LaunchDarkly key", "sdk- mob-", `${HEX}{8}-${HEX}{4}-4${HEX}{3}-${HEX}{4}-${HEX}{12}`),
  token("linkedin", "LinkedIn secret", "WPL_AP1.", String.raw`[\w.+/=-]{16,}`),
  token("llamaindex", "LlamaIndex key", "llx-", `${WORD}{40,}`),
  token("logfire", "Logfire token", "pylf_v1_", String.raw`\w{30,}`),
  token("linear", "Linear key", "lin_api_ lin_oauth_", `${WORD}{32,}`),
  token("mailgun", "Mailgun key", "key-", `${HEX}{32}(?!${WORD})`),
  token("mapbox", "Mapbox token", "sk.eyJ", String.raw`[\w-]{20,512}\.[\w-]{20,}`),
  token("mercury", "Mercury token", "secret-token:mercury_", String.raw`[\w]{20,}`),
  token("mongodb", "MongoDB Atlas secret", "mdb_sa_sk_", String.raw`[\w-]{40,}`),
  token("neon", "Neon key", "napi_", `${WORD}{40,}`),
  token("netlify", "Netlify token", "nfp_ nfc_ nfo_ nfu_", `${WORD}{30,}`),
  token("new-relic", "New Relic key", "NRAK- NRII- NRJS- NRRA-", String.raw`[\w-]{19,}`),
  token("notion", "Notion token", "ntn_", `${WORD}{40,}`),
  token("notion-legacy", "Notion token", "secret_", `${WORD}{43}(?!${WORD})`, isMixed),
  token("nostr", "wallet key", "nsec1", "[02-9ac-hj-np-z]{58}"),
  token("npm", "npm token", "npm_", `${WORD}{30,}`),
  token("nuget", "NuGet key", "oy2", "[a-z0-9]{43}(?![A-Za-z0-9])"),
  token("nvidia", "NVIDIA key", "nvapi-", String.raw`[\w-]{40,}`),
  token("octopus", "Octopus key", "API-", "[A-Z0-9]{25,32}(?![A-Za-z0-9])", hasManyDigits),
  token("openai", "OpenAI key", "sk-proj- sk-svcacct- sk-admin- sk-None-", String.raw`[\w-]{16,}`, hasManyDigits),
  token("openrouter", "OpenRouter key", "sk-or-", String.raw`[\w-]{32,}`),
  // Others use the same letters: a name such as sk-learn-contrib-2024-edition is not a key.
  token("sk", "API key", "sk-", `${WORD}{20,}[\\w-]*`, (tail) => hasManyDigits(tail) || tail.includes("T3BlbkFJ")),
  token("openai-session", "OpenAI token", "sess-", `${WORD}{40}`),
  token("packagist", "Packagist token", "packagist_ort_ packagist_out_ packagist_uut_", `${HEX}{68,}`),
  token("paddle", "Paddle key", "pdl_live_apikey_ pdl_sdbx_apikey_ pdl_ntfset_", String.raw`[\w/+]{20,}`, isMixed),
  token("paypal", "PayPal token", "access_token$production$ access_token$sandbox$", String.raw`\w{16}\$${HEX}{32}`),
  token("portainer", "Portainer token", "ptr_", "[A-Za-z0-9+/]{40,}={0,2}"),
  token("openshift", "OpenShift token", "sha256~", String.raw`[\w-]{43}`),
  token("perplexity", "Perplexity key", "pplx-", `${WORD}{32,}`),
  token("pinecone", "Pinecone key", "pcsk_", String.raw`\w{40,}`),
  token("plaid", "Plaid token", "access-sandbox- access-development- access-production-", `${HEX}{8}-[A-Fa-f0-9-]{27}`),
  token("planetscale", "PlanetScale token", "pscale_tkn_ pscale_oauth_ pscale_pw_", String.raw`[\w=.-]{32,80}`),
  token("posthog", "PostHog key", "phx_ phs_ phr_", `${WORD}{32,}`),
  token("postman", "Postman key", "PMAK-", `${HEX}{24}-${HEX}{34}`),
  token("prefect", "Prefect key", "pnu_ pnb_", `${WORD}{36}`),
  token("pulumi", "Pulumi token", "pul-", `${HEX}{40}`),
  token("pypi", "PyPI token", "pypi-", String.raw`[\w-]{30,}`, isMixed),
  token("readme", "ReadMe key", "rdme_", "[a-z0-9]{60,}"),
  token("render", "Render key", "rnd_", `${WORD}{24,}`),
  token("replicate", "Replicate token", "r8_", `${WORD}{30,}`),
  token("resend", "Resend key", "re_", `${WORD}{8}_${WORD}{20,}`),
  token("rubygems", "RubyGems key", "rubygems_", `${HEX}{48}`),
  token("sendgrid", "SendGrid key", "SG.", String.raw`[\w-]{16,64}\.[\w-]{16,}`),
  token("brevo", "Brevo key", "xkeysib- xsmtpsib-", `${HEX}{40,64}-${WORD}{16}`),
  token("scaleway", "Scaleway key", "SCW_SECRET_KEY=", `${HEX}{8}-[A-Fa-f0-9-]{27}`),
  token("snyk", "Snyk token", "snyk_uat. snyk_sat. snyk_cat.", String.raw`[\w.-]{30,}`),
  token("socket", "Socket token", "sktsec_", String.raw`[\w=-]{30,}`),
  token("stytch", "Stytch secret", "secret-live- secret-test-", String.raw`[\w=-]{36,}`),
  token("sentry", "Sentry token", "sntrys_ sntryu_ sntrya_", String.raw`[\w+/]{40,1024}={0,2}`),
  token("settlemint", "SettleMint token", "sm_aat_ sm_pat_ sm_sat_", `${WORD}{16,}`),
  token("shippo", "Shippo token", "shippo_live_ shippo_test_", `${HEX}{40}`),
  token("shopify", "Shopify token", "shpat_ shpca_ shppa_ shpss_ shptka_ shpit_ shpua_ shpckt_", `${HEX}{32}`),
  token(
    "slack",
    "Slack token",
    "xoxa- xoxb- xoxc- xoxd- xoxe- xoxo- xoxp- xoxr- xoxs- xoxe.xoxb- xoxe.xoxp- xapp- xwfp-",
    String.raw`[\w%-]{8,1024}`,
  ),
  token(
    "slack-webhook",
    "Slack webhook",
    "hooks.slack.com/",
    String.raw`(?:services|workflows|triggers)/[\w+/]{20,100}`,
  ),
  token("sonar", "SonarQube token", "squ_ sqp_ sqa_ sqb_", `${HEX}{40}`),
  token("sourcegraph", "Sourcegraph token", "sgp_", String.raw`\w{40,}`),
  token("square", "Square token", "sq0atp- sq0csp- EAAA", String.raw`[\w-]{22,}`, hasManyDigits),
  token(
    "stripe",
    "Stripe key",
    "sk_live_ sk_test_ sk_prod_ sk_org_ rk_live_ rk_test_ rk_prod_ rk_org_ ek_live_ ek_test_",
    String.raw`\w{16,}`,
  ),
  token("stripe-webhook", "Stripe webhook secret", "whsec_", "[A-Za-z0-9+/]{24,128}={0,2}"),
  token("supabase", "Supabase key", "sbp_ sb_secret_", String.raw`[\w-]{24,}`),
  token("tailscale", "Tailscale key", "tskey-", String.raw`[\w-]{20,}`),
  token("tavily", "Tavily key", "tvly-", String.raw`[\w-]{24,}`, hasManyDigits),
  token("together", "Together key", "tgp_v1_", String.raw`[\w-]{32,}`),
  token("tencent", "Tencent Cloud key", "AKID", `${WORD}{32}(?!${WORD})`, isMixed),
  token("twitter", "Twitter token", "AAAAAAAAAAAAAAAAAAAAA", "[A-Za-z0-9%]{50,}"),
  token("vercel", "Vercel token", "vcp_ vci_ vca_ vcr_ vck_ vercel_blob_rw_", String.raw`\w{24,}`),
  token("volcengine", "Volcengine key", "AKLT", `${WORD}{40,}`),
  token("twilio", "Twilio key", "SK", `${HEX}{32}(?!${WORD})`),
  token("typeform", "Typeform token", "tfp_", String.raw`[\w.=-]{40,80}`),
  token("vault", "Vault token", "hvs. hvb. hvr.", String.raw`[\w-]{20,}`),
  token("wakatime", "WakaTime key", "waka_", `${HEX}{8}-[A-Fa-f0-9-]{27}`),
  token("wallet", "wallet key", "xprv yprv zprv tprv", `${WORD}{100,112}`),
  token("xai", "xAI key", "xai-", `${WORD}{40,}`),
  token("yandex", "Yandex key", "AQVN", String.raw`[\w-]{35,}`),
];

export const SHAPE_RULES: readonly ShapeRule[] = [
  {
    id: "azure-devops",
    name: "Azure DevOps token",
    part: "AZDO",
    pattern: `(${WORD}{76}AZDO${WORD}{4})`,
  },
  {
    id: "bitwarden",
    name: "Bitwarden token",
    part: String.raw`0\.[\da-f]{8}-`,
    pattern: String.raw`(0\.[\da-f]{8}-[\da-f-]{27}\.${WORD}{30}:[A-Za-z0-9+/]{22}==)`,
  },
  {
    id: "go-dsn",
    name: "password",
    part: String.raw`@(?:tcp|unix)\(`,
    pattern: String.raw`[\w.-]{1,64}:([^\s:@"']{4,128})(?=@(?:tcp|unix)\()`,
  },
  {
    id: "hubspot",
    name: "HubSpot token",
    part: String.raw`pat-[a-z]{2}\d`,
    pattern: String.raw`(pat-[a-z]{2}\d-[\da-fA-F]{8}-[\da-fA-F-]{27})`,
  },
  {
    id: "oracle",
    name: "password",
    part: "oracle:(?:thin|oci):",
    pattern: String.raw`jdbc:oracle:(?:thin|oci):[\w.-]{1,64}/([^\s@"']{4,128})(?=@)`,
  },
  {
    id: "salesforce",
    name: "Salesforce token",
    part: "00D",
    pattern: String.raw`(00D${WORD}{12,15}![\w.]{60,200})`,
  },
  { id: "airtable", name: "Airtable token", part: `pat${WORD}{14}\\.`, pattern: `(pat${WORD}{14}\\.${HEX}{64})` },
  {
    id: "azure-client",
    name: "Azure client secret",
    part: String.raw`\dQ~`,
    pattern: String.raw`([\w~.]{3}\dQ~[\w~.-]{31,34})`,
  },
  {
    id: "discord",
    name: "Discord token",
    part: String.raw`[MNO][\w-]{22,27}\.`,
    pattern: String.raw`([MNO][\w-]{22,27}\.[\w-]{6,7}\.[\w-]{27,40})`,
  },
  {
    id: "facebook-app",
    name: "Facebook token",
    part: String.raw`\d{15}\|`,
    pattern: String.raw`(\d{15,16}\|[\w-]{27,40})`,
  },
  {
    id: "firebase",
    name: "Firebase key",
    part: ":APA91b",
    pattern: String.raw`(AAAA[\w-]{7}:APA91b[\w-]{120,200})`,
  },
  {
    id: "harness",
    name: "Harness key",
    part: "[ps]at\\.",
    pattern: `((?:pat|sat)\\.[\\w-]{22}\\.${WORD}{24}\\.${WORD}{20})`,
  },
  { id: "mailchimp", name: "Mailchimp key", part: String.raw`-us\d`, pattern: `(${HEX}{32}-us\\d{1,2})(?!\\w)` },
  {
    id: "telegram",
    name: "Telegram bot token",
    part: String.raw`\d{8}:A`,
    pattern: String.raw`(?:bot)?(\d{8,10}:A[\w-]{34})(?![\w-])`,
  },
  {
    id: "terraform",
    name: "Terraform token",
    part: String.raw`\.atlasv1\.`,
    pattern: String.raw`([A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,80})`,
  },
  {
    id: "teams-webhook",
    name: "Teams webhook",
    part: "webhookb2",
    pattern: String.raw`[\w-]{1,64}\.webhook\.office\.com/webhookb2/([\w@/-]{40,300})`,
  },
];

/** One of them describes each named value. The order matters: an `api_token` is a token. */
export const NAME_RULES: readonly NameRule[] = [
  {
    id: "password",
    name: "password",
    names:
      "passw(?:or)?d|passwort|kennwort|passphrase|passcode|pwd|(?<=[_-])pass|requirepass|contraseña|mot de passe|senha|wachtwoord|hasło|heslo|пароль|lösenord(?:et)?|şifre(?:si|m|niz)?|zugangscode|비밀번호|密码|密碼|口令|パスワード",
  },
  {
    id: "seed-phrase",
    name: "seed phrase",
    names: "(?:seed|recovery|mnemonic|backup|secret)[ _-]?(?:phrase|words)|mnemonic|wallet|助记词|助記詞",
  },
  {
    id: "key",
    name: "key",
    names:
      "secret[ _-]?key[ _-]?base|client-key-data|dockerconfigjson|psk|instrumentation[ _-]?key|(?:auth|nonce|logged_in|secure_auth|password)_(?:key|salt)|secret[ _-]?(?:access[ _-]?)?key|(?:api|access|private|signing|encryption|account|auth|service|master|license|deploy|app|client|consumer|shared|session|storage|subscription|functions?|host|integration|ingest|write|webhook|admin|root|pre-?shared|hmac|jwt|aes|rsa|cookie|crypt|cipher)[ _-]?key|密钥|密鑰",
  },
  // The token in the address of a badge is made to be published.
  { id: "token", name: "token", names: String.raw`(?<!progress[_-]?|/badge\.svg\?)token|\u4EE4\u724C` },
  {
    id: "secret",
    name: "secret",
    names:
      "secret|credentials?|cookie|authorization|_auth|(?<=[?&;])(?:sig|signature|x-(?:amz|goog)-signature)|(?<![\\w-])auth(?=[\"']|$)",
  },
];

export const AWS_SECRET_KEY: SecretKind = { id: "aws-secret", name: "AWS secret key" };
/** The parts between `<private>` and `</private>`. */
export const PRIVATE_PART: SecretKind = { id: "private", name: "private part" };
export const PRIVATE_KEY: SecretKind = { id: "private-key", name: "private key" };
export const URL_PASSWORD: SecretKind = { id: "url-password", name: "password" };
export const BEARER_TOKEN: SecretKind = { id: "bearer", name: "token" };
export const COMMAND_PASSWORD: SecretKind = { id: "command-password", name: "password" };
