// Ruby gems.

import type { DependencyTable } from './dependency-table.js';

export const gems: DependencyTable = `
activerecord active-record
anthropic anthropic
aws-sdk-s3 aws
aws-sdk aws
capybara capybara
cucumber cucumber
dalli memcached
devise devise
discordrb discord
elasticsearch elasticsearch
factory_bot factory-bot
factory_bot_rails factory-bot
graphql graphql graphql-ruby
grpc grpc
hanami hanami
jekyll jekyll
jwt jwt
minitest minitest
mongoid mongoid mongodb
mysql2 mysql
neighbor pgvector postgresql
newrelic_rpm new-relic
pg postgresql
rails rails
rake rake
redis redis
resque resque redis
rspec rspec
rspec-rails rspec
rubocop rubocop
rubocop-rails rubocop
rubocop-rails-omakase rubocop
ruby-kafka kafka
ruby-openai openai
selenium-webdriver selenium
sentry-rails sentry
sentry-ruby sentry
sidekiq sidekiq redis
sinatra sinatra
solidus solidus rails
sorbet sorbet
spree spree rails
sqlite3 sqlite
stimulus-rails stimulus hotwire
stripe stripe
tailwindcss-rails tailwindcss
turbo-rails hotwire
twilio-ruby twilio
vcr vcr
yard yard
`;
