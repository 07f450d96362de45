// Composer packages.

import type { DependencyTable } from './dependency-table.js';

export const composerPackages: DependencyTable = `
algolia/algoliasearch-client-php algolia
api-platform/ symfony
api-platform/core symfony openapi
aws/ aws
aws/aws-sdk-php aws
azure-oss/ azure
behat/behat cucumber
bref/bref aws aws-lambda
brianium/paratest phpunit
cakephp/cakephp cakephp
clickhouse-php/ clickhouse
codeigniter/framework codeigniter
codeigniter4/framework codeigniter
craftcms/cms yii
darkaonline/l5-swagger openapi swagger
datadog/dd-trace datadog
doctrine/dbal doctrine
doctrine/doctrine-bundle doctrine symfony
doctrine/doctrine-migrations-bundle doctrine symfony
doctrine/mongodb-odm doctrine mongodb
doctrine/mongodb-odm-bundle doctrine mongodb symfony
doctrine/orm doctrine
drupal/ drupal
drupal/core drupal
drupal/core-recommended drupal
drupal/drupal drupal
elasticsearch/ elasticsearch
elasticsearch/elasticsearch elasticsearch
enqueue/amqp-lib rabbitmq
enqueue/rdkafka kafka
filament/filament laravel livewire
firebase/php-jwt jwt
friendsofsymfony/ symfony
google/cloud gcp
google/cloud- gcp
google/protobuf protobuf-runtime
graphql-php/graphql-php graphql
grpc/grpc grpc
illuminate/ laravel
illuminate/database laravel eloquent
illuminate/support laravel
inertiajs/inertia-laravel inertia laravel
jms/serializer-bundle symfony
johnpbloch/wordpress wordpress
kreait/firebase-php firebase
kreait/laravel-firebase firebase laravel
larastan/larastan phpstan
laravel/ laravel
laravel/cashier stripe laravel
laravel/dusk laravel
laravel/framework laravel eloquent
laravel/horizon laravel redis
laravel/lumen-framework laravel
laravel/passport laravel oauth
laravel/pint laravel
laravel/scout laravel
laravel/slack-notification-channel laravel slack
laravel/socialite laravel oauth
lcobucci/jwt jwt
league/flysystem-aws-s3-v3 aws
league/oauth1-client oauth
league/oauth2-client oauth
league/oauth2-server oauth
lexik/jwt-authentication-bundle jwt symfony
livewire/ livewire laravel
livewire/livewire livewire laravel
magento/ magento
magento/product-community-edition magento
mailgun/mailgun-php mailgun
meilisearch/meilisearch-php meilisearch
microsoft/azure-storage-blob azure
mongodb/laravel-mongodb mongodb
mongodb/mongodb mongodb
nelmio/api-doc-bundle openapi symfony
nunomaduro/larastan phpstan
nuwave/lighthouse graphql laravel
open-telemetry/ opentelemetry
openai-php/client openai
openai-php/laravel openai
opensearch-project/opensearch-php opensearch
paypal/ paypal
pestphp/ pest
pestphp/pest pest
php-amqplib/php-amqplib rabbitmq
phpstan/ phpstan
phpstan/phpstan phpstan
phpunit/ phpunit
phpunit/phpunit phpunit
predis/predis redis
psalm/plugin-laravel psalm
rcrowe/twigbridge twig laravel
roots/ wordpress
roots/wordpress wordpress
sendgrid/sendgrid sendgrid
sentry/ sentry
sentry/sentry sentry
sentry/sentry-laravel sentry
sentry/sentry-symfony sentry symfony
shopify/shopify-api shopify
slim/ slim
slim/slim slim
stripe/stripe-php stripe
sylius/sylius symfony
symfony/amazon-mailer aws
symfony/amqp-messenger rabbitmq
symfony/flex symfony
symfony/framework-bundle symfony
symfony/mailgun-mailer mailgun
symfony/maker-bundle symfony
symfony/orm-pack doctrine symfony
symfony/phpunit-bridge phpunit
symfony/runtime symfony
symfony/security-bundle symfony
symfony/sendgrid-mailer sendgrid
symfony/slack-notifier slack
symfony/stimulus-bundle symfony stimulus
symfony/symfony symfony
symfony/telegram-notifier telegram
symfony/twig-bundle symfony twig
symfony/twilio-notifier twilio
symfony/ux-live-component symfony
symfony/ux-turbo symfony hotwire
symfony/web-profiler-bundle symfony
symfony/webpack-encore-bundle symfony webpack
twig/ twig
twig/twig twig
twilio/sdk twilio
tymon/jwt-auth jwt
typo3/cms-core typo3
vimeo/psalm psalm
vladimir-yuldashev/laravel-queue-rabbitmq rabbitmq laravel
webonyx/graphql-php graphql
wp-cli/wp-cli wordpress
wp-coding-standards/wpcs wordpress
yiisoft/ yii
yiisoft/yii2 yii
zircote/swagger-php openapi swagger
`;
