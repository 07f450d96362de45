// npm packages, by exact name or scope.

import type { DependencyTable } from './dependency-table.js';

export const npmPackages: DependencyTable = `
@ai-sdk/ vercel-ai-sdk
@algolia/client-search algolia
@angular/core angular
@anthropic-ai/claude-agent-sdk anthropic claude-code
@anthropic-ai/claude-code claude-code
@anthropic-ai/sdk anthropic
@apollo/client apollo graphql
@apollo/server apollo graphql
@astrojs/starlight starlight astro
@auth0/auth0-react auth0
@auth0/nextjs-auth0 auth0
@aws-cdk/core aws-cdk aws
@aws-sdk/ aws
@aws-sdk/client-dynamodb aws dynamodb
@aws-sdk/lib-dynamodb aws dynamodb
@azure/functions azure azure-functions
@azure/identity azure
@babel/core babel
@biomejs/biome biome
@capacitor/core ionic
@changesets/cli changesets
@chroma-core/chromadb chroma
@clerk/ clerk
@clickhouse/client clickhouse
@cloudflare/workers-types cloudflare-workers cloudflare
@cucumber/cucumber cucumber
@docusaurus/core docusaurus
@elastic/elasticsearch elasticsearch
@elysiajs/ elysia
@fastify/ fastify
@google-cloud/ gcp
@google-cloud/bigquery gcp bigquery
@google-cloud/firestore gcp firestore
@google/genai google-genai
@google/generative-ai google-genai
@grpc/grpc-js grpc
@hapi/hapi hapi
@hotwired/stimulus stimulus hotwire
@hotwired/turbo hotwire
@hotwired/turbo-rails hotwire
@huggingface/inference hugging-face
@huggingface/transformers hugging-face transformers
@ionic/angular ionic
@ionic/react ionic
@ionic/vue ionic
@langchain/ langchain
@langchain/langgraph langgraph langchain
@launchdarkly/node-server-sdk launchdarkly
@libsql/client turso sqlite
@linear/sdk linear
@mantine/core react
@mastra/core mastra
@mikro-orm/core mikro-orm
@mistralai/mistralai mistral
@modelcontextprotocol/client mcp
@modelcontextprotocol/sdk mcp
@modelcontextprotocol/server mcp
@mui/material material-ui
@neondatabase/serverless neon postgresql
@nestjs/core nestjs
@nestjs/ nestjs
@nomicfoundation/hardhat-toolbox hardhat
@notionhq/client notion
@nx/ nx
@octokit/ github
@openai/agents openai
@opensearch-project/opensearch opensearch
@opentelemetry/api opentelemetry
@opentelemetry/sdk-node opentelemetry
@pinecone-database/pinecone pinecone
@planetscale/database planetscale mysql
@playwright/test playwright
@prisma/client prisma
@pulumi/ pulumi
@pulumi/aws pulumi aws
@pulumi/gcp pulumi gcp
@qdrant/js-client-rest qdrant
@radix-ui/ radix-ui
@react-native-community/cli react-native
@redis/client redis
@reduxjs/toolkit redux
@remix-run/node remix
@remix-run/react remix
@rspack/core rspack
@sanity/client sanity
@segment/analytics-node segment
@sendgrid/mail sendgrid
@sentry/ sentry
@shopify/shopify-api shopify
@slack/bolt slack
@slack/web-api slack
@storybook/react storybook
@stripe/stripe-js stripe
@supabase/supabase-js supabase postgresql
@supabase/ssr supabase postgresql
@sveltejs/kit sveltekit svelte
@swc/core swc
@tailwindcss/postcss tailwindcss
@tailwindcss/vite tailwindcss
@tanstack/react-query tanstack-query
@tanstack/vue-query tanstack-query
@tauri-apps/api tauri
@testing-library/ testing-library
@trpc/server trpc
@trpc/client trpc
@typegoose/typegoose mongoose mongodb
@upstash/redis upstash redis
@vercel/ vercel
@wdio/cli webdriverio
@xenova/transformers hugging-face transformers
@zilliz/milvus2-sdk-node milvus
ai vercel-ai-sdk
algoliasearch algolia
alpinejs alpine.js
amqplib rabbitmq
apollo-server apollo graphql
apollo-server-express apollo graphql
astro astro
ava ava
aws-cdk-lib aws-cdk aws
aws-lambda aws aws-lambda
aws-sdk aws
axios axios
better-sqlite3 sqlite
bootstrap bootstrap
bullmq redis
cassandra-driver cassandra
chai chai
chart.js chart.js
chromadb chroma
cohere-ai cohere
commander commander
contentful contentful
convex convex
cypress cypress
d3 d3
dd-trace datadog
detox detox
discord.js discord
drizzle-orm drizzle
duckdb duckdb
@duckdb/node-api duckdb
effect effect
electron electron
elysia elysia
ember-source ember
esbuild esbuild
eslint eslint
ethers ethers
expo expo react-native
express express
fast-check fast-check
fastify fastify
firebase firebase
firebase-admin firebase
framer-motion framer-motion
gatsby gatsby react
graphql graphql
groq-sdk groq
gulp gulp
h3 h3
hardhat hardhat
hono hono
htmx.org htmx
husky husky
ink ink
ioredis redis
jasmine jasmine
jest jest
joi joi
jotai jotai
jquery jquery
jsdoc jsdoc
jsonwebtoken jwt
kafkajs kafka
karma karma
koa koa
kysely kysely
@lancedb/lancedb lancedb
langchain langchain
langfuse langfuse
lefthook lefthook
lerna lerna
lit lit
llamaindex llamaindex
mailgun.js mailgun
mariadb mariadb
meilisearch meilisearch
memjs memcached
meteor meteor
mixpanel mixpanel
mobx mobx
mocha mocha
mongodb mongodb
mongoose mongoose mongodb
msw msw
mssql mssql
mysql mysql
mysql2 mysql
nats nats
neo4j-driver neo4j
newrelic new-relic
next next.js react
nextra nextra
nuxt nuxt vue
nx nx
ollama ollama
onnxruntime-node onnx
openai openai
oracledb oracle
oxlint oxlint
parcel parcel
passport passport
pg postgresql
pg-promise postgresql
phaser phaser
pinia pinia vue
playwright playwright
postgres postgresql
posthog-js posthog
posthog-node posthog
preact preact
prettier prettier
prisma prisma
prom-client prometheus
promptfoo promptfoo
puppeteer puppeteer
puppeteer-core puppeteer
quasar quasar vue
react react
react-native react-native react
react-router react-router
react-router-dom react-router
redis redis
redux redux
resend resend
rolldown rolldown
rollup rollup
selenium-webdriver selenium
semantic-release semantic-release
sequelize sequelize
serverless serverless serverless-framework
snowflake-sdk snowflake
socket.io socket.io
socket.io-client socket.io
solid-js solid.js
sqlite3 sqlite
sst aws
storybook storybook
stripe stripe
styled-components styled-components
supertest supertest
surrealdb surrealdb
svelte svelte
swagger-ui-express swagger openapi
tailwindcss tailwindcss
tap tap
telegraf telegram
testcontainers testcontainers
three three.js
@tensorflow/tfjs tensorflow
tsup tsup
turbo turborepo
twilio twilio
typedoc typedoc
typeorm typeorm
typesense typesense
viem viem
vite vite
vitepress vitepress
vitest vitest
vue vue
vuepress vuepress
vuetify vuetify vue
vuex vuex vue
wagmi wagmi
weaviate-client weaviate
weaviate-ts-client weaviate
web3 web3
webdriverio webdriverio
webpack webpack
wrangler cloudflare-workers cloudflare
zod zod
zustand zustand
`;
