// What CMake finds by name, what Swift packages bring, and what container images are.

import type { DependencyTable } from './dependency-table.js';

/** Names given to `find_package`. */
export const cmakePackages: DependencyTable = `
Boost boost
CUDAToolkit cuda
Catch2 catch2
Doxygen doxygen
Eigen3 eigen
GTest googletest
MySQL mysql
OpenCV opencv
OpenSSL openssl
PostgreSQL postgresql
Protobuf protobuf-runtime
Qt qt
Qt4 qt
Qt5 qt
Qt6 qt
RdKafka kafka
SDL2 sdl2
SDL3 sdl2
SQLite sqlite
SQLite3 sqlite
TensorFlow tensorflow
Torch pytorch
doctest doctest
gRPC grpc
gtest googletest
gtest_main googletest
hiredis redis
imgui imgui
libpqxx postgresql
onnxruntime onnx
`;

/** Repositories of Swift packages, without scheme and `.git`. */
export const swiftPackages: DependencyTable = `
github.com/apple/swift-openapi-generator openapi
github.com/apple/swift-protobuf protobuf-runtime
github.com/awslabs/aws-sdk-swift aws
github.com/awslabs/swift-aws-lambda-runtime aws aws-lambda
github.com/firebase/firebase-ios-sdk firebase
github.com/getsentry/sentry-cocoa sentry
github.com/groue/GRDB.swift sqlite
github.com/grpc/grpc-swift grpc
github.com/modelcontextprotocol/swift-sdk mcp
github.com/soto-project/ aws
github.com/stephencelis/SQLite.swift sqlite
github.com/stripe/stripe-ios stripe
github.com/supabase/supabase-swift supabase postgresql
github.com/vapor/ vapor
github.com/vapor/fluent-mongo-driver vapor mongodb
github.com/vapor/fluent-mysql-driver vapor mysql
github.com/vapor/fluent-postgres-driver vapor postgresql
github.com/vapor/fluent-sqlite-driver vapor sqlite
github.com/vapor/jwt vapor jwt
github.com/vapor/mysql-kit mysql
github.com/vapor/postgres-kit postgresql
github.com/vapor/postgres-nio postgresql
github.com/vapor/redis vapor redis
github.com/vapor/sqlite-kit sqlite
github.com/vapor/vapor vapor
`;

/** Images by their last path segment, without tag. */
export const images: DependencyTable = `
airflow airflow
argocd argocd
azure-sql-edge mssql
caddy caddy
cassandra cassandra
chroma chroma
clickhouse clickhouse
clickhouse-server clickhouse
cockroach cockroachdb
cockroachdb cockroachdb
consul consul
couchbase couchbase
couchdb couchdb
cp-kafka kafka
dragonfly redis
elasticsearch elasticsearch
elasticsearch-oss elasticsearch
etcd etcd
grafana grafana
grafana-oss grafana
graphql-engine hasura
hasura hasura
influxdb influxdb
influxdb2 influxdb
ingress-nginx nginx
kafka kafka
kafka-native kafka
kube-prometheus-stack prometheus kubernetes
localstack aws
loki loki
mariadb mariadb
meilisearch meilisearch
memcached memcached
milvus milvus
mongo mongodb
mongodb mongodb
mongodb-community-server mongodb
mssql-server mssql
mysql mysql
mysql-server mysql
nats nats
nats-server nats
nats-streaming nats
neo4j neo4j
neon neon
nginx nginx
nginx-unprivileged nginx
ollama ollama
opensearch opensearch
opentelemetry-collector opentelemetry
opentelemetry-collector-contrib opentelemetry
oracle-xe oracle
percona mysql
percona-server mysql
pgbouncer postgresql
pgvector pgvector postgresql
playwright playwright
postgis postgresql
postgres postgresql
postgres-postgis postgresql
postgresql postgresql
postgresql-ha postgresql
postgresql-repmgr postgresql
prometheus prometheus
prometheus-operator prometheus
promtail loki
qdrant qdrant
rabbitmq rabbitmq
redis redis
redis-cluster redis
redis-sentinel redis
redis-stack redis
redis-stack-server redis
redpanda kafka
scylla scylladb
selenium selenium
solr solr
standalone-chrome selenium
supabase supabase
surrealdb surrealdb
timescaledb timescaledb postgresql
timescaledb-ha timescaledb postgresql
traefik traefik
trino trino
typesense typesense
valkey valkey
valkey-bundle valkey
vault vault
weaviate weaviate
`;

/** Terraform providers, by their local name. */
export const terraformProviders: DependencyTable = `
auth0 auth0
aws aws
azapi azure
azuread azure
azurerm azure
cloudflare cloudflare
confluent kafka
consul consul
databricks databricks
datadog datadog
digitalocean digitalocean
docker docker
elasticstack elasticsearch
fly fly.io
github github
gitlab gitlab
google gcp
google-beta gcp
grafana grafana
helm helm kubernetes
heroku heroku
kubectl kubernetes
kubernetes kubernetes
launchdarkly launchdarkly
mongodbatlas mongodb
mysql mysql
netlify netlify
newrelic new-relic
nomad nomad
okta okta
pagerduty pagerduty
postgresql postgresql
rabbitmq rabbitmq
render render
sentry sentry
snowflake snowflake
stripe stripe
supabase supabase
upstash upstash
vault vault
vercel vercel
`;
