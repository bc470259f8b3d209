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
