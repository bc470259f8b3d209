import { createRandom, DIGITS, HEX, LOWER, UPPER, WORD } from "./random.ts";

/** More secrets, each with the text around it. The values are random, from a seed, and put together from parts. */
export function moreSecrets(seed: number): readonly { readonly secret: string; readonly text: string }[] {
  const random = createRandom(seed);
  const { text } = random;
  const word = (length: number) => text(WORD, length);
  const hex = (length: number) => text(HEX, length);
  const url = (length: number) => text(`${WORD}_-`, length);
  const uuid = () => `${hex(8)}-${hex(4)}-4${hex(3)}-${hex(4)}-${hex(12)}`;
  const password = () => `${word(6)}${text("!#%+-", 1)}${word(4)}${text(DIGITS, 1)}${text(LOWER, 1)}`;
  const tokens: readonly (readonly [prefix: string, value: string])[] = [
    ["pat-na1-", uuid()],
    ["pat-eu1-", uuid()],
    ["sk_org_", word(32)],
    ["1//0", url(60)],
    ["fm2_", `${text("A", 8)}${word(60)}`],
    ["IQoJb3JpZ2lu", `${word(80)}${"/".repeat(10)}${word(80)}`],
    ["A".repeat(22), `${word(60)}%3D`],
    ["xoxb-", `${"1".repeat(12)}-${text(DIGITS, 12)}-${word(24)}`],
    ["vcp_", word(32)],
    ["cfut_", word(40)],
    ["hcaik_", word(58)],
    ["xaat-", uuid()],
    ["mdb_sa_sk_", url(40)],
    ["pylf_v1_", word(40)],
    ["packagist_ort_", hex(68)],
    ["snyk_uat.", url(60)],
    ["sktsec_", word(40)],
    ["dbtu_", url(40)],
    ["figu_", url(40)],
    ["figo_", url(40)],
    ["shpit_", hex(32)],
    ["bkct_", word(40)],
    ["glrtr-", url(20)],
    ["llx-", word(44)],
    ["pdl_live_apikey_", `${word(26)}_${word(22)}`],
    ["access_token$production$", `${text(`${LOWER}${DIGITS}`, 16)}$${hex(32)}`],
    ["AGE-SECRET-KEY-PQ-1", text(UPPER, 58)],
    ["dt0s16.", `${text(UPPER, 24)}.${text(UPPER, 64)}`],
    ["LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0t", word(200)],
    ["", `${word(76)}AZDO${word(4)}`],
    ["", `00D${word(15)}!${word(80)}`],
  ];
  const around: readonly (readonly [before: string, secret: string, after: string])[] = [
    ["AWS_SESSION_TOKEN=", `${word(60)}${"/".repeat(10)}${word(60)}7`, "\n"],
    ["client-key-data: ", `LS0t${word(90)}7`, "\n"],
    ["machine example.com\n  login deploy\n  password ", `${word(14)}5`, "\n"],
    ["git clone https://", `${word(30)}5a`, "@example.com/acme/shop.git"],
    ["https://b.s3.amazonaws.com/k?X-Amz-Date=20260101T000000Z&X-Amz-Signature=", hex(64), ""],
    ["https://storage.googleapis.com/b?X-Goog-Signature=", hex(128), ""],
    ["Cookie: theme=dark; sid=", hex(32), ""],
    ['{"auths":{"ghcr.io":{"auth":"', `${word(30)}5=`, '"}}}'],
    ['{"kty":"EC","crv":"P-256","d":"', url(43), '"}'],
    ['env: [{"name": "DB_PASSWORD", "value": "', `${word(14)}5`, '"}]'],
    ["- name: DB_PASSWORD\n  value: ", `${word(14)}5`, "\n"],
    ['<add key="ClearTextPassword" value="', `${word(14)}5`, '" />'],
    ["SECRET_KEY_BASE=", hex(128), ""],
    ["define('NONCE_SALT', 'x'); NONCE_SALT=", `${word(40)}5`, ""],
    ["PresharedKey = ", `${word(42)}5=`, "\n"],
    ["requirepass ", `${word(14)}5`, "\n"],
    ["redis-cli -h cache -a ", `${word(14)}5`, " ping"],
    ["skopeo copy --src-creds ann:", `${word(14)}5`, " a b"],
    ["openssl pkcs12 -passin pass:", `${word(14)}5`, " -in a"],
    ["shop:", `${word(14)}5`, "@tcp(127.0.0.1:3306)/orders"],
    ["jdbc:oracle:thin:scott/", `${word(14)}5`, "@//db:1521/x"],
    ["PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1\n", word(64), "\nPrivate-MAC: 00"],
    ["<RSAKeyValue><D>", `${word(120)}=`, "</D><InverseQ>AQ</InverseQ></RSAKeyValue>"],
    ["| user | password |\n| --- | --- |\n| ann | ", `${word(14)}5`, " |"],
    ["Log in as ann with the password ", password(), " there."],
    ["La contraseña de la base es ", password(), "."],
    ["Le mot de passe est ", password(), "."],
    ["A senha do banco é ", password(), "."],
    ["Het wachtwoord voor staging is ", password(), "."],
    ["Das Kennwort heißt ", password(), "."],
    ["пароль: ", password(), ""],
    ["パスワードは ", password(), ""],
    ["비밀번호는 ", password(), ""],
  ];
  return [
    ...tokens.map(([prefix, value]) => ({ secret: value, text: `The new value is ${prefix}${value} for now.` })),
    ...around.map(([before, secret, after]) => ({ secret, text: `${before}${secret}${after}` })),
  ];
}
