// Go modules. A module's own path or a package below it; `/v2` and the like belong to the module.

import type { DependencyTable } from './dependency-table.js';

export const goModules: DependencyTable = `
charm.land/bubbletea cli-tool
cloud.google.com/go gcp
cloud.google.com/go/ gcp
cloud.google.com/go/bigquery gcp bigquery
connectrpc.com/connect grpc
firebase.google.com/go firebase
firebase.google.com/go/ firebase
github.com/99designs/gqlgen graphql
github.com/Azure/ azure
github.com/Azure/azure-sdk-for-go azure
github.com/Azure/azure-sdk-for-go/ azure
github.com/Azure/azure-storage-blob-go azure
github.com/Azure/go-ansiterm -
github.com/Azure/go-autorest azure
github.com/Azure/go-ntlmssp -
github.com/ClickHouse/clickhouse-go clickhouse
github.com/DATA-DOG/go-sqlmock go-test
github.com/DataDog/ datadog
github.com/DataDog/datadog-go datadog
github.com/DataDog/zstd -
github.com/IBM/sarama kafka
github.com/PagerDuty/go-pagerduty pagerduty
github.com/Shopify/sarama kafka
github.com/ThreeDotsLabs/watermill-kafka kafka
github.com/alecthomas/kong cli-tool
github.com/alicebob/miniredis redis
github.com/ansrivas/fiberprometheus fiber prometheus
github.com/anthropics/anthropic-sdk-go anthropic
github.com/apache/cassandra-gocql-driver cassandra
github.com/auth0/ auth0
github.com/aws/aws-lambda-go aws aws-lambda
github.com/aws/aws-sdk-go aws
github.com/aws/aws-sdk-go-v2 aws
github.com/aws/aws-sdk-go-v2/ aws
github.com/aws/aws-sdk-go-v2/service/dynamodb aws dynamodb
github.com/bradfitz/gomemcache memcached
github.com/bwmarrin/discordgo discord
github.com/charmbracelet/bubbletea cli-tool
github.com/cli/go-gh github
github.com/cli/oauth oauth
github.com/cloudflare/cloudflare-go cloudflare
github.com/cockroachdb/cockroach-go cockroachdb
github.com/confluentinc/confluent-kafka-go kafka
github.com/coreos/etcd etcd
github.com/coreos/go-oidc oauth
github.com/couchbase/gocb couchbase
github.com/denisenkom/go-mssqldb mssql
github.com/dgrijalva/jwt-go jwt
github.com/digitalocean/godo digitalocean
github.com/docker/cli docker
github.com/docker/compose docker docker-compose
github.com/docker/docker docker
github.com/duckdb/duckdb-go duckdb
github.com/elastic/go-elasticsearch elasticsearch
github.com/fergusstrange/embedded-postgres postgresql
github.com/franz-go/franz-go kafka
github.com/fsouza/go-dockerclient docker
github.com/garyburd/redigo redis
github.com/gdamore/tcell cli-tool
github.com/getkin/kin-openapi openapi
github.com/getsentry/sentry-go sentry
github.com/gin-contrib/ gin
github.com/gin-gonic/gin gin
github.com/glebarez/sqlite sqlite
github.com/go-chi/ chi
github.com/go-chi/chi chi
github.com/go-chi/jwtauth chi jwt
github.com/go-openapi/ openapi
github.com/go-pg/pg postgresql
github.com/go-redis/redis redis
github.com/go-sql-driver/mysql mysql
github.com/go-telegram-bot-api/telegram-bot-api telegram
github.com/gocql/gocql cassandra
github.com/gofiber/ fiber
github.com/gofiber/fiber fiber
github.com/gofiber/swagger fiber openapi swagger
github.com/gogo/protobuf protobuf-runtime
github.com/golang-jwt/jwt jwt
github.com/golang/protobuf protobuf-runtime
github.com/gomodule/redigo redis
github.com/google/generative-ai-go google-genai
github.com/google/go-github github
github.com/gorilla/mux gorilla-mux
github.com/grafana/loki/ loki
github.com/graph-gophers/graphql-go graphql
github.com/graphql-go/graphql graphql
github.com/grpc-ecosystem/ grpc
github.com/hashicorp/consul consul
github.com/hashicorp/consul/api consul
github.com/hashicorp/nomad/api nomad
github.com/hashicorp/terraform-plugin- terraform
github.com/hashicorp/terraform-plugin-framework terraform
github.com/hashicorp/terraform-plugin-sdk terraform
github.com/hashicorp/vault/api vault
github.com/influxdata/influxdb-client-go influxdb
github.com/integrii/flaggy cli-tool
github.com/jackc/pgconn postgresql
github.com/jackc/pgtype postgresql
github.com/jackc/pgx postgresql
github.com/jesseduffield/gocui cli-tool
github.com/jessevdk/go-flags cli-tool
github.com/jinzhu/gorm gorm
github.com/jmoiron/sqlx sqlx
github.com/kubernetes-sigs/ kubernetes
github.com/labstack/ echo
github.com/labstack/echo echo
github.com/launchdarkly/go-server-sdk launchdarkly
github.com/lestrrat-go/jwx jwt
github.com/lib/pq postgresql
github.com/machinebox/graphql graphql
github.com/mailgun/mailgun-go mailgun
github.com/marcboeker/go-duckdb duckdb
github.com/mark3labs/mcp-go mcp
github.com/mattn/go-sqlite3 sqlite
github.com/meilisearch/meilisearch-go meilisearch
github.com/microsoft/go-mssqldb mssql
github.com/moby/moby docker
github.com/moby/moby/ docker
github.com/modelcontextprotocol/go-sdk mcp
github.com/nats-io/ nats
github.com/nats-io/nats-server nats
github.com/nats-io/nats.go nats
github.com/ncruces/go-sqlite3 sqlite
github.com/neo4j/neo4j-go-driver neo4j
github.com/newrelic/go-agent new-relic
github.com/newrelic/go-agent/ new-relic
github.com/newrelic/newrelic-client-go new-relic
github.com/nlopes/slack slack
github.com/oapi-codegen/runtime openapi
github.com/okta/okta-sdk-golang okta
github.com/olivere/elastic elasticsearch
github.com/ollama/ollama ollama
github.com/onsi/ginkgo ginkgo
github.com/onsi/gomega ginkgo
github.com/open-telemetry/ opentelemetry
github.com/openai/openai-go openai
github.com/opensearch-project/opensearch-go opensearch
github.com/pinecone-io/go-pinecone pinecone
github.com/posthog/posthog-go posthog
github.com/prometheus/ prometheus
github.com/prometheus/client_golang prometheus
github.com/prometheus/exporter-toolkit prometheus web-service
github.com/prometheus/prometheus prometheus
github.com/pulumi/ pulumi
github.com/pulumi/pulumi/sdk pulumi
github.com/qdrant/go-client qdrant
github.com/rabbitmq/amqp091-go rabbitmq
github.com/redis/go-redis redis
github.com/redis/rueidis redis
github.com/rivo/tview cli-tool
github.com/sashabaranov/go-openai openai
github.com/segmentio/analytics-go segment
github.com/segmentio/kafka-go kafka
github.com/sendgrid/sendgrid-go sendgrid
github.com/shurcooL/githubv4 github
github.com/slack-go/slack slack
github.com/snowflakedb/gosnowflake snowflake
github.com/spf13/cobra cobra
github.com/spf13/viper viper
github.com/streadway/amqp rabbitmq
github.com/stretchr/testify testify
github.com/stripe/stripe-go stripe
github.com/supabase-community/supabase-go supabase
github.com/swaggo/ swagger openapi
github.com/temporalio/sdk-go temporal
github.com/testcontainers/testcontainers-go testcontainers
github.com/tmc/langchaingo langchain
github.com/twilio/twilio-go twilio
github.com/twmb/franz-go kafka
github.com/uptrace/bun/dialect/pgdialect postgresql
github.com/uptrace/bun/driver/pgdriver postgresql
github.com/uptrace/bun/driver/sqliteshim sqlite
github.com/urfave/cli cli-tool
github.com/valkey-io/valkey-go valkey
github.com/weaviate/weaviate-go-client weaviate
github.com/xanzy/go-gitlab gitlab
gitlab.com/gitlab-org/api/client-go gitlab
go.etcd.io/etcd etcd
go.etcd.io/etcd/ etcd
go.etcd.io/etcd/client etcd
go.etcd.io/etcd/client/ etcd
go.mongodb.org/mongo-driver mongodb
go.opentelemetry.io/ opentelemetry
go.opentelemetry.io/otel opentelemetry
go.opentelemetry.io/otel/ opentelemetry
go.temporal.io/ temporal
go.uber.org/zap zap
golang.org/x/oauth2 oauth
google.golang.org/api -
google.golang.org/genai google-genai
google.golang.org/grpc grpc
google.golang.org/protobuf protobuf-runtime
gopkg.in/DataDog/ datadog
gorm.io/driver/clickhouse gorm clickhouse
gorm.io/driver/mysql gorm mysql
gorm.io/driver/postgres gorm postgresql
gorm.io/driver/sqlite gorm sqlite
gorm.io/driver/sqlserver gorm mssql
gorm.io/gorm gorm
helm.sh/helm helm kubernetes
istio.io/ istio kubernetes
k8s.io/ kubernetes
k8s.io/api kubernetes
k8s.io/apimachinery kubernetes
k8s.io/client-go kubernetes
k8s.io/klog -
k8s.io/utils -
modernc.org/sqlite sqlite
sigs.k8s.io/ kubernetes
sigs.k8s.io/controller-runtime kubernetes
sigs.k8s.io/yaml -
`;
