// Composer packages.

import type { DependencyTable } from './dependency-table.js';

export const composerPackages: DependencyTable = `
algolia/algoliasearch-client-php algolia
aws/aws-sdk-php aws
behat/behat cucumber
codeigniter4/framework codeigniter
drupal/core drupal
drupal/core-recommended drupal
elasticsearch/elasticsearch elasticsearch
firebase/php-jwt jwt
laravel/framework laravel eloquent
laravel/pint laravel
livewire/livewire livewire laravel
magento/product-community-edition magento
mongodb/mongodb mongodb
mongodb/laravel-mongodb mongodb
openai-php/client openai
openai-php/laravel openai
pestphp/pest pest
phpstan/phpstan phpstan
larastan/larastan phpstan
phpunit/phpunit phpunit
predis/predis redis
sentry/sentry sentry
sentry/sentry-laravel sentry
slim/slim slim
stripe/stripe-php stripe
laravel/cashier stripe
symfony/framework-bundle symfony
symfony/symfony symfony
twig/twig twig
twilio/sdk twilio
vimeo/psalm psalm
yiisoft/yii2 yii
`;
