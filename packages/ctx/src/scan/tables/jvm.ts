// Maven coordinates, `group:artifact`, or a whole group with a colon at its end.

import type { DependencyTable } from './dependency-table.js';

export const mavenArtifacts: DependencyTable = `
androidx. mobile-app
androidx.compose. mobile-app
androidx.compose.ui:ui mobile-app
androidx.core:core-ktx mobile-app
androidx.room: sqlite mobile-app
androidx.sqlite: sqlite mobile-app
app.cash.sqldelight: sqlite
co.elastic.clients:elasticsearch-java elasticsearch
com.amazonaws: aws
com.amazonaws:aws-java-sdk-dynamodb aws dynamodb
com.amazonaws:aws-lambda-java-core aws aws-lambda
com.amazonaws:aws-lambda-java-events aws aws-lambda
com.anthropic:anthropic-java anthropic
com.apollographql.apollo3: apollo graphql
com.apollographql.apollo: apollo graphql
com.auth0: auth0
com.auth0:java-jwt jwt
com.azure.spring: azure spring
com.azure: azure
com.baomidou: mybatis
com.clickhouse: clickhouse
com.clickhouse:clickhouse-jdbc clickhouse
com.couchbase.client: couchbase
com.datadoghq: datadog
com.datastax.cassandra: cassandra
com.datastax.oss:java-driver-core cassandra
com.expediagroup: graphql
com.facebook.react:react-android react-native
com.facebook.react:react-native react-native
com.google.api.grpc: grpc
com.google.cloud.sql: gcp
com.google.cloud: gcp
com.google.cloud:google-cloud-bigquery gcp bigquery
com.google.cloud:google-cloud-firestore gcp firestore
com.google.firebase: firebase
com.google.protobuf: protobuf-runtime
com.graphql-java:graphql-java graphql
com.h2database:h2 h2
com.influxdb: influxdb
com.launchdarkly: launchdarkly
com.mailgun: mailgun
com.microsoft.azure.functions: azure azure-functions
com.microsoft.azure: azure
com.microsoft.sqlserver:mssql-jdbc mssql
com.mysql:mysql-connector-j mysql
com.netflix.graphql.dgs: graphql
com.newrelic.agent.java: new-relic
com.openai:openai-java openai
com.oracle.database.jdbc: oracle
com.oracle.database.jdbc:ojdbc11 oracle
com.oracle.database.r2dbc: oracle
com.oracle.ojdbc: oracle
com.pulumi: pulumi
com.rabbitmq:amqp-client rabbitmq
com.sendgrid:sendgrid-java sendgrid
com.slack.api: slack
com.squareup.sqldelight: sqlite
com.stripe:stripe-java stripe
com.theokanning.openai-gpt3-java: openai
com.twilio.sdk:twilio twilio
com.typesafe.akka: akka
com.typesafe.play: play
de.bwaldvogel: mongodb
de.flapdoodle.embed: mongodb
dev.langchain4j: langchain
dev.langchain4j:langchain4j langchain
dev.langchain4j:langchain4j-anthropic langchain anthropic
dev.langchain4j:langchain4j-open-ai langchain openai
dev.miku:r2dbc-mysql mysql
info.picocli:picocli cli-tool
io.asyncer:r2dbc-mysql mysql
io.awspring.cloud: aws spring
io.cucumber: cucumber
io.cucumber:cucumber-java cucumber
io.debezium: kafka
io.dropwizard: dropwizard
io.fabric8: kubernetes
io.fabric8:docker-maven-plugin -
io.github.stefanbratanov:jvm-openai openai
io.grpc: grpc
io.jsonwebtoken: jwt
io.kotest: kotest
io.ktor: ktor
io.ktor:ktor-client- -
io.kubernetes:client-java kubernetes
io.lettuce:lettuce-core redis
io.micrometer:micrometer-registry-prometheus prometheus
io.micronaut: micronaut
io.milvus: milvus
io.modelcontextprotocol.sdk: mcp
io.modelcontextprotocol.sdk:mcp mcp
io.modelcontextprotocol: mcp
io.nats:jnats nats
io.opentelemetry. opentelemetry
io.opentelemetry.contrib: opentelemetry
io.opentelemetry.instrumentation: opentelemetry
io.opentelemetry.javaagent: opentelemetry
io.opentelemetry: opentelemetry
io.pinecone: pinecone
io.prometheus: prometheus
io.qdrant: qdrant
io.quarkiverse. quarkus
io.quarkus.platform: quarkus
io.quarkus: quarkus
io.quarkus:quarkus-hibernate-orm quarkus hibernate
io.quarkus:quarkus-hibernate-orm-panache quarkus hibernate
io.quarkus:quarkus-jdbc-mysql quarkus mysql
io.quarkus:quarkus-jdbc-postgresql quarkus postgresql
io.quarkus:quarkus-mongodb-client quarkus mongodb
io.quarkus:quarkus-opentelemetry quarkus opentelemetry
io.quarkus:quarkus-redis-client quarkus redis
io.quarkus:quarkus-smallrye-openapi quarkus openapi
io.r2dbc:r2dbc-h2 h2
io.r2dbc:r2dbc-mssql mssql
io.r2dbc:r2dbc-postgresql postgresql
io.sentry: sentry
io.springfox: openapi swagger spring
io.swagger.core.v3: openapi swagger
io.swagger: openapi swagger
io.temporal: temporal
io.vertx: vertx
io.weaviate: weaviate
jakarta.persistence:jakarta.persistence-api hibernate
junit:junit junit
mysql:mysql-connector-java mysql
net.jqwik: property-based-testing
net.snowflake:snowflake-jdbc snowflake
net.spy:spymemcached memcached
nz.net.ultraq.thymeleaf: thymeleaf
org.apache.beam: beam
org.apache.camel.springboot: spring-boot spring
org.apache.cassandra: cassandra
org.apache.flink: flink
org.apache.groovy: groovy
org.apache.hbase: hbase
org.apache.kafka: kafka
org.apache.kafka:kafka-clients kafka
org.apache.kafka:kafka-streams kafka kafka-streams
org.apache.maven.plugins:maven-javadoc-plugin javadoc
org.apache.solr: solr
org.apache.spark: spark
org.apache.struts: struts
org.apache.struts:struts2-core struts
org.asciidoctor: asciidoc
org.clojure:clojure clojure
org.codehaus.groovy: groovy
org.elasticsearch.client: elasticsearch
org.elasticsearch: elasticsearch
org.flywaydb: flyway
org.hibernate.orm: hibernate
org.hibernate.orm:hibernate-core hibernate
org.hibernate.validator: -
org.hibernate: hibernate
org.hibernate:hibernate-validator -
org.jetbrains.dokka:dokka-gradle-plugin dokka
org.jooq:jooq jooq
org.jooq:jooq-codegen jooq
org.jooq:jooq-meta jooq
org.junit.jupiter: junit
org.junit.platform: junit
org.junit.vintage: junit
org.junit: junit
org.liquibase: liquibase
org.mariadb.jdbc:mariadb-java-client mariadb
org.mariadb:r2dbc-mariadb mariadb
org.mockito: mockito
org.mongodb: mongodb
org.mybatis. mybatis
org.mybatis.spring.boot:mybatis-spring-boot-starter mybatis spring-boot
org.mybatis:mybatis mybatis
org.neo4j.driver: neo4j
org.neo4j.driver:neo4j-java-driver neo4j
org.neo4j: neo4j
org.openapitools: openapi
org.openjfx: javafx
org.opensearch. opensearch
org.opensearch.client: opensearch
org.playframework: play
org.postgresql:postgresql postgresql
org.postgresql:r2dbc-postgresql postgresql
org.redisson: redis
org.scala-lang:scala-library scala
org.seleniumhq.selenium: selenium
org.spockframework: spock
org.springdoc: openapi
org.springdoc:springdoc-openapi-starter-webflux-ui openapi swagger
org.springdoc:springdoc-openapi-starter-webmvc-ui openapi swagger
org.springdoc:springdoc-openapi-ui openapi swagger
org.springframework. spring
org.springframework.ai: spring
org.springframework.ai:spring-ai-openai-spring-boot-starter spring openai
org.springframework.ai:spring-ai-starter-mcp-server spring mcp
org.springframework.ai:spring-ai-starter-model-openai spring openai
org.springframework.amqp: rabbitmq spring
org.springframework.boot: spring-boot spring
org.springframework.boot:spring-boot-starter-amqp spring-boot spring rabbitmq
org.springframework.boot:spring-boot-starter-data-cassandra spring-boot spring cassandra
org.springframework.boot:spring-boot-starter-data-elasticsearch spring-boot spring elasticsearch
org.springframework.boot:spring-boot-starter-data-jpa spring-boot spring hibernate
org.springframework.boot:spring-boot-starter-data-mongodb spring-boot spring mongodb
org.springframework.boot:spring-boot-starter-data-mongodb-reactive spring-boot spring mongodb
org.springframework.boot:spring-boot-starter-data-neo4j spring-boot spring neo4j
org.springframework.boot:spring-boot-starter-data-redis spring-boot spring redis
org.springframework.boot:spring-boot-starter-data-redis-reactive spring-boot spring redis
org.springframework.boot:spring-boot-starter-flyway spring-boot spring flyway
org.springframework.boot:spring-boot-starter-graphql spring-boot spring graphql
org.springframework.boot:spring-boot-starter-jdbc spring-boot spring
org.springframework.boot:spring-boot-starter-kafka spring-boot spring kafka
org.springframework.boot:spring-boot-starter-liquibase spring-boot spring liquibase
org.springframework.boot:spring-boot-starter-oauth2-authorization-server spring-boot spring oauth
org.springframework.boot:spring-boot-starter-oauth2-client spring-boot spring oauth
org.springframework.boot:spring-boot-starter-oauth2-resource-server spring-boot spring oauth
org.springframework.boot:spring-boot-starter-test spring-boot spring junit
org.springframework.boot:spring-boot-starter-thymeleaf spring-boot spring thymeleaf
org.springframework.cloud: spring
org.springframework.data: spring
org.springframework.kafka:spring-kafka kafka
org.springframework.security: spring
org.springframework.session:spring-session-data-redis spring redis
org.springframework: spring
org.testcontainers: testcontainers
org.testcontainers:junit-jupiter testcontainers junit
org.testcontainers:testcontainers-junit-jupiter testcontainers junit
org.testng:testng testng
org.thymeleaf.extras: thymeleaf
org.thymeleaf: thymeleaf
org.webjars.npm:bootstrap bootstrap
org.webjars.npm:jquery jquery
org.webjars:bootstrap bootstrap
org.webjars:jquery jquery
org.webjars:swagger-ui swagger openapi
org.xerial:sqlite-jdbc sqlite
redis.clients:jedis redis
software.amazon.awscdk: aws-cdk aws
software.amazon.awssdk: aws
software.amazon.awssdk:bedrockruntime aws bedrock
software.amazon.awssdk:dynamodb aws dynamodb
software.amazon.awssdk:dynamodb-enhanced aws dynamodb
software.amazon.lambda: aws aws-lambda
`;

