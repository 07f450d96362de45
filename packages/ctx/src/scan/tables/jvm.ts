// Maven coordinates, `group:artifact`, or a whole group with a colon at its end.

import type { DependencyTable } from './dependency-table.js';

export const mavenArtifacts: DependencyTable = `
androidx.compose.ui:ui mobile-app
androidx.core:core-ktx mobile-app
com.anthropic:anthropic-java anthropic
com.clickhouse:clickhouse-jdbc clickhouse
com.datastax.oss:java-driver-core cassandra
com.google.cloud: gcp
com.h2database:h2 h2
com.microsoft.sqlserver:mssql-jdbc mssql
com.mysql:mysql-connector-j mysql
com.openai:openai-java openai
com.oracle.database.jdbc:ojdbc11 oracle
com.stripe:stripe-java stripe
com.twilio.sdk:twilio twilio
dev.langchain4j:langchain4j langchain
io.cucumber:cucumber-java cucumber
io.grpc: grpc
io.kotest: kotest
io.ktor: ktor
io.lettuce:lettuce-core redis
io.micronaut: micronaut
io.micrometer:micrometer-registry-prometheus prometheus
io.modelcontextprotocol.sdk:mcp mcp
io.opentelemetry: opentelemetry
io.quarkus: quarkus
io.quarkus.platform: quarkus
io.sentry: sentry
jakarta.persistence:jakarta.persistence-api hibernate
junit:junit junit
mysql:mysql-connector-java mysql
org.apache.beam: beam
org.apache.flink: flink
org.apache.kafka:kafka-clients kafka
org.apache.kafka:kafka-streams kafka kafka-streams
org.apache.spark: spark
org.apache.struts:struts2-core struts
org.elasticsearch.client: elasticsearch
org.hibernate.orm:hibernate-core hibernate
org.junit.jupiter: junit
org.mariadb.jdbc:mariadb-java-client mariadb
org.mockito: mockito
org.mongodb: mongodb
org.mybatis:mybatis mybatis
org.mybatis.spring.boot:mybatis-spring-boot-starter mybatis spring-boot
org.neo4j.driver:neo4j-java-driver neo4j
org.postgresql:postgresql postgresql
org.seleniumhq.selenium: selenium
org.spockframework: spock
org.springdoc: openapi
org.springframework.ai: spring
org.springframework.boot: spring-boot spring
org.springframework.boot:spring-boot-starter-data-jpa spring-boot spring hibernate
org.springframework.boot:spring-boot-starter-data-mongodb spring-boot spring mongodb
org.springframework.boot:spring-boot-starter-data-redis spring-boot spring redis
org.springframework.kafka:spring-kafka kafka
org.springframework: spring
org.testcontainers: testcontainers
org.xerial:sqlite-jdbc sqlite
redis.clients:jedis redis
software.amazon.awssdk: aws
`;

/** Gradle plugins, by id. */
export const gradlePlugins: DependencyTable = `
com.android.application mobile-app
com.android.library mobile-app
io.ktor.plugin ktor
io.micronaut.application micronaut
io.quarkus quarkus
org.jetbrains.dokka dokka
org.jetbrains.kotlin.android kotlin
org.jetbrains.kotlin.jvm kotlin
org.springframework.boot spring-boot spring
`;
