// npm packages, by exact name or scope.

import type { DependencyTable } from './dependency-table.js';
import { npmScopes } from './npm-scopes.js';

export const npmPackages: DependencyTable = `${npmScopes}
agenda mongodb
ai vercel-ai-sdk
algoliasearch algolia
alpinejs alpine.js
amqplib rabbitmq
angular angularjs
angular-eslint eslint angular
ant-design-vue ant-design vue
antd ant-design
apollo-server apollo graphql
apollo-server-express apollo graphql
applicationinsights azure
arctic oauth
astro astro
ava ava
aws-amplify aws
aws-cdk-lib aws-cdk aws
aws-lambda aws aws-lambda
aws-sdk aws
aws-serverless-express aws aws-lambda express
axios axios
babel- babel
babel-plugin-react-compiler -
babel-core babel
babel-jest jest babel
babel-loader babel webpack
backbone backbone
better-auth better-auth
better-sqlite3 sqlite
bootstrap bootstrap
bull redis
bullmq redis
cassandra-driver cassandra
chai chai
chai-http chai
chart.js chart.js
chromadb chroma
chromedriver selenium
cohere-ai cohere
commander commander
connect-redis redis
contentful contentful
convex convex
convex-test convex
copy-webpack-plugin webpack
cordova ionic
couchbase couchbase
cypress cypress
d3 d3
dd-trace datadog
detox detox
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
esbuild esbuild
esbuild-register esbuild
eslint eslint
eslint-config- eslint
eslint-config-next eslint next.js
eslint-config-prettier eslint prettier
eslint-import-resolver- eslint
eslint-plugin- eslint
eslint-plugin-prettier eslint prettier
eslint-plugin-react eslint
ethers ethers
expo expo react-native
expo-router expo react-native
express express
express-session express
fast-check fast-check
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
geckodriver selenium
grammy telegram
graphql graphql
graphql-request graphql
graphql-tag graphql
graphql-ws graphql
graphql-yoga graphql
groq-sdk groq
gulp gulp
gulp- gulp
h3 h3
hardhat hardhat
hono hono
html-webpack-plugin webpack
htmx.org htmx
hubot-slack slack
husky husky
ink ink
ioredis redis
ioredis-mock redis
jasmine jasmine
jasmine-core jasmine
jest jest
jest-environment-jsdom jest
joi joi
jose jwt
jotai jotai
jquery jquery
jsdoc jsdoc
jsonwebtoken jwt
kafkajs kafka
karma karma
karma-jasmine karma jasmine
knex knex
koa koa
koa-router koa
kysely kysely
langchain langchain
langfuse langfuse
laravel-vite-plugin laravel vite
lefthook lefthook
lerna lerna
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
mini-css-extract-plugin webpack
mixpanel mixpanel
mobx mobx
mocha mocha
mochawesome mocha
mongodb mongodb
mongodb-memory-server mongodb
mongoose mongoose mongodb
mssql mssql
msw msw
msw-storybook-addon msw storybook
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
node-nats-streaming nats
node-telegram-bot-api telegram
nuxt nuxt vue
nuxt-vite nuxt vite
nx nx
objection knex
ollama ollama
onnxruntime-node onnx
openai openai
openai-edge openai
openapi-fetch openapi
openapi-typescript openapi
openid-client oauth
oracledb oracle
oxlint oxlint
parcel parcel
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
playwright playwright
postgres postgresql
posthog-js posthog
posthog-node posthog
posthog-react-native posthog
preact preact
prettier prettier
prettier-plugin-organize-imports prettier
prettier-plugin-tailwindcss prettier tailwindcss
primereact react
prisma prisma
prom-client prometheus
radix-ui radix-ui
keycloak-js oauth
oidc-client-ts oauth
oidc-client oauth
ngx-bootstrap bootstrap
laravel-mix webpack
bootstrap-sass bootstrap
protobufjs protobuf-runtime
promptfoo promptfoo
puppeteer puppeteer
puppeteer-core puppeteer
quasar quasar vue
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
rolldown rolldown
rollup rollup
rollup-plugin- rollup
rollup-plugin-visualizer -
selenium-webdriver selenium
semantic-release semantic-release
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
storybook storybook
storybook-addon-designs storybook
stripe stripe
styled-components styled-components
supertest supertest
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
tap tap
tedious mssql
telegraf telegram
terser-webpack-plugin webpack
testcontainers testcontainers
three three.js
trpc-to-openapi trpc openapi
ts-jest jest
tsup tsup
turbo turborepo
twilio twilio
typedoc typedoc
typedoc- typedoc
typeorm typeorm
typescript-eslint eslint
typesense typesense
urql graphql
viem viem
vite vite
vite-plugin-dts vite
vite-plugin-pwa vite
vite-tsconfig-paths vite
vitepress vitepress
vitest vitest
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
webdriverio webdriverio
webpack webpack
webpack- webpack
webpack-bundle-analyzer -
webpack-cli webpack
webpack-dev-server webpack
webpack-merge webpack
wrangler cloudflare-workers cloudflare
zod zod
zod-openapi zod openapi
zod-to-openapi zod openapi
zustand zustand
`;
