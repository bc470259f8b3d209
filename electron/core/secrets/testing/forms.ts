import { CONTEXT_FORMS } from "./context-forms.ts";
import { createRandom, DIGITS, HEX, LOWER, UPPER, WORD } from "./random.ts";
import { TOKEN_FORMS } from "./token-forms.ts";

/** A text with a secret in it, made from a form. */
export interface FormSample {
  readonly form: string;
  readonly secret: string;
  readonly text: string;
}

/** Secrets as people write them: in sentences of many languages, in lists and in tables. */
const WRITTEN_FORMS = String.raw`
The password is «{p}».
The password for staging is «{p}», ask Ann.
The root password was changed to «{p}» on Monday.
We set the admin password to «{p}».
Use «{p}» as the password.
Log in as ann with the password «{p}» there.
Log in with password "«{p}»".
password «{s}»
pw: «{p}»
Pass: «{s}»
login: ann / «{p}»
Credentials: ann / «{p}»
credentials ann:«{p}»
User ann, password «{s}».
**Password:** «{p}»
- Password: ${"`"}«{p}»${"`"}
The API key is «{w32}».
My API key for the maps service is «{w32}».
The access token: «{w40}»
Their client secret is ${"`"}«{w40}»${"`"}.
The token for the bot is now «{w40}».
The wifi password is «{s}».
Password for the router: «{s}»
the passphrase is "«{p}»"
Passcode: «{s}»
Das Passwort lautet «{p}».
Das Passwort ist «{p}».
Das Passwort für den Server lautet jetzt «{p}».
Passwort: «{p}»
Das Kennwort heißt «{p}».
Kennwort für ann: «{p}»
Das Passwort wurde auf «{p}» geändert.
Der API-Schlüssel lautet «{w32}».
Zugangsdaten: ann / «{p}»
Das Geheimnis ist «{w32}».
La contraseña es «{p}».
La contraseña de la base de datos es «{p}».
Contraseña: «{p}»
La clave de acceso es «{p}».
Credenciales: ann / «{p}»
Le mot de passe est «{p}».
Le mot de passe du serveur est «{p}».
Mot de passe : «{p}»
mdp: «{p}»
La clé API est «{w32}».
Identifiants : ann / «{p}»
A senha é «{p}».
A senha do banco de dados é «{p}».
Senha: «{p}»
La password è «{p}».
La password del database è «{p}».
Credenziali: ann / «{p}»
Parola d'ordine: «{p}»
Пароль: «{p}»
Пароль от базы — «{p}».
пароль для сервера: «{p}»
Новый пароль «{s}»
Токен: «{w40}»
密码是«{p}»。
密码：«{p}»
数据库的密码是«{p}»，请保密。
服务器密码为 «{p}»
新密码改成了 «{p}»
用«{p}»作为密码。
密钥：«{w32}»
账号：ann，密码：«{p}»
密碼是 «{p}»
口令为«{p}»
パスワードは «{p}» です。
パスワード：«{p}»
データベースのパスワードは「«{p}»」です。
トークン：«{w40}»
비밀번호는 «{p}»입니다.
비밀번호: «{p}»
토큰: «{w40}»
Het wachtwoord is «{p}».
Wachtwoord voor staging: «{p}»
Hasło: «{p}»
Hasło do bazy to «{p}».
Heslo je: «{p}»
Lösenordet är «{p}».
Adgangskode: «{p}»
Şifre: «{p}»
Jelszó: «{p}»
Mật khẩu: «{p}»
Parolă: «{p}»
Salasana: «{p}»
Kata sandi: «{p}»
| user | password |\n| --- | --- |\n| ann | «{s}» |
| Server | Login | Passwort |\n|---|---|---|\n| db1 | root | «{p}» |
| Name | Wert |\n|---|---|\n| DB_PASSWORD | «{s}» |
| 环境 | 密码 |\n|---|---|\n| 测试 | «{s}» |
| Service | API key |\n|:--|:--|\n| maps | ${"`"}«{w32}»${"`"} |
user,password\nann,«{s}»
name,api_key,region\nmaps,«{w32}»,eu
user;passwort\nann;«{s}»
host\tuser\tpassword\ndb1\troot\t«{s}»
<tr><td>password</td><td>«{s}»</td></tr>
<dt>Password</dt><dd>«{s}»</dd>
Seed phrase: «abandon brick clever dawn earth fabric garden hollow ivory jungle kitten lumber»
recovery phrase is «brick clever dawn earth fabric garden hollow ivory jungle kitten lumber abandon»
`;

