// NuGet packages.

import type { DependencyTable } from './dependency-table.js';

export const nugetPackages: DependencyTable = `
AWSSDK. aws
AWSSDK.BedrockRuntime aws bedrock
AWSSDK.Core aws
AWSSDK.DynamoDBv2 aws dynamodb
AWSSDK.S3 aws
Amazon.CDK.Lib aws-cdk aws
Amazon.Lambda. aws aws-lambda
Amazon.Lambda.Core aws aws-lambda
Anthropic anthropic
Anthropic.SDK anthropic
Asp.Versioning. asp.net-core
AspNetCore.HealthChecks. asp.net-core
Aspire. aspire
Aspire.Azure. aspire azure
Aspire.Azure.AI.OpenAI openai azure aspire
Aspire.Hosting. aspire
Aspire.Hosting.AppHost aspire
Aspire.Hosting.Azure. aspire azure
Aspire.Hosting.Azure.PostgreSQL aspire azure postgresql
Aspire.Hosting.Azure.Redis aspire azure redis
Aspire.Hosting.Azure.Sql aspire azure mssql
Aspire.Hosting.Kafka aspire kafka
Aspire.Hosting.MongoDB aspire mongodb
Aspire.Hosting.MySql aspire mysql
Aspire.Hosting.PostgreSQL aspire postgresql
Aspire.Hosting.RabbitMQ aspire rabbitmq
Aspire.Hosting.Redis aspire redis
Aspire.Hosting.SqlServer aspire mssql
Aspire.Microsoft.Data.SqlClient aspire mssql
Aspire.Microsoft.EntityFrameworkCore.SqlServer aspire entity-framework mssql
Aspire.MongoDB.Driver aspire mongodb
Aspire.Npgsql aspire postgresql
Aspire.Npgsql.EntityFrameworkCore.PostgreSQL aspire entity-framework postgresql
Aspire.RabbitMQ.Client aspire rabbitmq
Aspire.StackExchange.Redis aspire redis
Auth0. auth0
Avalonia avalonia
Avalonia. avalonia
Azure. azure
Azure.AI.OpenAI openai azure
Azure.Identity azure
Blazored. blazor
Bunit blazor
CassandraCSharpDriver cassandra
ClickHouse.Client clickhouse
CommunityToolkit.Aspire. aspire
CommunityToolkit.Aspire.Hosting.Ollama ollama aspire
CommunityToolkit.Aspire.Hosting.SQLite aspire sqlite
CommunityToolkit.Aspire.OllamaSharp ollama aspire
Confluent.Kafka kafka
CouchbaseNetClient couchbase
Dapper dapper
Datadog.Trace datadog
Discord.Net discord
Docker.DotNet docker
Docker.DotNet. docker
Duende.IdentityModel oauth
Duende.IdentityServer oauth
EFCore.BulkExtensions entity-framework
EFCore.NamingConventions entity-framework
Elastic.Clients.Elasticsearch elasticsearch
Elasticsearch.Net elasticsearch
EntityFramework entity-framework
EnyimMemcachedCore memcached
FastEndpoints asp.net-core
FastEndpoints. asp.net-core
FastEndpoints.Swagger asp.net-core openapi swagger
FirebaseAdmin firebase
FsCheck property-based-testing
FsCheck.Xunit property-based-testing xunit
Google.Cloud. gcp
Google.Protobuf protobuf-runtime
GraphQL graphql
GraphQL. graphql
Grpc. grpc
Grpc.AspNetCore grpc asp.net-core
Hangfire hangfire
Hangfire. hangfire
HotChocolate. graphql
IdentityModel oauth
IdentityServer4 oauth
InfluxDB.Client influxdb
JWT jwt
KubernetesClient kubernetes
LaunchDarkly. launchdarkly
LaunchDarkly.ServerSdk launchdarkly
MSTest mstest
MSTest.TestFramework mstest
MassTransit masstransit
MassTransit.Azure.ServiceBus.Core masstransit azure
MassTransit.Kafka masstransit kafka
MassTransit.RabbitMQ masstransit rabbitmq
MediatR mediatr
MediatR.Contracts mediatr
MediatR.Extensions.Microsoft.DependencyInjection mediatr
Microsoft.ApplicationInsights. azure
Microsoft.AspNetCore. asp.net-core
Microsoft.AspNetCore.Authentication.Google asp.net-core oauth
Microsoft.AspNetCore.Authentication.JwtBearer asp.net-core jwt
Microsoft.AspNetCore.Authentication.OpenIdConnect asp.net-core oauth
Microsoft.AspNetCore.Components. blazor
Microsoft.AspNetCore.Components.WebAssembly blazor
Microsoft.AspNetCore.DataProtection.StackExchangeRedis asp.net-core redis
Microsoft.AspNetCore.OpenApi asp.net-core openapi
Microsoft.AspNetCore.SignalR.Client asp.net-core
Microsoft.Azure. azure
Microsoft.Azure.AppConfiguration.AspNetCore azure asp.net-core
Microsoft.Azure.Functions.Worker azure azure-functions
Microsoft.Azure.Functions.Worker. azure azure-functions
Microsoft.Azure.WebJobs. azure azure-functions
Microsoft.Data.SqlClient mssql
Microsoft.Data.Sqlite sqlite
Microsoft.Data.Sqlite.Core sqlite
Microsoft.EntityFrameworkCore entity-framework
Microsoft.EntityFrameworkCore. entity-framework
Microsoft.EntityFrameworkCore.SqlServer entity-framework mssql
Microsoft.EntityFrameworkCore.Sqlite entity-framework sqlite
Microsoft.Extensions.Caching.Cosmos azure
Microsoft.Extensions.Caching.SqlServer mssql
Microsoft.Extensions.Caching.StackExchangeRedis redis
Microsoft.Extensions.Configuration.AzureAppConfiguration azure
Microsoft.Identity.Web azure oauth
Microsoft.Maui.Controls maui
Microsoft.NET.Sdk.Functions azure azure-functions
Microsoft.Orleans. orleans
Microsoft.Orleans.Server orleans
Microsoft.Playwright playwright
Microsoft.SemanticKernel semantic-kernel
Microsoft.SemanticKernel. semantic-kernel
ModelContextProtocol mcp
ModelContextProtocol. mcp
MongoDB. mongodb
MongoDB.Driver mongodb
MudBlazor blazor
MySql.Data mysql
MySql.EntityFrameworkCore entity-framework mysql
MySqlConnector mysql
NATS.Client nats
NATS.Net nats
NEST elasticsearch
NSwag. openapi swagger
NSwag.AspNetCore openapi swagger asp.net-core
NUnit nunit
NUnit. nunit
NUnit3TestAdapter nunit
Neo4j.Driver neo4j
NewRelic.Agent.Api new-relic
Npgsql postgresql
Npgsql. postgresql
Npgsql.EntityFrameworkCore.PostgreSQL entity-framework postgresql
OllamaSharp ollama
OpenAI openai
OpenIddict. oauth
OpenTelemetry opentelemetry
OpenTelemetry. opentelemetry
OpenTelemetry.Exporter.Prometheus.AspNetCore opentelemetry prometheus
Oracle.EntityFrameworkCore entity-framework oracle
Oracle.ManagedDataAccess.Core oracle
Pgvector pgvector postgresql
Pgvector.EntityFrameworkCore pgvector postgresql entity-framework
Pinecone.NET pinecone
Pomelo.EntityFrameworkCore.MySql entity-framework mysql
Qdrant.Client qdrant
RabbitMQ.Client rabbitmq
Refit refit
Refit. refit
Reqnroll cucumber
Reqnroll. cucumber
SQLitePCLRaw. sqlite
SQLitePCLRaw.bundle_e_sqlite3 sqlite
Scalar.AspNetCore asp.net-core openapi
Selenium.WebDriver selenium
SendGrid sendgrid
SendGrid. sendgrid
Sentry sentry
Sentry. sentry
Sentry.AspNetCore sentry
Serilog.Sinks.ApplicationInsights azure
Serilog.Sinks.Elasticsearch elasticsearch
Serilog.Sinks.OpenTelemetry opentelemetry
Slack.Webhooks slack
SlackNet slack
SpecFlow cucumber
SpecFlow. cucumber
StackExchange.Redis redis
StackExchange.Redis.StrongName redis
Stripe.net stripe
Swashbuckle. openapi swagger
Swashbuckle.AspNetCore openapi swagger
System.Data.SQLite sqlite
System.Data.SqlClient mssql
System.IdentityModel.Tokens.Jwt jwt
Telegram.Bot telegram
Testcontainers testcontainers
Testcontainers. testcontainers
Twilio twilio
Yarp.ReverseProxy asp.net-core
bunit blazor
prometheus-net prometheus
prometheus-net.AspNetCore prometheus asp.net-core
protobuf-net protobuf-runtime
protobuf-net.Core protobuf-runtime
xunit xunit
xunit. xunit
xunit.runner.visualstudio xunit
xunit.v3 xunit
`;

/** What the SDK of a project file stands for. */
export const dotnetSdks: DependencyTable = `
Aspire.AppHost.Sdk aspire
Godot.NET.Sdk godot
MSTest.Sdk mstest
Microsoft.NET.Sdk.BlazorWebAssembly blazor
Microsoft.NET.Sdk.Razor blazor
Microsoft.NET.Sdk.Web asp.net-core
Microsoft.NET.Sdk.Worker dotnet
`;
