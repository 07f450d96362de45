// Python distributions that name a store or a model's makers.

import type { DependencyTable } from './dependency-table.js';

export const pythonStoresAndModels: DependencyTable = `
accelerate hugging-face
ag2 autogen
aio-pika rabbitmq
aiodynamo aws dynamodb
aiokafka kafka
aiomysql mysql
aiopg postgresql
aioredis redis
aiosqlite sqlite
amqp rabbitmq
anthropic anthropic
arq redis
asyncmy mysql
asyncpg postgresql
autogen-agentchat autogen
beanie mongodb
cassandra-driver cassandra
channels-redis django redis
chromadb chroma
clickhouse-connect clickhouse
clickhouse-driver clickhouse
clickhouse-sqlalchemy clickhouse sqlalchemy
cohere cohere
confluent-kafka kafka
confluent_kafka kafka
couchbase couchbase
crewai crewai
cx-oracle oracle
dagster-anthropic dagster anthropic
dagster-databricks dagster databricks
dagster-duckdb dagster duckdb
dagster-openai dagster openai
dagster-postgres dagster postgresql
dagster-snowflake dagster snowflake
databricks-connect databricks
databricks-sdk databricks
databricks-sql-connector databricks
datasets hugging-face
dbt-bigquery dbt bigquery
dbt-clickhouse dbt clickhouse
dbt-databricks dbt databricks
dbt-duckdb dbt duckdb
dbt-postgres dbt postgresql
dbt-redshift dbt redshift
dbt-snowflake dbt snowflake
diffusers hugging-face
django-redis django redis
dspy dspy
dspy-ai dspy
duckdb duckdb
elasticsearch elasticsearch
elasticsearch-dsl elasticsearch
faiss-cpu faiss
faiss-gpu faiss
fakeredis redis
fastmcp mcp
faust-streaming kafka
flask-mongoengine flask mongodb
flask-pymongo flask mongodb
google-cloud-bigquery gcp bigquery
google-cloud-firestore gcp firestore
google-genai google-genai
google-generativeai google-genai
groq groq
haystack-ai haystack
hiredis redis
huggingface-hub hugging-face
influxdb influxdb
influxdb-client influxdb
instructor instructor
jax jax
kafka-python kafka
keras keras
lancedb lancedb
langchain langchain
langchain- langchain
langchain-anthropic langchain anthropic
langchain-aws langchain aws
langchain-community langchain
langchain-core langchain
langchain-google-genai langchain google-genai
langchain-mcp-adapters langchain mcp
langchain-ollama langchain ollama
langchain-openai langchain openai
langchain-pinecone langchain pinecone
langchain-postgres langchain postgresql
langfuse langfuse
langgraph langgraph langchain
langgraph- langgraph langchain
lightning lightning pytorch
litellm litellm
llama-cloud-services llamaindex
llama-index llamaindex
llama-index- llamaindex
llama-index-core llamaindex
llama-index-embeddings-huggingface llamaindex hugging-face
llama-index-embeddings-ollama llamaindex ollama
llama-index-embeddings-openai llamaindex openai
llama-index-llms-anthropic llamaindex anthropic
llama-index-llms-ollama llamaindex ollama
llama-index-llms-openai llamaindex openai
llama-index-vector-stores-chroma llamaindex chroma
llama-index-vector-stores-postgres llamaindex postgresql
llama-index-vector-stores-qdrant llamaindex qdrant
llama-parse llamaindex
mariadb mariadb
mcp mcp
meilisearch meilisearch
mistralai mistral
mlflow mlflow
mlflow-skinny mlflow
mongoengine mongodb
motor mongodb
mysql-connector-python mysql
mysqlclient mysql
nats-py nats
neo4j neo4j
neo4j-driver neo4j
odmantic mongodb
ollama ollama
onnx onnx
onnxruntime onnx
openai openai
openai-agents openai
opensearch-py opensearch
oracledb oracle
pandas-gbq gcp bigquery
peft hugging-face
pg8000 postgresql
pgvector pgvector postgresql
pika rabbitmq
pinecone pinecone
pinecone-client pinecone
psycopg postgresql
psycopg-binary postgresql
psycopg-pool postgresql
psycopg2 postgresql
psycopg2-binary postgresql
psycopg2cffi postgresql
pyautogen autogen
pydantic-ai pydantic-ai pydantic
pylibmc memcached
pymemcache memcached
pymilvus milvus
pymongo mongodb
pymssql mssql
pymysql mysql
pynamodb aws dynamodb
pytorch-lightning lightning pytorch
qdrant-client qdrant
ray ray
redis redis
redis-om redis
redshift-connector redshift
rq rq redis
semantic-kernel semantic-kernel
sentence-transformers sentence-transformers hugging-face
snowflake- snowflake
snowflake-connector-python snowflake
snowflake-snowpark-python snowflake
snowflake-sqlalchemy snowflake sqlalchemy
spacy spacy
sqlalchemy-bigquery sqlalchemy gcp bigquery
sqlalchemy-redshift sqlalchemy redshift
sqlite-utils sqlite
sqlite-vec sqlite
supabase supabase postgresql
tensorboard tensorflow
tensorflow tensorflow
tensorflow-cpu tensorflow
tf-keras keras tensorflow
timm pytorch
torch pytorch
torchaudio pytorch
torchmetrics pytorch
torchvision pytorch
transformers transformers hugging-face
trino trino
valkey valkey
vllm vllm
wandb wandb
weaviate-client weaviate
xgboost xgboost`;
