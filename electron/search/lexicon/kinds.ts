/**
 * Things that a developer's notes name, by what a question calls them: "which database" asks for PostgreSQL. Each line
 * has the words for the kind, a colon, and its members.
 */
export const KINDS = `
database, persistence: postgresql, postgres, mysql, mariadb, sqlite, mongodb, mongo, redis, cassandra, dynamodb, cockroachdb, duckdb, clickhouse, oracle, firestore, firebase, supabase, neo4j, mssql, sql server, couchdb, timescaledb, planetscale, neon, turso, libsql, bigquery, snowflake
cache: redis, memcached, valkey, varnish, cdn, dragonfly
queue, broker, messaging, event bus: rabbitmq, kafka, nats, sqs, pulsar, activemq, mqtt, mosquitto, redpanda, pubsub, celery, sidekiq, bullmq, kinesis
language: typescript, javascript, python, rust, golang, java, kotlin, ruby, php, elixir, scala, haskell, zig, dart, lua, perl, clojure, erlang, ocaml, fortran, julia
framework, stack: react, vue, angular, svelte, sveltekit, nextjs, next.js, nuxt, remix, astro, django, flask, fastapi, rails, laravel, symfony, spring, express, nestjs, fastify, hono, phoenix, electron, tauri, flutter, qt, react native, jetpack compose, swiftui, htmx
editor, ide: vscode, vs code, visual studio, vim, neovim, emacs, helix, zed, cursor, intellij, webstorm, pycharm, sublime text, xcode, android studio
operating system, os, distribution, platform: linux, windows, macos, ubuntu, debian, fedora, alpine, nixos, freebsd, rhel, ios, android
browser: chrome, chromium, firefox, safari, webkit, brave
cloud, hosting, hoster, provider, host: aws, azure, gcp, google cloud, hetzner, digitalocean, vercel, netlify, cloudflare, heroku, fly.io, ovh, linode, railway, scaleway, ionos
ci, pipeline, build server, continuous integration: github actions, gitlab, jenkins, circleci, buildkite, teamcity, azure pipelines, woodpecker, travis
test framework, test runner: vitest, jest, mocha, pytest, junit, playwright, cypress, rspec, phpunit, testing library, xunit, nunit, selenium, catch2, gtest, espresso, maestro
linter, formatter, code style: eslint, biome, prettier, ruff, pylint, clippy, rustfmt, gofmt, rubocop, stylelint, oxlint, golangci, clang-format, ktlint, checkstyle
package manager: npm, pnpm, yarn, bun, pip, poetry, uv, cargo, maven, gradle, composer, bundler, nuget, conan, vcpkg, homebrew
build tool, build system, bundler, compiler: vite, webpack, rollup, esbuild, rolldown, parcel, turbopack, cmake, ninja, bazel, meson, gradle, maven, gcc, clang, msvc, swc
orm, data access: prisma, drizzle, typeorm, sequelize, sqlalchemy, hibernate, active record, entity framework, knex, diesel, jooq, mybatis, kysely
container, orchestration: docker, podman, kubernetes, k8s, k3s, nomad, containerd, swarm, compose, helm
infrastructure: terraform, pulumi, ansible, opentofu, cloudformation, helm, kubernetes
monitoring, observability, error tracking: prometheus, grafana, datadog, sentry, new relic, opentelemetry, jaeger, loki, kibana, splunk, zabbix, nagios, honeycomb
payment, payment provider: stripe, paypal, adyen, mollie, braintree, klarna, sepa, alipay, wechat pay
authentication, auth, login, sign-in, identity, identity provider: oauth, oidc, saml, jwt, keycloak, auth0, okta, cognito, ldap, passkey, passkeys, webauthn, clerk, magic link, totp, sso, entra
email provider, mail, email: sendgrid, mailgun, postmark, ses, smtp, mailchimp, resend, mailpit
version control: git, mercurial, svn, subversion, perforce
license, licence: mit, apache, gpl, agpl, lgpl, bsd, mpl, isc, proprietary
protocol, api style: graphql, grpc, websocket, websockets, http, https, mqtt, soap, trpc, json-rpc, sse, tcp, udp, quic, amqp
format, file format, serialization: json, yaml, toml, xml, csv, protobuf, parquet, avro, msgpack, hdf5, pdf, png, svg, webp, markdown
currency: euro, euros, eur, dollar, dollars, usd, pound, gbp, yen, jpy, chf, sek, yuan, cny, rmb
day, weekday: monday, tuesday, wednesday, thursday, friday, saturday, sunday, mondays, tuesdays, wednesdays, thursdays, fridays, saturdays, sundays, montag, dienstag, mittwoch, donnerstag, freitag, samstag, sonntag, montags, dienstags, mittwochs, donnerstags, freitags, samstags, sonntags
month: january, february, april, june, july, august, september, october, november, december, januar, februar, juni, juli, oktober, dezember
phone, phones, mobile, device: iphone, android, pixel, ios, ipad, tablet, galaxy
encryption, cipher, hash, algorithm: aes, sha256, sha-256, argon2, argon2id, bcrypt, rsa, ed25519, chacha20, scrypt, hmac, blake3
compression: gzip, zstd, brotli, lz4, zip, deflate
styling, css, component library, design system, ui library: tailwind, bootstrap, sass, css modules, styled components, mui, base ui, radix, chakra, shadcn, ant design
state management: redux, zustand, mobx, pinia, recoil, react query, jotai, tanstack query
search engine, full-text search: elasticsearch, opensearch, solr, meilisearch, typesense, lucene, algolia, fts5
secret, secrets, credentials, password manager: vault, secrets manager, doppler, 1password, bitwarden, sops, keychain, keyring, env
scheduler, job, jobs, cron: cron, airflow, dagster, temporal, prefect, systemd, quartz
web server, proxy, load balancer, reverse proxy: nginx, caddy, apache, traefik, haproxy, envoy, ingress
object storage, file storage, bucket: s3, minio, gcs, r2, ceph, nfs, blob
model, language model, llm: claude, gpt, gemini, llama, mistral, qwen, deepseek, ollama, openai, anthropic
embedding model, embedding: minilm, bge, e5, gte, nomic, jina, mpnet, ada, voyage, word2vec, fasttext, model2vec
vector database, vector store: pgvector, qdrant, pinecone, weaviate, milvus, chroma, chromadb, faiss, lancedb, sqlite-vec, hnswlib
shell: bash, zsh, fish, powershell
chat, messenger: slack, discord, mattermost, telegram, wechat
issue tracker, ticket system, tracker: jira, github issues, trello, asana, youtrack
design tool: figma, sketch, penpot
documentation, docs, wiki: confluence, notion, wiki, docusaurus, readme, mkdocs, adr
time zone, timezone: utc, cet, cest, pst, gmt, est, berlin, stockholm, shanghai
colour, color: red, green, blue, yellow, orange, purple, white, grey, gray
`;

/** The names of the kinds. */
export function namesOfKinds(): string[] {
  return KINDS.trim()
    .split("\n")
    .flatMap((line) => (line.split(":")[0] ?? "").split(", "));
}
