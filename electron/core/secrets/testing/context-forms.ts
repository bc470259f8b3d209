/** Secrets in files, commands, addresses and code. */
export const CONTEXT_FORMS = String.raw`
DB_PASSWORD=«{p}»
export DB_PASS='«{p}»'
MYSQL_ROOT_PASSWORD: «{s}»
SECRET_KEY_BASE=«{h128}»
AWS_SECRET_ACCESS_KEY=«{b40}»
aws_session_token = «IQoJb3JpZ2lu{b300}»
AZURE_CLIENT_SECRET="«{u38}»"
HEROKU_API_KEY=«{i}»
DD_API_KEY=«{h32}»
DD_APP_KEY=«{h40}»
PAGERDUTY_TOKEN=«{u20}»
CLOUDFLARE_API_TOKEN=«{u40}»
OKTA_CLIENT_SECRET=«{u64}»
AUTH0_CLIENT_SECRET=«{u64}»
ALGOLIA_ADMIN_KEY=«{h32}»
SNOWFLAKE_PASSWORD=«{p}»
TWITTER_API_SECRET=«{w50}»
LINKEDIN_CLIENT_SECRET=«{w16}»
FASTLY_API_TOKEN=«{u32}»
SPOTIFY_CLIENT_SECRET=«{h32}»
TWILIO_AUTH_TOKEN=«{h32}»
STRIPE_WEBHOOK_SECRET_PROD=«{w32}»
API_KEY_2=«{w32}»
APP_KEY=base64:«{b43}=»
NEXTAUTH_SECRET=«{b43}=»
JWT_SECRET=«{w40}»
DJANGO_SECRET_KEY='«{l50}»'
SECRET_KEY = 'django-insecure-«{l50}»'
PGPASSWORD=«{p}» psql -h db
set SMTP_PASS=«{s}»
setx API_KEY «{w32}»
ENV REDIS_PASSWORD «{s}»
ARG NPM_TOKEN=«{w36}»
docker run -e POSTGRES_PASSWORD=«{s}» postgres
  password: "«{p}»"
  client_secret: «{w32}»
  token: >-\n    «{w40}»
- name: DB_PASSWORD\n  value: «{s}»
env:\n  - name: API_TOKEN\n    value: "«{w32}»"
stringData:\n  password: «{s}»
data:\n  db-password: «{b24}»
    client-key-data: «LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQ{b200}=»
users:\n- name: admin\n  user:\n    token: «{w64}»
[client]\nuser=root\npassword=«{p}»
[default]\naws_secret_access_key = «{b40}»
[database]\ndb.password = «{s}»
password = "«{p}»" # TOML
api_key = "«{w32}"»
variable "db_password" { default = "«{s}»" }
resource "x" "y" { master_password = "«{s}»" }
spring.datasource.password=«{p}»
javax.net.ssl.keyStorePassword=«{s}»
signing.password=«{s}»
{"password": "«{p}»"}
{"api_key":"«{w32}»","n":1}
{"auth":{"clientSecret":"«{w40}»"}}
{"auths":{"ghcr.io":{"auth":"«{b40}»"}}}
{"name":"DB_PASSWORD","value":"«{s}»"}
[{"Key": "API_SECRET", "Value": "«{w32}»"}]
{"args": ["--token", "«{w32}»"]}
"private_key_id": "x", "client_secret": "«{w24}»"
<password>«{s}»</password>
<entry key="password">«{s}»</entry>
<string name="api_key">«{w32}»</string>
<property name="password" value="«{s}»"/>
<add key="ClearTextPassword" value="«{s}»" />
<add name="db" connectionString="Server=a;Database=b;User Id=c;Password=«{s}»;" />
<key>Password</key>\n<string>«{s}»</string>
<Pass encoding="base64">«{b24}»</Pass>
<server><id>nexus</id><username>ann</username><password>«{s}»</password></server>
String password = "«{p}»";
private static final String API_KEY = "«{w32}»";
const token = '«{w40}»';
let password: string = "«{s}»";
password := "«{s}»"
var apiKey string = "«{w32}»"
$password = '«{p}»';
'password' => '«{p}»',
define('DB_PASSWORD', '«{p}»');
define( 'AUTH_KEY', '«{w64}»' );
define('SECURE_AUTH_SALT', '«{w64}»');
$cfg['Servers'][$i]['password'] = '«{s}»';
password: "«{p}»", host: "db"
config.secret_key_base = '«{h128}»'
ENV["API_TOKEN"] = "«{w32}»"
os.environ["API_SECRET"] = "«{w32}»"
os.environ.setdefault("DJANGO_SECRET_KEY", "«{w50}»")
System.setProperty("db.password", "«{s}»");
conf.set("fs.s3a.secret.key", "«{b40}»")
monkeypatch.setenv("STRIPE_API_SECRET", "«{w32}»")
$env:API_KEY = "«{w32}»"
ConvertTo-SecureString "«{p}»" -AsPlainText -Force
ConvertTo-SecureString -String '«{p}»' -AsPlainText
#define WIFI_PASSWORD "«{s}»"
char *api_key = "«{w32}»";
password <- "«{s}»"
API_SECRET ?= «{w32}»
def token, do: "x"; @api_key "«{w32}»"
:rubygems_api_key: «{w48}»
//registry.npmjs.org/:_authToken=«{w36}»
//r.example.com/:_password="«{b24}»"
_auth=«{b32}»
npm config set //r.example.com/:_authToken «{w36}»
aws configure set aws_secret_access_key «{b40}»
machine api.example.com login ann password «{s}»
machine api.example.com\n  login ann\n  password «{s}»
default login anonymous password «{s}»
db.example.com:5432:shop:ann:«{s}»
*:*:*:ann:«{s}»
ann:«$apr1§{w8}§{w22}»
ann:«$2y$05§{w53}»
root:«$6§{w16}§{w86}»:19000:0:99999:7:::
ann:«{SHA}{b27}=»
password_hash: «$argon2id$v=19$m=65536,t=3,p=4§{b22}§{b43}»
hash «pbkdf2_sha256$600000§{w22}§{b43}=»
requirepass «{s}»
masterauth «{s}»
psk="«{s}»"
wpa_passphrase=«{s}»
: PSK "«{p}»"
key "k" { algorithm hmac-sha256; secret "«{b43}="»; };
PrivateKey = «{b43}=»
PresharedKey = «{b43}=»
snmp-server community «{s}» RO
postgres://shop:«{s}»@db:5432/orders
postgresql://shop:«{p}»@db.internal/orders
mysql://root:«{s}»@127.0.0.1/app
mongodb+srv://ann:«{s}»@c0.mongodb.net/x?retryWrites=true
redis://:«{w20}»@cache:6379/0
rediss://default:«{w32}»@eu1.upstash.io:6379
amqp://guest:«{s}»@mq:5672/
amqps://ann:«{s}»@b.mq.eu-west-1.amazonaws.com:5671
smtp://ann%40example.com:«{s}»@smtp.example.com:587
ldap://cn=admin:«{s}»@ldap.example.com
ftp://ann:«{s}»@ftp.example.com/pub
sftp://ann:«{s}»@host:22/x
https://ann:«{w20}»@github.com/a/b.git
https://«{w40}»@github.com/a/b.git
https://x-access-token:«{w40}»@github.com/a/b
https://oauth2:«{w30}»@gitlab.com/a/b.git
pip install --index-url https://__token__:«{w30}»@pypi.example.com/simple
cloudinary://«{d15}:{u27}»@demo
jdbc:postgresql://db/x?user=ann&password=«{s}»
jdbc:sqlserver://db;user=sa;password=«{s}»;encrypt=true
jdbc:oracle:thin:scott/«{s}»@//db:1521/x
jdbc:mysql://db/x?user=a&password=«{s}»&useSSL=false
sqlplus scott/«{s}»@db
Driver={ODBC Driver 18};Server=db;Uid=sa;Pwd=«{s}»;
Server=tcp:db.database.windows.net;User ID=ann;Password=«{s}»;
Endpoint=sb://x.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=«{b43}=»
DefaultEndpointsProtocol=https;AccountName=a;AccountKey=«{b86}==»;EndpointSuffix=core.windows.net
AccountEndpoint=https://a.documents.azure.com/;AccountKey=«{b86}==»
HostName=h.azure-devices.net;DeviceId=d;SharedAccessKey=«{b43}=»
InstrumentationKey=«{i}»;IngestionEndpoint=https://x
cache.redis.cache.windows.net:6380,password=«{b43}=»,ssl=True
shop:«{s}»@tcp(127.0.0.1:3306)/orders
https://a.blob.core.windows.net/b?sv=2024-01-01&se=2026-01-01&sig=«{w43}%3D»
https://b.s3.amazonaws.com/k?X-Amz-Credential=AKIA%2F2026&X-Amz-Signature=«{h64}»
https://b.s3.amazonaws.com/k?X-Amz-Security-Token=«{b200}»&X-Amz-Date=1
https://b.s3.amazonaws.com/k?AWSAccessKeyId=x&Signature=«{w27}%3D»&Expires=1
https://storage.googleapis.com/b/o?X-Goog-Signature=«{h256}»
https://d1.cloudfront.net/x?Expires=1&Signature=«{w100}__»&Key-Pair-Id=K1
https://f.azurewebsites.net/api/run?code=«{u54}==»
https://api.example.com/v1?api_key=«{w32}»&q=1
https://api.example.com/cb#access_token=«{w60}»&token_type=bearer
wss://x.example.com/?token=«{w40}»
curl -u ann:«{p}» https://example.com
curl --user "ann:«{p}»" https://example.com
curl -H "Authorization: Bearer «{w40}»" https://example.com
curl -H 'Authorization: Basic «{b32}»' https://example.com
curl -H "X-API-Key: «{w32}»" https://example.com
curl -H "PRIVATE-TOKEN: «{w20}»" https://example.com
curl -b "theme=dark; session=«{h32}»" https://example.com
curl --cookie 'sid=«{w32}»' https://example.com
wget --user=ann --password=«{s}» https://example.com
http -a ann:«{s}» https://example.com
Authorization: Bearer «{w40}»
Authorization: token «{w40}»
Authorization: ApiKey «{b40}»
Proxy-Authorization: Basic «{b32}»
Authorization: Basic «YW5uOm{b22}»
X-Auth-Token: «{w32}»
Ocp-Apim-Subscription-Key: «{h32}»
X-Shopify-Access-Token: «{h32}»
Cookie: sid=«{h32}»
Cookie: theme=dark; lang=en; sessionid=«{w32}»
Set-Cookie: session=«{w40}»; Path=/; HttpOnly
Cookie: a=1; JSESSIONID=«{H32}»; b=2
document.cookie = "PHPSESSID=«{l26}»"
mysql -h db -u root -p«{s}» orders
mysqldump --password=«{s}» orders
psql "host=db password=«{s}»"
mongosh -u ann -p «{s}» --authenticationDatabase admin
redis-cli -h cache -a «{s}» ping
sshpass -p '«{s}»' ssh ann@host
docker login -u ann -p «{s}» ghcr.io
podman login --username ann --password «{s}» quay.io
az login --service-principal -u x -p «{s}» --tenant t
skopeo copy --src-creds ann:«{s}» a b
helm repo add x https://x --username ann --password «{s}»
ldapsearch -D cn=admin -w «{s}» -b dc=x
smbclient //host/share -U ann%«{s}»
xfreerdp /u:ann /p:«{s}» /v:host
net use Z: \\host\share /user:ann «{s}»
cmdkey /add:host /user:ann /pass:«{s}»
sqlcmd -S db -U sa -P «{s}»
bcp db.t out f -U sa -P «{s}»
htpasswd -b .htpasswd ann «{s}»
openssl pkcs12 -in a.p12 -passin pass:«{s}»
keytool -genkey -storepass «{s}» -alias a
gpg --batch --passphrase «{s}» -c f
zip -P «{s}» a.zip f
7z a -p«{s}» a.7z f
fly secrets set API_KEY=«{w32}»
heroku config:set SECRET_TOKEN=«{w32}»
kubectl create secret generic x --from-literal=password=«{s}»
vault kv put secret/x password=«{s}»
deploy --api-key «{w32}» --force
deploy --password=«{s}»
ansible-playbook x.yml -e "ansible_password=«{s}»"
rclone config create x s3 secret_access_key=«{b40}»
CREATE USER ann IDENTIFIED BY '«{p}»';
CREATE ROLE ann LOGIN PASSWORD '«{p}»';
ALTER LOGIN sa WITH PASSWORD = '«{p}»';
ALTER USER ann WITH ENCRYPTED PASSWORD '«{s}»';
CREATE SECRET s (TYPE s3, SECRET '«{b40}»');
-----BEGIN PRIVATE KEY-----\n«{b64}\n{b64}\n{b64}»\n-----END PRIVATE KEY-----
-----BEGIN OPENSSH PRIVATE KEY-----\n«{b70}\n{b70}»\n-----END OPENSSH PRIVATE KEY-----
---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\n«{b70}\n{b70}»\n---- END SSH2 ENCRYPTED PRIVATE KEY ----
-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n«{b64}\n{b64}»\n=abcd\n-----END PGP PRIVATE KEY BLOCK-----
-----BEGIN EC PRIVATE KEY-----\n«{b64}\n{b40}==»\n-----END EC PRIVATE KEY-----
-----BEGIN OpenVPN Static key V1-----\n«{h32}\n{h32}\n{h32}»\n-----END OpenVPN Static key V1-----
-----BEGIN RSA PRIVATE KEY-----\\n«{b64}\\n{b64}»\\n-----END RSA PRIVATE KEY-----
PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 2\n«{b64}\n{b40}=»\nPrivate-MAC: 00
untrusted comment: minisign encrypted secret key\n«RWRTY0Iy{b200}»
{"kty":"RSA","n":"{u40}","e":"AQAB","d":"«{u86}»"}
{"kty":"oct","k":"«{u43}»"}
<RSAKeyValue><P>«{b86}==»</P><InverseQ>AQ</InverseQ></RSAKeyValue>
KEY_B64=«LS0tLS1CRUdJTiBPUEVOU1NIIFBSSVZBVEUgS0VZLS0tLS0K{b200}»
GOOGLE_CREDENTIALS=«eyJ0eXBlIjoic2VydmljZV9hY2NvdW50Iiwi{b200}»
Private-key-format: v1.3\nAlgorithm: 8 (RSASHA256)\nPrivateExponent: «{b172}»
private key: «0x{h64}»
`;
