// Every technology that a scan can name, by category. A table of dependencies can name nothing that is not here.

export const categories = [
  'language',
  'framework',
  'data_store',
  'infrastructure',
  'service',
  'testing',
  'ai_tooling',
  'build_system',
  'docs',
  'project_type',
] as const;

export type Category = (typeof categories)[number];

const names = {
  language:
    'ada assembly c c++ c# clojure cobol crystal css cuda dart elixir elm erlang f# fortran gleam go graphql-schema groovy haskell html java javascript jinja julia jupyter kotlin lua nim nix objective-c ocaml perl php powershell prolog protobuf python r ruby rust scala shell solidity sql svelte-component swift typescript vala verilog vhdl visual-basic vue-component zig',
  framework:
    'actix-web aiohttp alembic alpine.js angular anchor apollo arduino asp.net-core astro axum backbone bevy blazor bootstrap bun celery chi clap click cobra codeigniter commander deno devise diesel django django-rest-framework dramatiq drizzle drupal echo effect eloquent elysia ember entity-framework esp-idf ethers expo express fastapi fastify fiber flask flutter foundry ftxui gatsby gin gorilla-mux gorm gradio graphql graphql-ruby grpc h3 hangfire hanami hapi hardhat hasura hibernate hono htmx hugo imgui ink ionic jekyll jotai joi jquery jwt kivy koa ktor langgraph laravel leptos livewire lit litestar loopback magento marshmallow material-ui maui mediatr meteor micronaut mobx mongoid mongoose mybatis nestjs next.js node.js nuxt oauth oban openapi openssl opencv orleans pandas numpy scipy scikit-learn matplotlib polars passport phaser phoenix phoenix-liveview play plug preact prisma protobuf-runtime pydantic pyqt pyramid pyspark qt quarkus quasar qwik radix-ui rails react react-native react-router redux refit remix resque rocket rq rtk-query sanic scrapy sdl2 sea-orm sequelize serde shadcn-ui sidekiq sinatra slim socket.io solid.js solidus spring spring-boot spree sqlalchemy sqlc sqlmodel sqlx starlette streamlit struts styled-components svelte sveltekit swiftui symfony tailwindcss tanstack-query tauri three.js tokio tornado trpc turbo twig typeorm typer unity unreal-engine vapor viem vite-ssr vue vuetify vuex wagmi warp web3 webpacker wordpress yii zod zustand electron hotwire stimulus active-record viper zap serverless-framework dbt airflow dagster prefect beam flink spark kafka-streams jupyter-notebook mikro-orm kysely boost eigen pinia axios d3 chart.js storybook-ui framer-motion dash plotly pygame godot tree-sitter wasm-bindgen opentelemetry akka angularjs ant-design aspire auth.js avalonia better-auth cakephp chakra-ui dapper doctrine dropwizard ecto flyway inertia javafx jooq knex liquibase mantine masstransit tanstack-router temporal thymeleaf typo3 vertx',
  data_store:
    'bigquery cassandra chroma clickhouse cockroachdb convex couchbase couchdb databricks duckdb dynamodb elasticsearch etcd faiss firestore h2 hbase influxdb kafka lancedb mariadb meilisearch memcached milvus mongodb mssql mysql nats neo4j neon opensearch oracle pgvector pinecone planetscale postgresql qdrant rabbitmq redis redshift scylladb snowflake solr sqlite supabase surrealdb timescaledb trino turso typesense upstash valkey weaviate',
  infrastructure:
    'ansible argocd aws aws-cdk aws-lambda azure azure-functions azure-pipelines bitbucket-pipelines buildkite caddy circleci cloudflare cloudflare-workers cloudformation consul crossplane devcontainer digitalocean docker docker-compose flux fly.io gcp github github-actions gitlab gitlab-ci grafana helm heroku istio jenkins kubernetes kustomize loki netlify nginx nomad opentofu packer podman prometheus pulumi railway render sam serverless skaffold terraform terragrunt tilt traefik travis-ci vagrant vault vercel',
  service:
    'algolia auth0 clerk contentful datadog discord expo-application-services figma firebase hubspot intercom jira launchdarkly linear mailgun mixpanel new-relic notion okta pagerduty paypal posthog resend sanity segment sendgrid sentry shopify slack stripe telegram twilio zendesk',
  testing:
    'ava behave capybara catch2 chai cypress cucumber detox doctest exunit factory-bot googletest hypothesis jasmine jest junit k6 karma kotest locust minitest mocha mockito msw node-test nose nunit pact pest phpunit playwright property-based-testing proptest puppeteer pytest robot-framework rspec selenium spock storybook supertest tap testcontainers testify testing-library tox unittest vcr vitest webdriverio xctest xunit criterion fast-check nox mstest ginkgo go-test cargo-test flutter-test testng',
  ai_tooling:
    'agents-md aider anthropic autogen bedrock claude-code claude-skills cline codex cohere continue copilot crewai cursor deepseek dspy gemini-cli google-genai groq haystack hugging-face instructor jax keras langchain langfuse litellm llamaindex mastra mcp mistral mlflow ollama onnx openai opencode pydantic-ai pytorch ray semantic-kernel sentence-transformers spacy tensorflow transformers vercel-ai-sdk vllm wandb windsurf xgboost zed lightning promptfoo',
  build_system:
    'babel bazel biome black bundler cargo cmake composer conan conda dotnet esbuild eslint flake8 gradle gulp hatch husky just lefthook lerna make maven meson mix mypy ninja npm npm-workspaces nuget nx parcel pdm pip pipenv pnpm pnpm-workspaces poetry pre-commit prettier pub pyright rake rolldown rollup rspack rubocop ruff rush sbt setuptools swc swiftpm task tsup turborepo uv uv-workspace vcpkg vite webpack yarn yarn-workspaces bun-workspaces cargo-workspace go-workspace go-modules changesets semantic-release oxlint phpstan psalm golangci-lint clippy sorbet melos gradle-multi-project maven-multi-module credo',
  docs: 'antora asciidoc docusaurus doxygen godoc jsdoc mdbook mintlify mkdocs nextra redoc rustdoc sphinx starlight swagger typedoc vitepress vuepress yard javadoc dokka ex-doc',
  project_type:
    'cli-tool data-science desktop-app documentation-site embedded-firmware game infrastructure-code library mobile-app monorepo smart-contracts web-app web-service',
} as const satisfies Record<Category, string>;

export interface Technologies {
  categoryOf(name: string): Category | undefined;
  all(): readonly string[];
}

/** A lookup, made once a scan. It searches the lists as they are: a table of all names would take longer to build. */
export function technologies(): Technologies {
  const lists = categories.map((category) => ({ category, spaced: ` ${names[category]} ` }));
  const known = new Map<string, Category | undefined>();
  const find = (name: string) => lists.find(({ spaced }) => spaced.includes(` ${name} `))?.category;
  return {
    categoryOf(name) {
      if (!known.has(name)) known.set(name, /^\S+$/.test(name) ? find(name) : undefined);
      return known.get(name);
    },
    all: () => lists.flatMap(({ spaced }) => spaced.trim().split(' ')),
  };
}
