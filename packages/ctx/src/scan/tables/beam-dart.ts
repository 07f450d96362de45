// Hex packages of Elixir, and packages of Dart's pub.

import type { DependencyTable } from './dependency-table.js';

export const hexPackages: DependencyTable = `
absinthe graphql
absinthe_ graphql
absinthe_plug graphql
amqp rabbitmq
assent oauth
aws aws
aws_credentials aws
bandit plug
broadway_kafka kafka
broadway_rabbitmq rabbitmq
brod kafka
ch clickhouse
clickhouse_ecto clickhouse ecto
credo credo
ecto ecto
ecto_ch clickhouse ecto
ecto_sql ecto
ecto_sqlite3 sqlite ecto
elasticsearch elasticsearch
esbuild esbuild
ex_aws aws
ex_aws_ aws
ex_aws_dynamo aws dynamodb
ex_aws_s3 aws
ex_doc ex-doc
exqlite sqlite
gnat nats
google_api_storage gcp
goth gcp
grpc grpc
guardian jwt
joken jwt
k8s kubernetes
kafka_ex kafka
kubereq kubernetes
langchain langchain
meilisearch_ex meilisearch
mongodb_driver mongodb
mongodb_ecto mongodb ecto
myxql mysql
nerves embedded-firmware
neuron graphql
oban oban
open_api_spex openapi
openai_ex openai
opentelemetry opentelemetry
opentelemetry_ opentelemetry
pgvector pgvector postgresql
phoenix phoenix
phoenix_ecto phoenix ecto
phoenix_html phoenix
phoenix_live_dashboard phoenix
phoenix_live_reload phoenix
phoenix_live_view phoenix-liveview phoenix
phoenix_pubsub_redis phoenix redis
plug plug
plug_cowboy plug
postgrex postgresql
prom_ex prometheus
prometheus_ex prometheus
protobuf protobuf-runtime
rabbitmq_client rabbitmq
redix redis
remote_ip plug
sentry sentry
stream_data property-based-testing
stripity_stripe stripe
tailwind tailwindcss
tds mssql
telegex telegram
telemetry_metrics_prometheus prometheus
ueberauth oauth
ueberauth_ oauth
`;

export const pubPackages: DependencyTable = `
amplify_flutter aws
cloud_firestore firebase firestore
cloud_functions firebase
drift sqlite
drift_sqlite_async sqlite
ferry graphql
firebase_ firebase
firebase_auth firebase
firebase_core firebase
fl_chart flutter
flutter flutter
flutter_bloc flutter
flutter_localizations flutter
flutter_riverpod flutter
flutter_stripe stripe
flutter_test flutter-test
google_generative_ai google-genai
graphql graphql
graphql_flutter graphql
grpc grpc
integration_test flutter-test
melos melos
mockito mockito
mongo_dart mongodb
openai_dart openai
postgres postgresql
posthog_flutter posthog
protobuf protobuf-runtime
redis redis
sentry sentry
sentry_flutter sentry
sqflite sqlite
sqflite_common_ffi sqlite
sqlite3 sqlite
sqlite3_flutter_libs sqlite
sqlite_async sqlite
stripe_sdk stripe
supabase supabase postgresql
supabase_flutter supabase
`;
