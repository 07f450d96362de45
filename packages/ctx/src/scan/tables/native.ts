// What CMake finds by name, what Swift packages bring, and what container images are.

import type { DependencyTable } from './dependency-table.js';

/** Names given to `find_package`. */
export const cmakePackages: DependencyTable = `
Boost boost
CUDAToolkit cuda
Catch2 catch2
Eigen3 eigen
GTest googletest
OpenCV opencv
OpenSSL openssl
PostgreSQL postgresql
Protobuf protobuf-runtime
Qt5 qt
Qt6 qt
SDL2 sdl2
SQLite3 sqlite
Torch pytorch
doctest doctest
gRPC grpc
`;

/** Repositories of Swift packages, without scheme and `.git`. */
export const swiftPackages: DependencyTable = `
github.com/apple/swift-protobuf protobuf-runtime
github.com/firebase/firebase-ios-sdk firebase
github.com/grpc/grpc-swift grpc
github.com/modelcontextprotocol/swift-sdk mcp
github.com/vapor/fluent-postgres-driver vapor postgresql
github.com/vapor/fluent-sqlite-driver vapor sqlite
github.com/vapor/vapor vapor
`;

/** Images by their last path segment, without tag. */
export const images: DependencyTable = `
cassandra cassandra
clickhouse-server clickhouse
cockroach cockroachdb
couchbase couchbase
couchdb couchdb
elasticsearch elasticsearch
etcd etcd
grafana grafana
influxdb influxdb
kafka kafka
cp-kafka kafka
loki loki
mariadb mariadb
meilisearch meilisearch
memcached memcached
milvus milvus
mongo mongodb
mysql mysql
nats nats
neo4j neo4j
nginx nginx
ollama ollama
opensearch opensearch
postgis postgresql
postgres postgresql
pgvector pgvector postgresql
prometheus prometheus
qdrant qdrant
rabbitmq rabbitmq
redis redis
redis-stack redis
solr solr
timescaledb timescaledb postgresql
traefik traefik
typesense typesense
valkey valkey
vault vault
weaviate weaviate
`;

/** Terraform providers, by their local name. */
export const terraformProviders: DependencyTable = `
aws aws
azurerm azure
cloudflare cloudflare
datadog datadog
digitalocean digitalocean
github github
google gcp
google-beta gcp
grafana grafana
helm helm kubernetes
kubernetes kubernetes
pagerduty pagerduty
vault vault
`;