/** Gradle plugins, by id. */
export const gradlePlugins: DependencyTable = `
app.cash.sqldelight sqlite
com.android.application mobile-app
com.android.library -
com.apollographql.apollo apollo graphql
com.apollographql.apollo3 apollo graphql
com.github.johnrengelman.shadow gradle
com.google.cloud.tools.jib docker
com.google.firebase.crashlytics firebase
com.google.gms.google-services firebase
com.google.protobuf protobuf
groovy groovy
io.ktor.plugin ktor
io.micronaut.application micronaut
io.quarkus quarkus
io.sentry.android.gradle sentry
io.sentry.jvm.gradle sentry
kotlin-android kotlin
org.asciidoctor.jvm.convert asciidoc
org.asciidoctor.jvm.pdf asciidoc
org.flywaydb.flyway flyway
org.jetbrains.dokka dokka
org.jetbrains.kotlin.android kotlin
org.jetbrains.kotlin.jvm kotlin
org.jetbrains.kotlin.multiplatform kotlin
org.jetbrains.kotlin.plugin.jpa kotlin
org.jetbrains.kotlin.plugin.serialization kotlin
org.jetbrains.kotlin.plugin.spring kotlin spring
org.liquibase.gradle liquibase
org.openapi.generator openapi
org.openjfx.javafxplugin javafx
org.springframework.boot spring-boot spring
scala scala
`;
