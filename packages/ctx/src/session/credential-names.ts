// What a credential variable is: the one definition, for what a log must not hold and for what a tool must not be given.

const credentialWord =
  /^(?:PAT|PWD|PASS|\w*(?:KEYS?|PASSWORDS?|PASSWD|PASSPHRASE|SECRETS?|TOKENS?|CREDENTIALS?|DSN))$/;
/** Words of everyday life that end as `APIKEY` does. */
const everyday = new Set(
  'MONKEY DONKEY TURKEY HOCKEY JOCKEY WHISKEY HOTKEY HOTKEYS MONKEYS HICKEY MICKEY'.split(' '),
);
/** Words that make a name one of a place: `TOKEN_FILE` says where a token is, not what it is; `PATH_TOKEN` does not. */
const placeWords = new Set(['PATH', 'FILE', 'DIR', 'SOCK', 'SOCKET']);
/** An address of one of these usually holds the password. */
const storeWord =
  /^(?:DATABASE|DB|PG|POSTGRES\w*|MYSQL|MARIADB|MONGO(?:DB)?|REDIS|AMQP|RABBITMQ|BROKER|CELERY|SMTP|MAILER|ELASTICSEARCH|CLICKHOUSE|COCKROACH\w*)$/;
const whole = new Set([
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
  'SSH_AUTH_SOCK',
  'DOCKER_AUTH_CONFIG',
  'CONNECTION_STRING',
  'CONNECTIONSTRING',
  'CTX_STORE',
]);

/**
 * By the words of its name. Errs on the safe side: a program that needs one of these has no business under an agent
 * without being told so.
 */
export function namesCredential(name: string): boolean {
  if (name === 'PWD') return false;
  if (whole.has(name.toUpperCase())) return true;
  const words = wordsOf(name);
  if (words.includes('PUBLIC')) return false;
  return (
    words.at(-1) === 'AUTH' ||
    words.some((word) => credentialWord.test(word) && !everyday.has(word)) ||
    isAddressOfStore(words)
  );
}

/** Whether its value is where something is: a tool does without it all the same, but a log may name the place. */
export function namesPlace(name: string): boolean {
  return placeWords.has(wordsOf(name).at(-1) ?? '');
}

function isAddressOfStore(words: readonly string[]): boolean {
  const last = words.at(-1) ?? '';
  if (/^(?:DATABASE|REDIS|MONGO|POSTGRES)UR[LI]$/.test(last)) return true;
  return /^UR[LI]$/.test(last) && words.some((word) => storeWord.test(word));
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .split(/[^A-Z0-9]+/);
}
