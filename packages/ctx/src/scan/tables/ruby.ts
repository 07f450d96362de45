// Ruby gems.

import type { DependencyTable } from './dependency-table.js';

export const gems: DependencyTable = `
actioncable rails
actionmailer rails
actionpack rails
actionview rails
activeadmin rails
activejob rails
activerecord active-record
activerecord-import active-record
activestorage rails
administrate rails
algoliasearch-rails algolia
anthropic anthropic
aruba cucumber
auth0 auth0
aws-sdk aws
aws-sdk- aws
aws-sdk-bedrockruntime aws bedrock
aws-sdk-dynamodb aws dynamodb
aws-sdk-s3 aws
azure-storage-blob azure
bootstrap bootstrap
bootstrap-sass bootstrap
bunny rabbitmq
capybara capybara
chewy elasticsearch
clickhouse-activerecord clickhouse
cssbundling-rails rails
cucumber cucumber
dalli memcached
datadog datadog
ddtrace datadog
delayed_job_active_record active-record
devise devise
discordrb discord
dogstatsd-ruby datadog
doorkeeper oauth
elasticsearch elasticsearch
elasticsearch- elasticsearch
elasticsearch-model elasticsearch
elasticsearch-rails elasticsearch
factory_bot factory-bot
factory_bot_rails factory-bot
fog-aws aws
fog-google gcp
gitlab gitlab
good_job postgresql
google-apis-bigquery_v2 gcp bigquery
google-cloud- gcp
google-protobuf protobuf-runtime
graphlient graphql
graphql graphql graphql-ruby
graphql-batch graphql
grpc grpc
grpc-tools grpc
hanami hanami
hiredis redis
hotwire-rails hotwire
importmap-rails rails
intercom-rails intercom
jekyll jekyll
jquery-rails jquery
jsbundling-rails rails
json-jwt jwt
jwt jwt
karafka kafka
launchdarkly-server-sdk launchdarkly
mailgun-ruby mailgun
maxitest minitest
meilisearch-rails meilisearch
minitest minitest
minitest- minitest
mongo mongodb
mongoid mongoid mongodb
mongoid- mongoid mongodb
mysql2 mysql
mysql2-cs-bind mysql
neighbor pgvector postgresql
neo4j-ruby-driver neo4j
newrelic_rpm new-relic
oauth oauth
oauth2 oauth
octokit github
omniauth oauth
omniauth- oauth
openid_connect oauth
opensearch-ruby opensearch
opentelemetry- opentelemetry
pg postgresql
pghero postgresql
pgvector pgvector postgresql
posthog-ruby posthog
prometheus-client prometheus
prometheus_exporter prometheus
propshaft rails
protobuf protobuf-runtime
rack-oauth2 oauth
rails rails
rails-i18n rails
railties rails
rake rake
rdkafka kafka
redis redis
redis- redis
redis-rails redis
resque resque redis
rspec rspec
rspec- rspec
rspec-rails rspec
rswag openapi swagger
rswag-api openapi swagger
rubocop rubocop
rubocop- rubocop
rubocop-rails rubocop
rubocop-rails-omakase rubocop
ruby-kafka kafka
ruby-openai openai
searchkick elasticsearch
selenium-webdriver selenium
sendgrid-actionmailer sendgrid
sendgrid-ruby sendgrid
sentry- sentry
sentry-rails sentry
sentry-ruby sentry
shakapacker webpacker rails
shopify_api shopify
shopify_app shopify rails
shoryuken aws
sidekiq sidekiq redis
sidekiq- sidekiq redis
simple_oauth oauth
sinatra sinatra
sinatra-contrib sinatra
slack-notifier slack
slack-ruby-client slack
solid_cable rails
solid_cache rails
solid_queue rails
solidus solidus rails
sorbet sorbet
spree spree rails
spring-commands-rspec rspec
sprockets-rails rails
sqlite3 sqlite
stimulus-rails stimulus hotwire
stripe stripe
stripe-rails stripe
tailwindcss-rails tailwindcss
telegram-bot-ruby telegram
turbo-rails hotwire
twilio-ruby twilio
vcr vcr
view_component rails
vite_rails vite rails
vite_ruby vite
webpacker webpacker rails
yard yard
`;
