// Crates.

import type { DependencyTable } from './dependency-table.js';

export const crates: DependencyTable = `
actix-web actix-web
anchor-lang anchor
async-openai openai
async-stripe stripe
aws-config aws
aws-sdk-dynamodb aws dynamodb
aws-sdk-s3 aws
axum axum
bevy bevy
cassandra-cpp cassandra
clap clap
clickhouse clickhouse
criterion criterion
diesel diesel
duckdb duckdb
elasticsearch elasticsearch
embedded-hal embedded-firmware
esp-hal embedded-firmware
kube kubernetes
lambda_runtime aws aws-lambda
lancedb lancedb
lapin rabbitmq
leptos leptos
mongodb mongodb
mysql_async mysql
neo4rs neo4j
opentelemetry opentelemetry
postgres postgresql
prometheus prometheus
proptest proptest
qdrant-client qdrant
rdkafka kafka
redis redis
rmcp mcp
rocket rocket
rusqlite sqlite
scylla scylladb
sea-orm sea-orm
sentry sentry
serde serde
sqlx sqlx
surrealdb surrealdb
tauri tauri
testcontainers testcontainers
tokio-postgres postgresql
tokio tokio
tonic grpc
tree-sitter tree-sitter
warp warp
wasm-bindgen wasm-bindgen
`;
