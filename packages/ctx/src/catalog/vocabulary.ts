// Text into the terms that the index knows, and the other names under which people know a thing.

/** Plain words of a text, lower case and singular, compound names whole and in parts. */
export function wordsOf(text: string): string[] {
  return writtenWords(text).map(singular);
}

/** The same words as they are written: `kubernetes` is no plural. */
export function writtenWords(text: string): string[] {
  const found: string[] = [];
  for (const [raw] of text.toLowerCase().matchAll(wordIn(text))) {
    const word = raw.replace(/[._-]+$/, '');
    add(found, word);
    if (/[._-]/.test(word)) for (const part of word.split(/[._-]+/)) add(found, part);
  }
  return found;
}

/** Unicode's classes take V8 a millisecond to compile, and most texts do without. */
function wordIn(text: string): RegExp {
  return /[\u0080-\uffff]/.test(text) ? /[\p{L}\p{N}][\p{L}\p{N}.+#_-]*/gu : /[a-z0-9][a-z0-9.+#_-]*/g;
}

/** The words of a name: also the parts of `XcodeBuildMCP`. */
export function wordsOfName(name: string): string[] {
  const parts = name.replace(/([a-z\d])([A-Z])/g, '$1 $2');
  return parts === name ? wordsOf(name) : [...wordsOf(name), ...wordsOf(parts)];
}

function add(found: string[], word: string) {
  if (word.length < 2 && !/[cr]/.test(word)) return;
  if (word.length <= 40 && !empty.has(word)) found.push(word);
}

/** Also words that every summary of a tool has: they tell nothing apart. */
const empty = new Set(
  'a about all also an and any are as at be by can do does each for from get has have how i if in into is it its let me more most my new no not of off on one onto or other our out so some than that the their them then there these they this through to us use used uses using via was we what when where which who will with without work works you your'.split(
    ' ',
  ),
);

export function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith('s') && !/(ss|us|is|js)$/.test(word) ? word.slice(0, -1) : word;
}

/** What people write, and the tags that they mean by it. */
const meanings: Readonly<Record<string, string>> = {
  '2fa': 'authentication',
  a11y: 'accessibility',
  accessible: 'accessibility',
  auth: 'authentication',
  authn: 'authentication',
  authorization: 'authentication',
  browser: 'browser',
  bug: 'debugging',
  bottleneck: 'performance',
  chart: 'data-analysis',
  cli: 'cli-tool',
  cluster: 'kubernetes',
  container: 'containers',
  cpp: 'c++',
  crash: 'debugging',
  csharp: 'c#',
  css: 'css',
  dashboard: 'monitoring',
  db: 'database',
  debug: 'debugging',
  debugging: 'debugging',
  dependency: 'dependencies',
  deploy: 'deployment',
  deployment: 'deployment',
  doc: 'documentation',
  docs: 'documentation',
  document: 'documentation',
  dotnet: 'dotnet',
  e2e: 'e2e',
  embedding: 'vector-search',
  encryption: 'security',
  'end-to-end': 'e2e',
  eval: 'evaluation',
  excel: 'spreadsheet',
  fix: 'debugging',
  golang: 'go',
  image: 'containers',
  incident: 'incident',
  index: 'database',
  invoice: 'payments',
  issue: 'project-management',
  js: 'javascript',
  k8s: 'kubernetes',
  kafka: 'kafka',
  latency: 'performance',
  leak: 'debugging',
  lint: 'code-quality',
  login: 'authentication',
  mail: 'email',
  mfa: 'authentication',
  migrate: 'migration',
  migration: 'migration',
  mobile: 'mobile',
  mongo: 'mongodb',
  mongoose: 'mongoose',
  nextjs: 'next.js',
  node: 'node.js',
  nodejs: 'node.js',
  oauth2: 'oauth',
  optimise: 'performance',
  optimize: 'performance',
  passkey: 'authentication',
  password: 'authentication',
  payment: 'payments',
  pg: 'postgresql',
  pipeline: 'ci',
  plan: 'planning',
  postgre: 'postgresql',
  postgres: 'postgresql',
  pr: 'code-review',
  profile: 'performance',
  prompt: 'prompt-engineering',
  'pull-request': 'code-review',
  py: 'python',
  query: 'sql',
  rag: 'rag',
  rail: 'rails',
  refactor: 'refactoring',
  release: 'deployment',
  retrieval: 'rag',
  review: 'code-review',
  scrape: 'web-scraping',
  scraping: 'web-scraping',
  secure: 'security',
  secret: 'secrets',
  seo: 'seo',
  signin: 'authentication',
  signup: 'authentication',
  slow: 'performance',
  spreadsheet: 'spreadsheet',
  sso: 'authentication',
  style: 'design',
  subscription: 'payments',
  test: 'testing',
  tf: 'terraform',
  trace: 'observability',
  tracing: 'observability',
  ts: 'typescript',
  ui: 'frontend',
  upgrade: 'migration',
  vector: 'vector-search',
  vulnerability: 'security',
  vuejs: 'vue',
  websocket: 'realtime',
  webhook: 'api',
};

/** The tag that a word stands for, the word itself where it is one already. */
export function tagOf(word: string): string {
  return Object.hasOwn(meanings, word) ? (meanings[word] ?? word) : word;
}

/** A tag as the catalog writes it. Nothing when it cannot be one. */
export function normalTag(text: string): string | undefined {
  const tag = text
    .trim()
    .toLowerCase()
    .replace(/[\s_/]+/g, '-')
    .replace(/[^a-z0-9.+#-]/g, '');
  return /^[a-z0-9.][a-z0-9.+#-]{0,39}$/.test(tag) ? tagOf(tag) : undefined;
}
