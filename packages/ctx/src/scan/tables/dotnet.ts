// NuGet packages.

import type { DependencyTable } from './dependency-table.js';

export const nugetPackages: DependencyTable = `
AWSSDK.Core aws
AWSSDK.S3 aws
Anthropic.SDK anthropic
Azure.AI.OpenAI openai azure
Azure.Identity azure
Confluent.Kafka kafka
Grpc.AspNetCore grpc asp.net-core
Hangfire hangfire
MediatR mediatr
Microsoft.Azure.Functions.Worker azure azure-functions
Microsoft.AspNetCore.OpenApi asp.net-core openapi
Microsoft.Data.SqlClient mssql
Microsoft.EntityFrameworkCore entity-framework
Microsoft.EntityFrameworkCore.SqlServer entity-framework mssql
Microsoft.EntityFrameworkCore.Sqlite entity-framework sqlite
Microsoft.Orleans.Server orleans
Microsoft.Playwright playwright
Microsoft.SemanticKernel semantic-kernel
ModelContextProtocol mcp
MongoDB.Driver mongodb
MSTest.TestFramework mstest
MySqlConnector mysql
Npgsql postgresql
Npgsql.EntityFrameworkCore.PostgreSQL entity-framework postgresql
NUnit nunit
OpenAI openai
OpenTelemetry opentelemetry
Pomelo.EntityFrameworkCore.MySql entity-framework mysql
RabbitMQ.Client rabbitmq
Refit refit
Sentry.AspNetCore sentry
StackExchange.Redis redis
Stripe.net stripe
Swashbuckle.AspNetCore openapi swagger
Testcontainers testcontainers
xunit xunit
xunit.v3 xunit
`;

/** What the SDK of a project file stands for. */
export const dotnetSdks: DependencyTable = `
Microsoft.NET.Sdk.BlazorWebAssembly blazor
Microsoft.NET.Sdk.Web asp.net-core
Microsoft.NET.Sdk.Razor blazor
`;
