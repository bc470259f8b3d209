import { fillForm } from "./forms.ts";
import { createRandom } from "./random.ts";

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
