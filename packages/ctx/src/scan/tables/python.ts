// Python distributions, by their normalised name (lower case, dashes).

import type { DependencyTable } from './dependency-table.js';

export const pythonPackages: DependencyTable = `
aio-pika rabbitmq
aiohttp aiohttp
aiokafka kafka
aiomysql mysql
aiosqlite sqlite
alembic alembic
anthropic anthropic
apache-airflow airflow
apache-beam beam
asyncpg postgresql
aws-cdk-lib aws-cdk aws
azure-functions azure azure-functions
azure-identity azure
behave behave
black black
boto3 aws
cassandra-driver cassandra
celery celery
chromadb chroma
click click
clickhouse-connect clickhouse
clickhouse-driver clickhouse
cohere cohere
confluent_kafka kafka
confluent-kafka kafka
crewai crewai
dagster dagster
dash dash plotly
databricks-sdk databricks
datadog datadog
ddtrace datadog
dbt-bigquery dbt bigquery
dbt-core dbt
dbt-postgres dbt postgresql
dbt-snowflake dbt snowflake
discord-py discord
django django
django-ninja django
djangorestframework django-rest-framework django
dramatiq dramatiq
dspy-ai dspy
dspy dspy
duckdb duckdb
elasticsearch elasticsearch
faiss-cpu faiss
faiss-gpu faiss
fastapi fastapi
fastmcp mcp
flake8 flake8
flask flask
flask-sqlalchemy flask sqlalchemy
google-cloud-bigquery gcp bigquery
google-cloud-firestore gcp firestore
google-cloud-storage gcp
google-genai google-genai
google-generativeai google-genai
gradio gradio
groq groq
grpcio grpc
haystack-ai haystack
huggingface-hub hugging-face
hypothesis hypothesis
influxdb-client influxdb
instructor instructor
jax jax
jupyter jupyter-notebook
jupyterlab jupyter-notebook
kafka-python kafka
keras keras
kivy kivy
kubernetes kubernetes
lancedb lancedb
langchain langchain
langchain-anthropic langchain anthropic
langchain-community langchain
langchain-core langchain
langchain-openai langchain openai
langfuse langfuse
langgraph langgraph langchain
litellm litellm
litestar litestar
llama-index llamaindex
llama-index-core llamaindex
locust locust
lightning lightning pytorch
pytorch-lightning lightning pytorch
mariadb mariadb
marshmallow marshmallow
matplotlib matplotlib
mcp mcp
meilisearch meilisearch
mistralai mistral
mkdocs mkdocs
mkdocs-material mkdocs
mlflow mlflow
mongoengine mongodb
motor mongodb
mypy mypy
mysql-connector-python mysql
mysqlclient mysql
nats-py nats
neo4j neo4j
nox nox
numpy numpy
ollama ollama
onnxruntime onnx
openai openai
openai-agents openai
opencv-python opencv
opencv-python-headless opencv
opensearch-py opensearch
opentelemetry-api opentelemetry
opentelemetry-sdk opentelemetry
oracledb oracle
pandas pandas
pgvector pgvector postgresql
pika rabbitmq
pinecone pinecone
pinecone-client pinecone
playwright playwright
plotly plotly
polars polars
pre-commit pre-commit
prefect prefect
prometheus-client prometheus
psycopg postgresql
psycopg-pool postgresql
psycopg2 postgresql
psycopg2-binary postgresql
pulumi pulumi
pydantic pydantic
pydantic-ai pydantic-ai pydantic
pygame pygame
pyjwt jwt
pylibmc memcached
pymemcache memcached
pymilvus milvus
pymongo mongodb
pymssql mssql
pymysql mysql
pyqt5 pyqt qt
pyqt6 pyqt qt
pyramid pyramid
pyright pyright
pyside6 qt
pyspark pyspark spark
pytest pytest
pytest-asyncio pytest
pytest-cov pytest
pytest-django pytest
pytest-playwright pytest playwright
python-jose jwt
python-telegram-bot telegram
qdrant-client qdrant
ray ray
redis redis
robotframework robot-framework
rq rq redis
ruff ruff
sanic sanic
scikit-learn scikit-learn
scipy scipy
scrapy scrapy
selenium selenium
semantic-kernel semantic-kernel
sentence-transformers sentence-transformers hugging-face
sentry-sdk sentry
slack_sdk slack
slack-bolt slack
slack-sdk slack
snowflake-connector-python snowflake
spacy spacy
sphinx sphinx
sqlalchemy sqlalchemy
sqlmodel sqlmodel sqlalchemy
starlette starlette
streamlit streamlit
stripe stripe
supabase supabase postgresql
tensorflow tensorflow
testcontainers testcontainers
torch pytorch
tornado tornado
tox tox
transformers transformers hugging-face
trino trino
twilio twilio
typer typer
valkey valkey
vllm vllm
wandb wandb
weaviate-client weaviate
xgboost xgboost
`;