/**
 * The forms, one a line. The secret is between `«` and `»`, and random parts are in braces: a kind and a length, such as
 * `{w36}`; `§` is a dollar sign. Kinds: `w` letters and digits, `u` the same with `_-`, `b` Base64, `h` hexadecimal, `H` in upper case, `d` digits,
 * `U` upper case and digits, `l` lower case and digits, `i` a UUID, `p` a password that a person chose, `s` one without signs.
 */
export const FORMS: readonly string[] = [TOKEN_FORMS, CONTEXT_FORMS, WRITTEN_FORMS].flatMap((forms) =>
  forms.split("\n").filter((line) => line.includes("«")),
);

const ALPHABETS: Readonly<Record<string, string>> = {
  w: WORD,
  u: `${WORD}_-`,
  b: `${WORD}+/`,
  h: HEX,
  H: HEX.toUpperCase(),
  d: DIGITS,
  U: UPPER + DIGITS,
  l: LOWER + DIGITS,
  t: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
};

type Random = ReturnType<typeof createRandom>;

/** Replaces the random parts of a form. `\n` and `\t` in it are a line end and a tab, and `§` a dollar sign. */
export function fillForm(form: string, random: Random): string {
  return form
    .replaceAll("\\n", "\n")
    .replaceAll("\\t", "\t")
    .replaceAll("§", "$")
    .replace(/\{([wubhHdUltips])(\d*)\}/g, (_match, kind: string, length: string) =>
      partOf(kind, Number(length), random),
    );
}

function partOf(kind: string, length: number, { text }: Random): string {
  const hex = (size: number) => text(HEX, size);
  if (kind === "i") return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
  if (kind === "s") return `${text(WORD, 12)}${text(DIGITS, 1)}${text(LOWER, 1)}`;
  if (kind === "p") return `${text(WORD, 6)}${text("!#%+-", 1)}${text(WORD, 4)}${text(DIGITS, 1)}${text(LOWER, 1)}`;
  return text(ALPHABETS[kind] ?? WORD, length);
}

/** Makes one sample of each form. */
export function samplesOf(seed: number): FormSample[] {
  const random = createRandom(seed * 7919 + 1);
  return FORMS.map((form) => {
    const [before = "", secret = "", after = ""] = fillForm(form, random).split(/[«»]/);
    return { form, secret, text: before + secret + after };
  });
}

/** Whether six consecutive characters of a secret are in a text. */
export function survives(secret: string, text: string): boolean {
  for (let index = 0; index + 6 <= secret.length; index += 1) {
    if (text.includes(secret.slice(index, index + 6))) return true;
  }
  return false;
}

