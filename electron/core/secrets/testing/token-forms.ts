/** Tokens with a form of their own, from the documentation of their vendors. */
export const TOKEN_FORMS = `
GitHub personal: «ghp_{w36}»
GitHub OAuth «gho_{w36}» in CI
user to server «ghu_{w36}»
server to server «ghs_{w36}»
refresh «ghr_{w76}»
fine-grained «github_pat_{w22}_{w59}»
GitLab PAT «glpat-{u20}»
routable «glpat-{u27}.01.{l9}»
deploy «gldt-{u20}»
runner «glrt-{u20}»
runner t1 «glrt-t1_{u27}.01.{l9}»
ci job «glcbt-64_{u20}»
trigger «glptt-{h40}»
feed «glft-{u20}»
incoming mail «glimt-{l25}»
agent «glagent-{u50}»
oauth app «gloas-{h64}»
scim «glsoat-{u20}»
feature flags «glffct-{u20}»
registration «GR1348941{u20}»
AWS id «AKIA{t16}»
temporary id «ASIA{t16}»
Bedrock «ABSK{b109}=»
Azure storage key «{w76}+ASt{w6}==» here
Cosmos «{w76}ACDb{w6}==»
service bus «{w33}+ASb{w6}=»
search «{w42}AzSe{w6}»
function «{w44}AzFu{w8}==»
APIM «{w76}APIM{w6}==»
registry «{w42}+ACR{w6}»
Azure AI «{w52}JQQJ99{w26}»
DevOps «{w76}AZDO{w4}»
Entra client secret «{w3}8Q~{u34}»
Google API «AIza{u35}»
access «ya29.{u120}»
client secret «GOCSPX-{u28}»
refresh «1//0{u60}»
auth code «4/0A{u70}»
HMAC «GOOG1E{U57}»
FCM «AAAA{u7}:APA91b{u134}»
OpenAI «sk-proj-{u74}T3BlbkFJ{u74}»
service account «sk-svcacct-{u58}T3BlbkFJ{u58}»
admin «sk-admin-{u58}T3BlbkFJ{u58}»
legacy «sk-{w20}T3BlbkFJ{w20}»
Anthropic «sk-ant-api03-{u93}AA»
admin «sk-ant-admin01-{u93}AA»
OAuth «sk-ant-oat01-{u93}AA»
OpenRouter «sk-or-v1-{h64}»
DeepSeek «sk-{h32}»
Moonshot «sk-{w48}»
Hugging Face «hf_{w34}»
org «api_org_{w34}»
Groq «gsk_{w52}»
xAI «xai-{w80}»
Perplexity «pplx-{w48}»
Replicate «r8_{w37}»
Cerebras «csk-{l48}»
Fireworks «fw_{w22}»
Together «tgp_v1_{u43}»
NVIDIA «nvapi-{u64}»
Voyage «pa-{u43}»
Jina «jina_{w60}»
Tavily «tvly-dev-{w32}»
Firecrawl «fc-{h32}»
ElevenLabs «sk_{h48}»
Pinecone «pcsk_{w6}_{w63}»
Langfuse «sk-lf-{i}»
LangSmith «lsv2_pt_{h32}_{h10}»
LlamaCloud «llx-{w48}»
E2B «e2b_{h40}»
RunPod «rpa_{U42}»
Modal «ak-{w22}»
W and B «wandb_v1_{u60}»
Apify «apify_api_{w36}»
Slack bot «xoxb-{d12}-{d13}-{w24}»
user «xoxp-{d12}-{d12}-{d13}-{h32}»
app «xapp-1-A{U10}-{d13}-{h64}»
refresh «xoxe-1-{U146}»
config «xoxe.xoxp-1-{U163}»
legacy «xoxs-{d11}-{d11}-{d11}-{h10}»
Discord «MT{w22}.G{u5}.{u38}»
mfa «mfa.{u84}»
Telegram «{d10}:AA{u33}»
Twilio «SK{h32}»
SendGrid «SG.{u22}.{u43}»
Mailgun «key-{h32}»
new Mailgun «{h32}-{h8}-{h8}»
Mailchimp «{h32}-us21»
Mandrill «md-{w22}»
Brevo «xkeysib-{h64}-{w16}»
SMTP «xsmtpsib-{h64}-{w16}»
Resend «re_{w8}_{w24}»
MailerSend «mlsn.{h64}»
Stripe «sk_live_{w99}»
test «sk_test_{w24}»
restricted «rk_live_{w99}»
webhook «whsec_{w32}»
org «sk_org_live_{w60}»
intent «pi_{w24}_secret_{w25}»
Square «sq0atp-{u22}»
Square secret «sq0csp-{u43}»
production «EAAA{u60}»
PayPal «access_token$production§{l16}§{h32}»
Braintree «sandbox_{l8}_{l16}»
Razorpay «rzp_live_{w14}»
Plaid «access-production-{i}»
Shopify «shpat_{h32}»
custom «shpca_{h32}»
private «shppa_{h32}»
shared «shpss_{h32}»
partner «shpua_{h32}»
Flutterwave «FLWSECK-{h32}-X»
Paddle «pdl_live_apikey_{l26}_{w22}_{w3}»
Duffel «duffel_live_{u43}»
Shippo «shippo_live_{h40}»
EasyPost «EZAK{w54}»
npm «npm_{w36}»
PyPI «pypi-AgEIcHlwaS5vcmc{u80}»
RubyGems «rubygems_{h48}»
crates «cio{w32}»
NuGet «oy2{l43}»
Composer «packagist_uut_{h68}»
Docker «dckr_pat_{u27}»
org «dckr_oat_{u32}»
swarm «SWMTKN-1-{l50}-{l25}»
Terraform «{w14}.atlasv1.{u67}»
Vault service «hvs.{u92}»
batch «hvb.{u140}»
legacy «s.{w24}»
Doppler «dp.pt.{w43}»
service «dp.st.prd.{w43}»
Infisical «st.{h24}.{h32}.{h32}»
1Password «ops_eyJ{b250}»
Bitwarden «0.{i}.{w30}:{b22}==»
Pulumi «pul-{h40}»
Databricks «dapi{h32}»
suffix «dapi{h32}-2»
Grafana «glsa_{w32}_{h8}»
cloud «glc_{w80}==»
Sentry user «sntryu_{h64}»
org «sntrys_eyJpYXQiO{w120}_{w43}»
New Relic «NRAK-{U27}»
insert «NRII-{u32}»
query «NRIQ-{u32}»
license «{h32}FFFFNRAL»
mobile «AA{h40}-NRMA»
browser «NRBR-{h19}»
Dynatrace «dt0c01.{U24}.{U64}»
oauth «dt0s02.{U8}.{U64}»
Honeycomb «hcaik_{l58}»
Axiom «xaat-{i}»
PostHog «phx_{w44}»
Logfire «pylf_v1_us_{w44}»
LaunchDarkly «sdk-{i}»
Statsig «secret-{w43}»
Linear «lin_api_{w40}»
oauth «lin_oauth_{h64}»
webhook «lin_wh_{w32}»
Notion «ntn_{d11}{w35}»
legacy «secret_{w43}»
Figma «figd_{u40}»
Airtable «pat{w14}.{h64}»
Asana «1/{d16}:{h32}»
v2 «2/{d16}/{d16}:{h32}»
Atlassian «ATATT3xFfGF0{u171}={H8}»
app «ATCTT3xFfG{u180}={H8}»
Bitbucket «ATBB{w24}{H8}»
Trello «ATTA{h64}»
Bitbucket server «BBDC-{b44}»
Postman «PMAK-{h24}-{h34}»
ClickUp «pk_{d8}_{U32}»
HubSpot «pat-na1-{i}»
Intercom «dG9rO{b60}=»
Typeform «tfp_{u44}»
Contentful «CFPAT-{u43}»
Cloudflare «cfut_{w40}{h8}»
origin CA «v1.0-{h24}-{h146}»
DigitalOcean «dop_v1_{h64}»
oauth «doo_v1_{h64}»
refresh «dor_v1_{h64}»
Heroku «HRKU-AA{u58}»
deploy with FlyV1 «fm2_{b160}==,fm2_{b160}=»
deploy «fo1_{u43}»
Vercel «vcp_{w56}»
Blob «vercel_blob_rw_{w16}_{w30}»
Netlify «nfp_{w36}»
Render «rnd_{w28}»
Supabase «sbp_{h40}»
Supabase «sb_secret_{u31}»
PlanetScale «pscale_tkn_{u43}»
password «pscale_pw_{u43}»
Neon «napi_{l64}»
Atlas «mdb_sa_sk_{u40}»
ClickHouse «4b1d{w38}»
CockroachDB «CCDB1_{w22}_{w40}»
Xata «xau_{w40}»
Materialize «mzp_{h64}»
Aiven «aivenv1{b120}»
Tailscale «tskey-auth-{w17}-{w32}»
ngrok «cr_2{w26}»
CircleCI «CCIPAT_{w22}_{h40}»
Buildkite «bkua_{h40}»
Snyk «snyk_uat.{h8}.{u60}»
Sonar «squ_{h40}»
Sourcegraph «sgp_{h16}_{h40}»
SourceHut-like Gitea «gto_{l52}»
Prefect «pnu_{w36}»
dbt «dbtu_{u40}»
Harness «pat.{u22}.{w24}.{w20}»
Octopus «API-{U26}»
Artifactory «AKCp{w69}»
reference «cmVmdGtu{w56}»
Adobe «p8e-{h32}»
Alibaba «LTAI5t{w18}»
STS «STS.N{w25}»
Tencent «AKID{w32}»
Volcengine «AKLT{w43}»
Yandex «AQVN{u36}»
IAM «t1.{u90}.{u86}»
OAuth «y0_{u55}»
Scaleway SCW_SECRET_KEY=«{i}»
Linode-like token: «{h64}»
Facebook «EAAG{w160}»
app «{d16}|{u27}»
Instagram «IGQV{w120}»
Twitter «AAAAAAAAAAAAAAAAAAAAA{w60}»
LinkedIn «WPL_AP1.{w16}.{w6}==»
Twitch «oauth:{l30}»
Dropbox «sl.{u130}»
Zoho «1000.{h32}.{h32}»
Salesforce «00D{w15}!{w96}»
refresh «5Aep861{w80}»
Okta SSWS «00{u40}»
JWT «eyJ{w33}.eyJ{u120}.{u43}»
JWE «eyJ{w60}..{u16}.{u60}.{u22}»
age «AGE-SECRET-KEY-1{U58}»
1P key «A3-{U6}-{U6}-{U5}-{U5}-{U5}-{U5}»
NATS «SU{t56}»
nsec «nsec1q0s9dk3wlz7y2xv8gfr5t4jn6hcmua3e0qz8x7w6v5u4t3s2r0k9j8h7g6w»
xprv «xprv{w107}»
WakaTime «waka_{i}»
ReadMe «rdme_{l70}»
Mapbox «sk.eyJ{w60}.{u22}»
Retool «retool_{w26}»
OneSignal «os_v2_app_{l60}»
Voiceflow «VF.DM.{h24}.{w16}»
Polar «polar_oat_{w43}»
Trigger «tr_prod_{w24}»
Inngest «signkey-prod-{h64}»
Nylas «nyk_v0_{w64}»
Tinybird «p.eyJ{w120}.{u43}»
Rootly «rootly_{h64}»
MaxMind «{w6}_{w29}_mmk»
https://hooks.slack.com/services/«T{U8}/B{U10}/{w24}»
https://hooks.slack.com/workflows/«T{U8}/A{U10}/{d18}/{w24}»
https://discord.com/api/webhooks/«{d19}/{u68}»
Post to webhookb2/«{i}@{i}/In/{h32}/{i}»
https://hooks.zapier.com/hooks/catch/«{d7}/{l7}»
https://hook.eu1.make.com/«{l32}»
https://open.feishu.cn/open-apis/bot/v2/hook/«{i}»
https://maker.ifttt.com/trigger/door/with/key/«{u22}»
https://chat.example.com/hooks/«{l26}»
https://oapi.dingtalk.com/robot/send?access_token=«{h64}»
https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=«{i}»
https://chat.googleapis.com/v1/spaces/AAAA/messages?key=AIza&token=«{u43}»
`;
