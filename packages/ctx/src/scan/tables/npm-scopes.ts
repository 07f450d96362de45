// npm packages of a scope, and whole scopes.

import type { DependencyTable } from './dependency-table.js';

export const npmScopes: DependencyTable = `
@ai-sdk/ vercel-ai-sdk
@algolia/client-search algolia
@angular-builders/custom-webpack angular webpack
@angular-builders/jest angular jest
@angular-eslint/ eslint angular
@angular/ angular
@angular/core angular
@ant-design/ ant-design
@anthropic-ai/bedrock-sdk anthropic bedrock
@anthropic-ai/claude-agent-sdk anthropic claude-code
@anthropic-ai/claude-code claude-code
@anthropic-ai/sdk anthropic
@anthropic-ai/vertex-sdk anthropic gcp
@apollo/ apollo graphql
@apollo/client apollo graphql
@apollo/server apollo graphql
@asteasolutions/zod-to-openapi zod openapi
@astrojs/ astro
@astrojs/starlight starlight astro
@auth/ auth.js
@auth0/ auth0
@auth0/auth0-react auth0
@auth0/nextjs-auth0 auth0
@aws-amplify/ aws
@aws-cdk/ aws-cdk aws
@aws-cdk/core aws-cdk aws
@aws-lambda-powertools/ aws aws-lambda
@aws-sdk/ aws
@aws-sdk/client-bedrock-runtime aws bedrock
@aws-sdk/client-dynamodb aws dynamodb
@aws-sdk/client-opensearch aws opensearch
@aws-sdk/lib-dynamodb aws dynamodb
@azure/ azure
@azure/functions azure azure-functions
@azure/identity azure
@azure/openai azure openai
@babel/ babel
@babel/code-frame -
@babel/core babel
@babel/eslint-parser -
@babel/eslint-plugin -
@babel/generator -
@babel/parser -
@babel/runtime -
@babel/runtime-corejs3 -
@babel/traverse -
@babel/types -
@better-auth/ better-auth
@biomejs/ biome
@biomejs/biome biome
@builder.io/qwik qwik
@capacitor/ ionic
@capacitor/core ionic
@chakra-ui/ chakra-ui
@changesets/ changesets
@changesets/cli changesets
@chroma-core/chromadb chroma
@clerk/ clerk
@clickhouse/client clickhouse
@cloudflare/ cloudflare
@cloudflare/vitest-pool-workers cloudflare-workers cloudflare vitest
@cloudflare/workers-types cloudflare-workers cloudflare
@contentful/ contentful
@cucumber/ cucumber
@cucumber/cucumber cucumber
@datadog/ datadog
@datadog/pprof -
@docsearch/ algolia
@docusaurus/ docusaurus
@docusaurus/core docusaurus
@duckdb/node-api duckdb
@elastic/elasticsearch elasticsearch
@electron-forge/ electron
@electron/ electron
@electron/asar -
@elysiajs/ elysia
@eslint/ eslint
@ethersproject/ ethers
@expo/ expo react-native
@fastify/ fastify
@fastify/jwt fastify jwt
@fastify/postgres fastify postgresql
@fastify/redis fastify redis
@fastify/swagger fastify openapi swagger
@firebase/ firebase
@gitbeaker/ gitlab
@google-cloud/ gcp
@google-cloud/bigquery gcp bigquery
@google-cloud/firestore gcp firestore
@google-cloud/pubsub gcp
@google/genai google-genai
@google/generative-ai google-genai
@graphql-codegen/ graphql
@graphql-tools/ graphql
@grpc/grpc-js grpc
@hapi/ hapi
@hapi/hapi hapi
@headlessui/tailwindcss tailwindcss
@hey-api/ openapi
@hono/ hono
@hotwired/ hotwire
@hotwired/stimulus stimulus
@hotwired/turbo hotwire
@hotwired/turbo-rails hotwire
@hubspot/api-client hubspot
@huggingface/inference hugging-face
@huggingface/transformers hugging-face transformers
@inertiajs/ inertia
@ionic/ ionic
@ionic/angular ionic
@ionic/react ionic
@ionic/vue ionic
@jest/ jest
@keyv/redis redis
@lancedb/lancedb lancedb
@langchain/ langchain
@langchain/langgraph langgraph langchain
@launchdarkly/node-server-sdk launchdarkly
@libsql/client turso sqlite
@linear/sdk linear
@lit/ lit
@loopback/ loopback
@mantine/ mantine
@mantine/core react
@mastra/core mastra
@material-ui/ material-ui
@mikro-orm/ mikro-orm
@mikro-orm/core mikro-orm
@mikro-orm/postgresql mikro-orm postgresql
@mikro-orm/sqlite mikro-orm sqlite
@mistralai/mistralai mistral
@modelcontextprotocol/client mcp
@modelcontextprotocol/sdk mcp
@modelcontextprotocol/server mcp
@mui/ material-ui
@mui/material material-ui
@neondatabase/serverless neon postgresql
@nestjs/ nestjs
@nestjs/bull nestjs redis
@nestjs/core nestjs
@nestjs/graphql nestjs graphql
@nestjs/jwt nestjs jwt
@nestjs/mongoose nestjs mongoose mongodb
@nestjs/passport nestjs passport
@nestjs/sequelize nestjs sequelize
@nestjs/swagger nestjs openapi swagger
@nestjs/typeorm nestjs typeorm
@next-auth/ auth.js
@next/ next.js
@next/eslint-plugin-next eslint next.js
@nomicfoundation/ hardhat
@nomicfoundation/hardhat-mocha hardhat mocha
@nomicfoundation/hardhat-toolbox hardhat
@notionhq/client notion
@nuxt/ nuxt
@nuxtjs/ nuxt
@nuxtjs/axios nuxt axios
@nx/ nx
@octokit/ github
@okta/ okta
@openai/ openai
@openai/agents openai
@openrouter/ai-sdk-provider vercel-ai-sdk
@opensearch-project/opensearch opensearch
@opentelemetry/ opentelemetry
@opentelemetry/api opentelemetry
@opentelemetry/sdk-node opentelemetry
@oxlint/ oxlint
@pact-foundation/pact pact
@parcel/ parcel
@paypal/ paypal
@pinecone-database/pinecone pinecone
@planetscale/database planetscale mysql
@playwright/ playwright
@playwright/test playwright
@prisma/ prisma
@prisma/adapter-pg prisma postgresql
@prisma/client prisma
@prisma/instrumentation prisma opentelemetry
@pulumi/ pulumi
@pulumi/aws pulumi aws
@pulumi/azure-native pulumi azure
@pulumi/gcp pulumi gcp
@qdrant/js-client-rest qdrant
@radix-ui/ radix-ui
@rails/webpacker webpacker rails
@react-native-community/cli react-native
@react-router/ react-router
@redis/ redis
@redis/client redis
@redocly/cli openapi redoc
@reduxjs/toolkit redux
@remix-run/ remix
@remix-run/node remix
@remix-run/react remix
@rolldown/ rolldown
@rollup/ rollup
@rollup/pluginutils -
@rspack/ rspack
@rspack/core rspack
@sanity/ sanity
@sanity/client sanity
@scalar/ openapi
@segment/ segment
@segment/analytics-node segment
@semantic-release/ semantic-release
@sendgrid/ sendgrid
@sendgrid/mail sendgrid
@sentry/ sentry
@shopify/ shopify
@shopify/prettier-plugin-liquid prettier
@shopify/shopify-api shopify
@slack/ slack
@slack/bolt slack
@slack/web-api slack
@solidjs/ solid.js
@storybook/ storybook
@storybook/react storybook
@stripe/ stripe
@stripe/stripe-js stripe
@supabase/ supabase postgresql
@supabase/ssr supabase postgresql
@supabase/supabase-js supabase postgresql
@sveltejs/ svelte
@sveltejs/adapter-auto sveltekit svelte
@sveltejs/adapter-cloudflare sveltekit svelte cloudflare-workers
@sveltejs/adapter-node sveltekit svelte
@sveltejs/adapter-static sveltekit svelte
@sveltejs/adapter-vercel sveltekit svelte vercel
@sveltejs/kit sveltekit svelte
@swc/ swc
@swc/core swc
@swc/helpers -
@tailwindcss/ tailwindcss
@tailwindcss/postcss tailwindcss
@tailwindcss/vite tailwindcss
@tanstack/angular-query-experimental tanstack-query
@tanstack/react-query tanstack-query
@tanstack/react-router tanstack-router
@tanstack/react-start tanstack-router
@tanstack/router-plugin tanstack-router
@tanstack/solid-query tanstack-query
@tanstack/svelte-query tanstack-query
@tanstack/vue-query tanstack-query
@tauri-apps/ tauri
@tauri-apps/api tauri
@tensorflow/tfjs tensorflow
@testcontainers/postgresql testcontainers
@testcontainers/redis testcontainers
@testing-library/ testing-library
@testing-library/cypress testing-library cypress
@trpc/ trpc
@trpc/client trpc
@trpc/server trpc
@ts-rest/open-api openapi
@typegoose/typegoose mongoose mongodb
@typescript-eslint/ eslint
@upstash/ upstash
@upstash/redis upstash redis
@vercel/ vercel
@vercel/ncc -
@vercel/nft -
@vercel/postgres vercel postgresql
@vercel/webpack-asset-relocator-loader webpack
@vitejs/ -
@vitest/ vitest
@vue/ vue
@vueuse/core vue
@wdio/ webdriverio
@wdio/cli webdriverio
@wordpress/ wordpress
@xenova/transformers hugging-face transformers
@zilliz/milvus2-sdk-node milvus`;