/** Texts without a secret: prose, logs, configuration and code, with random identifiers, digests and addresses. */
const ORDINARY_FORMS = String.raw`
commit {h40}\nAuthor: Ann <ann@example.com>\nDate: Mon Nov 3 10:15:00 2025 +0100\n\n    fix(api): retry the upload
{h7} chore: update dependencies\n{h7} fix: close the socket
Request {i} failed with 504 after 30 s; trace {h32}, span {h16}.
2026-02-11T08:15:30.123Z INFO [worker-3] job={i} queue=mail attempt=2 duration=153ms
level=info ts=2026-02-11T08:15:30Z msg="session started" session_id={i} user_id={d8}
"integrity": "sha512-{b86}==",
resolved "https://registry.example.com/a/-/a-1.2.3.tgz#{h40}"
integrity sha384-{b64}
checksum = "{h64}"
sha256:{h64} is the digest of the image.
FROM node:22-alpine@sha256:{h64}
uses: actions/checkout@{h40} # v4.2.2
ETag: W/"{h32}"
If-None-Match: "{b27}="
MD5 ({h32}) and SHA-1 {h40} of the archive are listed on the download page.
Content-Security-Policy: script-src 'self' 'nonce-{b22}==' 'sha256-{b43}='; object-src 'none'
<script nonce="{b22}==" src="/a.js" integrity="sha384-{b64}" crossorigin="anonymous"></script>
background: url(data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA{b400}=)
<img src="data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdp{b120}" alt="">
src: url(data:font/woff2;base64,d09GMgABAAAAA{b300}) format("woff2");
The map is data:application/json;base64,eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpb{b200}
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{b43} ann@laptop
ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQ{b300} deploy@ci
The host key fingerprint is SHA256:{b43}.
-----BEGIN CERTIFICATE-----\n{b64}\n{b64}\n{b64}\n-----END CERTIFICATE-----
-----BEGIN PUBLIC KEY-----\n{b64}\n{b64}\n-----END PUBLIC KEY-----
-----BEGIN PGP SIGNATURE-----\n\n{b64}\n{b64}\n=abcd\n-----END PGP SIGNATURE-----
Release key of the project: {H40}
certificate-authority-data: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1J{b120}
arn:aws:iam::{d12}:role/deploy-{l8} can read arn:aws:s3:::acme-{l10}/*
secret: arn:aws:secretsmanager:eu-west-1:{d12}:secret:prod/db-{w6}
The instance i-{h17} is in subnet-{h17} and uses sg-{h17}.
/subscriptions/{i}/resourceGroups/rg-{l6}/providers/Microsoft.Web/sites/app-{l6}
password: projects/p{d6}/secrets/db-password/versions/{d1}
token: vault:secret/data/ci#token{d1}
api_key: op://deploy/stripe/api-key-{d2}
DB_PASSWORD: ${"$"}{DB_PASSWORD_{d1}}
password: "{{ vault_db_password_{d1} }}"
token: ${"$"}{{ secrets.DEPLOY_TOKEN_{d1} }}
apiKey: process.env.STRIPE_KEY_{d1},
const token = tokens[{d1}].value{d1};
secretKeyRef: { name: stripe-{l5}, key: api-key }
password = config.get("db.password{d1}")
const authToken = await createToken({ id: "{i}", ttl: 3600 });
if (token.type === TokenType.Identifier{d1}) return parseKey(token, {d2});
cacheKey: user:{d6}:profile:v2
The cache key is report:{d4}:{h8} and lives for {d3} seconds.
PartitionKey=tenant#{d4} SortKey=order#{d8}
primary key: (tenant_id, order_{d2}_id)
sort_key: created_at_{d4}
Token usage: prompt_tokens={d5}, completion_tokens={d4}, total_tokens={d5}
The token limit is {d6}; each request uses about {d4} tokens.
max_tokens: {d4}, top_p: 0.9{d1}
password_hash is a column of type varchar(2{d2}); see migration {d14}_add_users.sql
The password must have {d2} to {d2} characters and at least one digit.
The password field was renamed to passwd_v{d1} in migration {d4}.
Passwords expire after {d2} days; the token after {d4} s.
The secret is rotated every {d2} days by the job rotate-{l6}.
The API key of the test account starts with pk_test and has {d2} characters.
Auth uses OAuth 2.1 with PKCE S256; the redirect is http://127.0.0.1:{d4}/callback
Das Passwort muss mindestens {d2} Zeichen haben und wird nach {d2} Tagen geändert.
Das Passwort für den Server ist im Tresor, Eintrag {d4}.
Der Token ist {d2} Stunden gültig; danach meldet die API den Fehler {d3}.
La contraseña debe tener al menos {d2} caracteres y un número.
La clave primaria es (tenant_id, id); el índice {d2} ya no se usa.
Le mot de passe doit contenir au moins {d2} caractères, dont un chiffre.
Le jeton expire après {d4} secondes; voir le ticket #{d4}.
A senha deve ter pelo menos {d2} caracteres; a chave expira em {d2} dias.
La password deve avere almeno {d2} caratteri e scade dopo {d2} giorni.
Пароль должен содержать не менее {d2} символов; токен действует {d2} часа.
密码至少需要{d2}个字符，令牌在{d4}秒后过期。
数据库密码保存在密钥管理服务中，版本为 v{d1}.{d1}.{d2}。
パスワードは{d2}文字以上で、トークンは{d4}秒で失効します。
비밀번호는 {d2}자 이상이어야 하며 토큰은 {d2}시간 후 만료됩니다.
Het wachtwoord moet minstens {d2} tekens hebben.
https://www.youtube.com/watch?v={u11} explains the design.
https://docs.google.com/document/d/1{u43}/edit#heading=h.{l12}
https://github.com/acme/shop/blob/{h40}/src/index.ts#L{d2}-L{d3}
https://github.com/acme/shop/pull/{d4}#discussion_r{d10}
https://www.figma.com/file/{w22}/Design?node-id={d3}%3A{d4}
https://gist.github.com/ann/{h32}
https://cdn.example.com/assets/app.{h8}.js?v={h20}
https://www.notion.so/acme/Roadmap-{h32}
https://acme.slack.com/archives/C{U10}/p{d16}
https://{h32}@o{d6}.ingest.sentry.io/{d7}
https://example.com/search?q=red+shoes&utm_source=mail&utm_campaign={l12}&page={d2}
curl -s https://api.example.com/v1/users/{i}?expand=roles -o out.json
docker run --rm -p 8080:80 -v /data:/data acme/shop:{d1}.{d1}.{d2}
ssh -i ~/.ssh/id_ed25519 -p 22{d2} ann@host-{l4}.example.com
kubectl logs deploy/api-{h10}-{l5} -n prod --since=1h
git checkout -b fix/{d4}-retry-upload origin/main
pod/api-{h10}-{l5} restarted {d1} times; node ip-10-0-{d2}-{d3}.ec2.internal
at Object.<anonymous> (/app/dist/chunk-{U8}.js:{d3}:{d2})
Error: EACCES: permission denied, open '/etc/shop/secret-{d2}.key'
0x{h8}: {h4} {h4} {h4} {h4} {h4} {h4} {h4} {h4}
MAC {h2}:{h2}:{h2}:{h2}:{h2}:{h2}, IPv6 2001:db8:{h4}:{h4}::{h4}
color: #{h6}; border: 1px solid #{h6}; box-shadow: 0 0 {d1}px #{h8}
{"id":"{i}","type":"order","total":{d4},"items":[{"sku":"{U10}","qty":{d1}}],"etag":"{h32}"}
{"name":"acme-shop","version":"{d1}.{d1}.{d2}","dependencies":{"zod":"^3.{d2}.{d1}","vite":"~5.{d1}.{d2}"}}
apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: api-{l6}\n  uid: {i}\ndata:\n  LOG_LEVEL: info
replicas: {d1}\nimage: registry.example.com/shop:{h12}\nresources:\n  limits: { cpu: 500m, memory: {d3}Mi }
[package]\nname = "shop"\nversion = "{d1}.{d2}.{d1}"\nedition = "2021"
!function(e,t){"object"==typeof exports?t(exports):t((e=e||self).K{w4}={})}(this,function(e){var n={d3},r=[{d2},{d2}];e.k=n});
var a=t[{d2}],o=function(e){return e.key===n.key&&e.token==r.token},{l3}={{l2}:{d3},{l2}:"{l5}"};
export const {l6}Key = Symbol("{l6}"); const auth = useAuth(); auth.token ??= null;
<path d="M{d2}.{d2} {d2}.{d1}c-{d1}.{d2} {d1}.{d2}-{d1}.{d1} {d2}.{d2}z" fill="#{h6}"/>
SELECT id, token_hash, created_at FROM sessions WHERE id = '{i}' AND key_id = {d4};
INSERT INTO orders (id, ref, total) VALUES ({d6}, '{U12}', {d3}.{d2});
| id | commit | author |\n|---|---|---|\n| {d3} | {h12} | ann |\n| {d3} | {h12} | ben |
| key | value |\n|---|---|\n| retries | {d2} |\n| region | eu-west-{d1} |
| Token | Meaning |\n|---|---|\n| NUMBER_{d1} | a number of {d2} digits |
id,name,created\n{i},orders,2026-01-0{d1}\n{i},users,2026-01-0{d1}
user,email,last_login\nann,ann@example.com,2026-02-1{d1}T08:00:00Z
01{U24} is the memory about the outbox; its revision is {d2}.
Build {d8}.{d2} took {d3} s on runner-{w8}-project-{d6}-concurrent-0.
Serial {U4}-{U4}-{U4}, order {U10}, tracking 1Z{U16}.
BM25 with k1=1.{d1} and b=0.{d2}; vectors of {d3} dimensions, int8, recall@10 0.{d2}.
The session {i} was resumed; transcript {i}.jsonl has {d4} lines.
GA4 measurement G-{U10}, tag GTM-{U7}, Firebase app 1:{d12}:web:{h22}
pk_live_{w24} is the publishable key; it may be in the page.
The team agreed to ship version {d1}.{d2} on Friday, after the review of ticket SHOP-{d4}.
Wir liefern Version {d1}.{d2} am Freitag aus; siehe Ticket SHOP-{d4} und Commit {h10}.
Nous livrons la version {d1}.{d2} vendredi, voir le commit {h10} et le ticket {d4}.
我们在周五发布 {d1}.{d2} 版本，参见提交 {h10} 和工单 {d4}。
リリース {d1}.{d2} は金曜日です。コミット {h10} を参照してください。
Entregamos la versión {d1}.{d2} el viernes; véase el commit {h10}.
`;

/** Returns ordinary paragraphs, `rounds` of each form, with new random values from a seed. */
export function ordinaryParagraphs(rounds: number): string[] {
  const random = createRandom(11);
  const forms = ORDINARY_FORMS.split("\n").filter((form) => form !== "");
  return Array.from({ length: rounds }, () => forms.map((form) => fillForm(form, random))).flat();
}
