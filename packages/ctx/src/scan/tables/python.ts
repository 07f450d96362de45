// Python distributions, by their normalised name (lower case, dashes).

import type { DependencyTable } from './dependency-table.js';
import { pythonStoresAndModels } from './python-stores-and-models.js';

export const pythonPackages: DependencyTable = `${pythonStoresAndModels}
aioboto3 aws
aiobotocore aws
aiogram telegram
aiohttp aiohttp
alembic alembic
algoliasearch algolia
ansible ansible
ansible-core ansible
apache-airflow airflow
apache-airflow-providers- airflow
apache-beam beam
ariadne graphql
authlib oauth
aws-cdk-lib aws-cdk aws
aws-lambda-powertools aws aws-lambda
aws-sam-cli aws sam
aws-sam-translator aws sam
awscli aws
awswrangler aws
azure- azure
azure-ai-inference azure
azure-cosmos azure
azure-functions azure azure-functions
azure-identity azure
behave behave
black black
bootstrap-flask flask bootstrap
boto aws
boto3 aws
boto3-stubs aws
botocore aws
celery celery
cfn-lint aws cloudformation
channels django
click click
crispy-bootstrap4 django bootstrap
crispy-bootstrap5 django bootstrap
dagster dagster
dagster- dagster
dagster-aws dagster aws
dagster-azure dagster azure
dagster-dbt dagster dbt
dagster-gcp dagster gcp
dagster-k8s dagster kubernetes
dagster-slack dagster slack
dash dash plotly
datadog datadog
dbt- dbt
dbt-core dbt
ddtrace datadog
delta-spark spark
discord discord
discord-py discord
django django
django- django
django-allauth django oauth
django-bootstrap4 django bootstrap
django-bootstrap5 django bootstrap
django-celery-beat django celery
django-celery-results django celery
django-debug-toolbar django
django-htmx django htmx
django-ninja django
django-prometheus django prometheus
django-rest-framework django-rest-framework django
django-rq django rq redis
django-storages django
djangorestframework django-rest-framework django
djangorestframework-simplejwt django-rest-framework django jwt
docker docker
dramatiq dramatiq
drf-spectacular django-rest-framework django openapi
drf-yasg django-rest-framework django openapi swagger
fastapi fastapi
firebase-admin firebase
flake8 flake8
flask flask
flask- flask
flask-apispec flask openapi
flask-bootstrap flask bootstrap
flask-jwt-extended flask jwt
flask-migrate flask alembic
flask-restx flask openapi swagger
flask-sqlalchemy flask sqlalchemy
flower celery
furo sphinx
google-cloud- gcp
google-cloud-aiplatform gcp
google-cloud-bigtable gcp
google-cloud-storage gcp
gql graphql
gradio gradio
graphene graphql
graphene-django graphql django
graphql-core graphql
grpcio grpc
grpcio- grpc
httpx-oauth oauth
hubspot-api-client hubspot
hypothesis hypothesis
ipykernel jupyter-notebook
ipywidgets jupyter-notebook
jinja2 jinja
jira jira
jupyter jupyter-notebook
jupyterlab jupyter-notebook
kivy kivy
kubernetes kubernetes
litestar litestar
locust locust
mangum aws aws-lambda
marshmallow marshmallow
matplotlib matplotlib
mkdocs mkdocs
mkdocs- mkdocs
mkdocs-material mkdocs
mkdocstrings mkdocs
molecule ansible
mypy mypy
mypy-boto3- aws
mypy-boto3-s3 aws
myst-parser sphinx
newrelic new-relic
nextcord discord
notebook jupyter-notebook
nox nox
numpy numpy
opencv-python opencv
opencv-python-headless opencv
opentelemetry- opentelemetry
opentelemetry-api opentelemetry
opentelemetry-instrumentation-django opentelemetry
opentelemetry-sdk opentelemetry
pandas pandas
paypalrestsdk paypal
playwright playwright
plotly plotly
polars polars
posthog posthog
pre-commit pre-commit
prefect prefect
prefect- prefect
prometheus-client prometheus
prometheus-fastapi-instrumentator prometheus fastapi
protobuf protobuf-runtime
pulumi pulumi
pulumi- pulumi
pulumi-aws pulumi aws
pydantic pydantic
pydantic-settings pydantic
pygame pygame
pygithub github
pyjwt jwt
pyqt5 pyqt qt
pyqt5-qt5 pyqt qt
pyqt6 pyqt qt
pyramid pyramid
pyright pyright
pyside2 qt
pyside6 qt
pyspark pyspark spark
pytelegrambotapi telegram
pytest pytest
pytest- pytest
pytest-asyncio pytest
pytest-bdd pytest
pytest-cov pytest
pytest-django pytest
pytest-httpserver pytest
pytest-playwright pytest playwright
python-gitlab gitlab
python-jose jwt
python-social-auth oauth
python-telegram-bot telegram
requests-oauthlib oauth
robotframework robot-framework
robotframework- robot-framework
ruff ruff
sagemaker aws
sanic sanic
scikit-learn scikit-learn
scipy scipy
scrapy scrapy
selenium selenium
sendgrid sendgrid
sentry-sdk sentry
shopifyapi shopify
slack-bolt slack
slack-sdk slack
slack_sdk slack
slackclient slack
social-auth-app-django django oauth
social-auth-core oauth
sphinx sphinx
sphinx- sphinx
sqlalchemy sqlalchemy
sqlalchemy- sqlalchemy
sqlalchemy-utils sqlalchemy
sqlmodel sqlmodel sqlalchemy
sse-starlette starlette
starlette starlette
strawberry-graphql graphql
strawberry-graphql-django graphql django
streamlit streamlit
stripe stripe
telethon telegram
testcontainers testcontainers
tornado tornado
tox tox
twilio twilio
typer typer
zenpy zendesk
zensical documentation-site
`;
