// Go modules. A module's own path or a package below it; `/v2` and the like belong to the module.

import type { DependencyTable } from './dependency-table.js';

export const goModules: DependencyTable = `
cloud.google.com/go/ gcp
cloud.google.com/go/bigquery gcp bigquery
firebase.google.com/go firebase
github.com/ClickHouse/clickhouse-go clickhouse
github.com/DATA-DOG/go-sqlmock go-test
github.com/IBM/sarama kafka
github.com/Shopify/sarama kafka
github.com/anthropics/anthropic-sdk-go anthropic
github.com/aws/aws-lambda-go aws aws-lambda
github.com/aws/aws-sdk-go aws
github.com/aws/aws-sdk-go-v2 aws
github.com/aws/aws-sdk-go-v2/ aws
github.com/aws/aws-sdk-go-v2/service/dynamodb aws dynamodb
github.com/bradfitz/gomemcache memcached
github.com/elastic/go-elasticsearch elasticsearch
github.com/getsentry/sentry-go sentry
github.com/gin-gonic/gin gin
github.com/go-chi/chi chi
github.com/go-redis/redis redis
github.com/go-sql-driver/mysql mysql
github.com/gofiber/fiber fiber
github.com/golang-jwt/jwt jwt
github.com/gorilla/mux gorilla-mux
github.com/hashicorp/consul/api consul
github.com/hashicorp/terraform-plugin-framework terraform
github.com/hashicorp/terraform-plugin-sdk terraform
github.com/hashicorp/vault/api vault
github.com/jackc/pgx postgresql
github.com/jmoiron/sqlx sqlx
github.com/labstack/echo echo
github.com/lib/pq postgresql
github.com/mark3labs/mcp-go mcp
github.com/mattn/go-sqlite3 sqlite
github.com/modelcontextprotocol/go-sdk mcp
github.com/nats-io/nats.go nats
github.com/neo4j/neo4j-go-driver neo4j
github.com/onsi/ginkgo ginkgo
github.com/openai/openai-go openai
github.com/prometheus/client_golang prometheus
github.com/pulumi/pulumi/sdk pulumi
github.com/rabbitmq/amqp091-go rabbitmq
github.com/redis/go-redis redis
github.com/sashabaranov/go-openai openai
github.com/segmentio/kafka-go kafka
github.com/slack-go/slack slack
github.com/spf13/cobra cobra
github.com/spf13/viper viper
github.com/stretchr/testify testify
github.com/stripe/stripe-go stripe
github.com/testcontainers/testcontainers-go testcontainers
github.com/tmc/langchaingo langchain
go.etcd.io/etcd/client etcd
go.etcd.io/etcd/client/ etcd
go.mongodb.org/mongo-driver mongodb
go.opentelemetry.io/otel opentelemetry
go.opentelemetry.io/otel/ opentelemetry
go.uber.org/zap zap
google.golang.org/grpc grpc
google.golang.org/protobuf protobuf-runtime
gorm.io/driver/mysql gorm mysql
gorm.io/driver/postgres gorm postgresql
gorm.io/driver/sqlite gorm sqlite
gorm.io/gorm gorm
helm.sh/helm helm kubernetes
k8s.io/api kubernetes
k8s.io/apimachinery kubernetes
k8s.io/client-go kubernetes
modernc.org/sqlite sqlite
sigs.k8s.io/controller-runtime kubernetes
`;
