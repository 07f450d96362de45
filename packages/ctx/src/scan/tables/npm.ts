// npm packages, by exact name or scope.

import type { DependencyTable } from './dependency-table.js';
import { npmScopes } from './npm-scopes.js';
import { npmTools } from './npm-tools.js';

export const npmPackages: DependencyTable = `${npmScopes}${npmTools}
agenda mongodb
ai vercel-ai-sdk
algoliasearch algolia
alpinejs alpine.js
amqplib rabbitmq
angular angularjs
ant-design-vue ant-design vue
antd ant-design
apollo-server apollo graphql
apollo-server-express apollo graphql
applicationinsights azure
arctic oauth
astro astro
aws-amplify aws
aws-cdk-lib aws-cdk aws
aws-lambda aws aws-lambda
aws-sdk aws
aws-serverless-express aws aws-lambda express
axios axios
backbone backbone
better-auth better-auth
better-sqlite3 sqlite
bootstrap bootstrap
bootstrap-sass bootstrap
bull redis
bullmq redis
cassandra-driver cassandra
chart.js chart.js
chromadb chroma
cohere-ai cohere
commander commander
connect-redis redis
contentful contentful
convex convex
convex-test convex
cordova ionic
couchbase couchbase
d3 d3
dd-trace datadog
discord-api-types discord
discord.js discord
drizzle-kit drizzle
drizzle-orm drizzle
duckdb duckdb
effect effect
electron electron
electron-builder electron
element-plus vue
elysia elysia
ember- ember
ember-cli ember
ember-source ember
ethers ethers
expo expo react-native
expo-router expo react-native
express express
express-session express
fastify fastify
fastify-plugin fastify
firebase firebase
firebase-admin firebase
firebase-functions firebase
firebase-tools firebase
flowbite tailwindcss
framer-motion framer-motion
fumadocs-core documentation-site
fumadocs-ui documentation-site
gatsby gatsby react
grammy telegram
graphql graphql
graphql-request graphql
graphql-tag graphql
graphql-ws graphql
graphql-yoga graphql
groq-sdk groq
h3 h3
hardhat hardhat
hono hono
htmx.org htmx
hubot-slack slack
ink ink
ioredis redis
ioredis-mock redis
joi joi
jose jwt
jotai jotai
jquery jquery
jsonwebtoken jwt
kafkajs kafka
keycloak-js oauth
knex knex
koa koa
koa-router koa
kysely kysely
langchain langchain
langfuse langfuse
laravel-vite-plugin laravel vite
lit lit
lit-element lit
lit-html lit
llamaindex llamaindex
mailgun-js mailgun
mailgun.js mailgun
mariadb mariadb
material-ui material-ui
meilisearch meilisearch
memcached memcached
memjs memcached
meteor meteor
metro-react-native-babel-preset react-native babel
mixpanel mixpanel
mobx mobx
mongodb mongodb
mongodb-memory-server mongodb
mongoose mongoose mongodb
mssql mssql
mysql mysql
mysql2 mysql
nats nats
neo4j-driver neo4j
nestjs-pino nestjs
newrelic new-relic
next next.js react
next-auth auth.js next.js
next-intl next.js
nextra nextra
ngx-bootstrap bootstrap
node-nats-streaming nats
node-telegram-bot-api telegram
nuxt nuxt vue
nuxt-vite nuxt vite
objection knex
oidc-client oauth
oidc-client-ts oauth
ollama ollama
onnxruntime-node onnx
openai openai
openai-edge openai
openapi-fetch openapi
openapi-typescript openapi
openid-client oauth
oracledb oracle
passport passport
passport-facebook passport oauth
passport-github passport oauth
passport-github2 passport oauth
passport-google-oauth2 passport oauth
passport-google-oauth20 passport oauth
passport-jwt passport jwt
passport-oauth2 passport oauth
passport-slack-oauth2 passport slack oauth
pg postgresql
pg-boss postgresql
pg-native postgresql
pg-promise postgresql
phaser phaser
pinia pinia vue
postgres postgresql
posthog-js posthog
posthog-node posthog
posthog-react-native posthog
preact preact
primereact react
prisma prisma
prom-client prometheus
protobufjs protobuf-runtime
quasar quasar vue
radix-ui radix-ui
react react
react-bootstrap react bootstrap
react-dom react
react-native react-native react
react-native-builder-bob react-native
react-redux redux react
react-router react-router
react-router-dom react-router
react-scripts react
redis redis
redis-om redis
redux redux
redux-saga redux
redux-thunk redux
resend resend
sequelize sequelize
sequelize-typescript sequelize
serverless serverless serverless-framework
serverless-http serverless
serverless-offline serverless serverless-framework
serverless-webpack serverless serverless-framework webpack
shadcn shadcn-ui
shadcn-ui shadcn-ui
snowflake-sdk snowflake
socket.io socket.io
socket.io-client socket.io
solid-js solid.js
solid-start solid.js
sql.js sqlite
sqlite3 sqlite
sst aws
stripe stripe
styled-components styled-components
surrealdb surrealdb
svelte svelte
svelte-check svelte
swagger-jsdoc swagger openapi
swagger-ui swagger openapi
swagger-ui-dist swagger openapi
swagger-ui-express swagger openapi
swagger-ui-react swagger openapi
tailwind-merge tailwindcss
tailwindcss tailwindcss
tailwindcss-animate tailwindcss
tedious mssql
telegraf telegram
three three.js
trpc-to-openapi trpc openapi
twilio twilio
typeorm typeorm
typesense typesense
urql graphql
viem viem
vitepress vitepress
vue vue
vue-i18n vue
vue-loader vue webpack
vue-router vue
vue-template-compiler vue
vue-tsc vue
vuepress vuepress
vuetify vuetify vue
vuex vuex vue
wagmi wagmi
weaviate-client weaviate
weaviate-ts-client weaviate
web3 web3
wrangler cloudflare-workers cloudflare
zod zod
zod-openapi zod openapi
zod-to-openapi zod openapi
zustand zustand
`;
