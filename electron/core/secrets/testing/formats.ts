import { createRandom, DIGITS, HEX, LOWER, UPPER, WORD } from "./random.ts";

/** A secret in a sentence. */
export interface SampleSecret {
  readonly format: string;
  readonly secret: string;
  readonly text: string;
}

const BASE64 = `${WORD}+/`;
const URL_SAFE = `${WORD}_-`;
const BIP39_WORDS = "abandon brick clever dawn earth fabric garden hollow ivory jungle kitten lumber".split(" ");

/** One sample of each format, with new random values for each seed. */
export function sampleSecrets(seed: number): SampleSecret[] {
  const random = createRandom(seed);
  const { text } = random;
  const word = (length: number) => text(WORD, length);
  const hex = (length: number) => text(HEX, length);
  const uuid = () => [8, 4, 4, 4, 12].map(hex).join("-");
  const pem = (label: string) =>
    `-----BEGIN ${label}-----\n${Array.from({ length: 12 }, () => text(BASE64, 64)).join("\n")}\n${text(BASE64, 20)}\n-----END ${label}-----`;
  /** Letters of both cases, digits, and one punctuation mark, in any case with a digit. */
  const password = () => `${word(6)}${text("!#%+-", 1)}${word(4)}${text(DIGITS, 1)}${text(LOWER, 1)}`;

  const tokens: Readonly<Record<string, string>> = {
    "AWS access key": `AKIA${text(`${UPPER}234567`, 16)}`,
    "AWS secret key": `${text(BASE64, 20)}7x/${text(BASE64, 15)}3K`,
    "GitHub token": `ghp_${word(36)}`,
    "GitHub fine-grained token": `github_pat_${word(22)}_${word(59)}`,
    "GitLab token": `glpat-${text(URL_SAFE, 20)}`,
    "GitLab runner token": `glrt-${text(URL_SAFE, 20)}`,
    "Slack bot token": `xoxb-${text(DIGITS, 12)}-${text(DIGITS, 12)}-${word(24)}`,
    "Slack app token": `xapp-1-A${text(DIGITS, 10)}-${text(DIGITS, 13)}-${hex(64)}`,
    "Discord bot token": `M${word(23)}.${text(URL_SAFE, 6)}.${text(URL_SAFE, 38)}`,
    "Telegram bot token": `${text("123456789", 10)}:AA${text(URL_SAFE, 33)}`,
    "Stripe key": `sk_live_${word(24)}`,
    "Stripe webhook secret": `whsec_${text(BASE64, 32)}`,
    "OpenAI project key": `sk-proj-${text(URL_SAFE, 74)}T3BlbkFJ${text(URL_SAFE, 74)}`,
    "OpenAI key": `sk-${word(20)}T3BlbkFJ${word(20)}`,
    "Anthropic key": `sk-ant-api03-${text(URL_SAFE, 93)}AA`,
    "OpenRouter key": `sk-or-v1-${hex(64)}`,
    "Google key": `AIza${text(URL_SAFE, 35)}`,
    "Google client secret": `GOCSPX-${text(URL_SAFE, 28)}`,
    "Google access token": `ya29.${text(URL_SAFE, 60)}`,
    JWT: `eyJ${word(33)}.eyJ${text(URL_SAFE, 60)}.${text(URL_SAFE, 43)}`,
    "private key": pem("PRIVATE KEY"),
    "OpenSSH key": pem("OPENSSH PRIVATE KEY"),
    "PGP key": pem("PGP PRIVATE KEY BLOCK"),
    "age key": `AGE-SECRET-KEY-1${text("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58)}`,
    "Azure client secret": `${word(3)}8Q~${text(`${WORD}_~.-`, 32)}w`,
    "Twilio key": `SK${hex(32)}`,
    "SendGrid key": `SG.${text(URL_SAFE, 22)}.${text(URL_SAFE, 43)}`,
    "Mailgun key": `key-${hex(32)}`,
    "Mailchimp key": `${hex(32)}-us14`,
    "DigitalOcean token": `dop_v1_${hex(64)}`,
    "Shopify token": `shpat_${hex(32)}`,
    "Linear key": `lin_api_${word(40)}`,
    "Notion token": `ntn_${text(DIGITS, 11)}${word(35)}`,
    "Databricks token": `dapi${hex(32)}`,
    "Vault token": `hvs.${text(URL_SAFE, 92)}`,
    "Doppler token": `dp.st.prd.${word(43)}`,
    "Supabase key": `sbp_${hex(40)}`,
    "Netlify token": `nfp_${word(36)}`,
    "Grafana token": `glsa_${word(32)}_${hex(8)}`,
    "xAI key": `xai-${word(80)}`,
    "Groq key": `gsk_${word(52)}`,
    "Replicate token": `r8_${word(37)}`,
    "Perplexity key": `pplx-${word(48)}`,
    "Hugging Face token": `hf_${text(`${UPPER}${LOWER}`, 34)}`,
    "Docker token": `dckr_pat_${text(URL_SAFE, 27)}`,
    "npm token": `npm_${word(36)}`,
    "PyPI token": `pypi-AgEIcHlwaS5vcmc${text(URL_SAFE, 70)}`,
    "RubyGems key": `rubygems_${hex(48)}`,
    "Atlassian token": `ATATT3xFfGF0${text(URL_SAFE, 180)}`,
    "Postman key": `PMAK-${hex(24)}-${hex(34)}`,
    "New Relic key": `NRAK-${text(`${UPPER}${DIGITS}`, 27)}`,
    "Sentry token": `sntryu_${hex(64)}`,
    "Terraform token": `${word(14)}.atlasv1.${text(URL_SAFE, 67)}`,
    "PlanetScale token": `pscale_tkn_${text(URL_SAFE, 43)}`,
    "Dynatrace token": `dt0c01.${text(`${UPPER}${DIGITS}`, 24)}.${text(`${UPPER}${DIGITS}`, 64)}`,
    "Tailscale key": `tskey-auth-${word(17)}-${word(32)}`,
    "Airtable token": `pat${word(14)}.${hex(64)}`,
    "Figma token": `figd_${text(URL_SAFE, 40)}`,
    "Pulumi token": `pul-${hex(40)}`,
  };
  const inText = (format: string, secret: string, before: string, after = ""): SampleSecret => ({
    format,
    secret,
    text: `We changed the deployment on Monday. ${before}${secret}${after}`,
  });
  return [
    ...Object.entries(tokens).map(([format, secret]) => inText(format, secret, "The new value is ", " for now.")),
    inText("Slack webhook", `T${word(8)}/B${word(10)}/${word(24)}`, "Post to https://hooks.slack.com/services/"),
    inText("Discord webhook", `${text(DIGITS, 18)}/${text(URL_SAFE, 68)}`, "Post to https://discord.com/api/webhooks/"),
    inText(
      "Teams webhook",
      `${hex(32)}/${uuid()}`,
      `Post to https://acme.webhook.office.com/webhookb2/${uuid()}@${uuid()}/IncomingWebhook/`,
    ),
    inText(
      "password of a URL",
      password().replace(/[#%]/g, "-"),
      "Use postgres://shop:",
      "@db.internal:5432/orders here.",
    ),
    inText("password of a URL without a user", word(20), "Use redis://:", "@cache:6379/0 here."),
    inText("password of a URL with a slash", `${word(8)}/${word(10)}`, "Use amqp://shop:", "@queue/orders here."),
    inText(
      "Azure SAS signature",
      `${text(WORD, 40)}%3D`,
      "See https://a.blob.core.windows.net/b?sv=2024&sig=",
      "&se=2026",
    ),
    inText("Azure storage key", `${text(BASE64, 86)}==`, "DefaultEndpointsProtocol=https;AccountName=a;AccountKey="),
    inText("user of curl", password(), "Run curl -u deploy:", " https://example.com/api"),
    inText("password of mysql", password(), "Run mysql -h db -u root -p", " orders"),
    inText("bearer token", word(40), 'Run curl -H "Authorization: Bearer ', '" https://example.com'),
    inText("basic credentials", Buffer.from(`deploy:${word(14)}7`).toString("base64"), "Authorization: Basic "),
    inText("environment variable", `${word(14)}5`, "export DB_PASSWORD=", "\nnpm start"),
    inText("YAML value", password(), "  client_secret: '", "'"),
    inText("JSON value", `${word(22)}4`, '{"api_key": "', '"}'),
    inText("XML value", `${word(14)}5`, "<password>", "</password>"),
    inText("command option", `${word(14)}5`, "Run deploy --token ", " --force"),
    inText("netrc password", `${word(14)}5`, "machine example.com login deploy password ", "\n"),
    inText("npm credentials", text(BASE64, 40), "//registry.example.com/:_auth="),
    inText("Firebase key", `AAAA${text(URL_SAFE, 7)}:APA91b${text(URL_SAFE, 134)}`, "Send with "),
    inText("Heroku key", uuid(), "HEROKU_API_KEY="),
    inText("cookie", `sid=${hex(32)}`, "Cookie: "),
    inText("English sentence", password(), "The password for staging is ", ", ask Ann."),
    inText("German sentence", password(), "Das Passwort lautet ", "."),
    inText("Chinese sentence", password(), "数据库的密码是", "，请保密。"),
    inText("Chinese pair", password(), "密码：", "。"),
    inText("seed phrase", Array.from({ length: 12 }, () => random.pick(BIP39_WORDS)).join(" "), "Seed phrase: "),
  ];
}
