// Hex packages of Elixir, and packages of Dart's pub.

import type { DependencyTable } from './dependency-table.js';

export const hexPackages: DependencyTable = `
absinthe graphql
broadway_kafka kafka
credo credo
ecto_sqlite3 sqlite
ex_aws aws
ex_doc ex-doc
mongodb_driver mongodb
myxql mysql
oban oban
phoenix phoenix
phoenix_live_view phoenix-liveview phoenix
plug_cowboy plug
postgrex postgresql
redix redis
sentry sentry
stripity_stripe stripe
tailwind tailwindcss
`;

export const pubPackages: DependencyTable = `
cloud_firestore firebase firestore
firebase_auth firebase
firebase_core firebase
flutter flutter
flutter_test flutter-test
graphql_flutter graphql
melos melos
mongo_dart mongodb
postgres postgresql
sentry_flutter sentry
sqflite sqlite
supabase_flutter supabase
`;
