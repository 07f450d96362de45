// What the tokens of well-known services look like. Long enough each that ordinary text does not match.

export interface TokenShape {
  /** What the placeholder says instead. */
  readonly name: string;
  /** Source of a regular expression without groups that capture. */
  readonly pattern: string;
  /** Source of one that is found in every match, and rules out most texts ten times as fast. */
  readonly hint: string;
  /** The beginning of a match that is no secret and stays. */
  readonly keeps?: RegExp;
}

/** Body of a private key: no five dashes, and no longer than keys are, so that a lone header costs little. */
const keyBody = '(?:[^-]|-(?!----)){0,20000}';
const keyHeader = '-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----';
const keyFooter = '-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----';

const authorization =
  '[Aa]uthorization[\\\\"\']{0,4}\\s{0,4}[:=]\\s{0,4}[\\\\"\']{0,4}(?:[Bb]earer|[Bb]asic|[Tt]oken)\\s{1,4}';

/** The beginning of a word, also behind the escaped line break of a text that is JSON or source code itself. */
const start = '(?:\\b|(?<=\\\\[nrt]))';

/** The end of a text that may become the beginning of a credential: what follows decides. */
export const authorizationBegun =
  /[Aa]uthorization[\\"']{0,4}\s{0,4}(?:[:=]\s{0,4}[\\"']{0,4}(?:[A-Za-z]{0,6}\s{0,4})?)?$/;

/** A private key whose last line has not come yet, or the beginning of its first. */
export const privateKeyBegun = new RegExp(
  `-----BEGIN [A-Z0-9 ]{0,60}(?:PRIVATE KEY(?: BLOCK)?-{0,4})?$|${keyHeader}(?![\\s\\S]*${keyFooter})`,
);

export const tokenShapes: readonly TokenShape[] = [
  { name: 'private-key', hint: 'PRIVATE KEY', pattern: `${keyHeader}${keyBody}${keyFooter}` },
  // The rest of the key may have been cut off.
  { name: 'private-key', hint: 'PRIVATE KEY', pattern: `${keyHeader}[A-Za-z0-9+/=\\s\\\\]{32,}` },
  {
    name: 'authorization',
    hint: 'uthorization',
    pattern: `${authorization}[A-Za-z0-9._~+/=-]{8,}`,
    keeps: new RegExp(`^${authorization}`),
  },
  {
    name: 'age-key',
    hint: 'AGE-SECRET-KEY-|age-secret-key-',
    pattern: `${start}(?:AGE-SECRET-KEY-(?:PQ-)?1[0-9A-Z]{20,}|age-secret-key-(?:pq-)?1[0-9a-z]{20,})`,
  },
  // What a script fills in (`$USER:$TOKEN@`) is no secret, and neither is what was redacted.
  {
    name: 'url-credentials',
    hint: '://[^\\s/@]{1,402}@',
    pattern:
      '(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\\s/@:[\\]"\'<>%*{$]{0,100}:(?![$<{%*[])[^\\s/@"\'<>]{1,300}(?=@)',
    keeps: /^[A-Za-z][A-Za-z0-9+.-]{1,20}:\/\//,
  },
  { name: 'anthropic-key', hint: 'sk-ant-', pattern: `${start}sk-ant-[A-Za-z0-9_-]{16,}` },
  {
    name: 'openai-key',
    hint: 'sk-(?:proj|svcacct|admin|None|[A-Za-z0-9]{32})',
    pattern: `${start}sk-(?:(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20,}|[A-Za-z0-9]{32,})`,
  },
  { name: 'openrouter-key', hint: 'sk-or-v1-', pattern: `${start}sk-or-v1-[0-9a-f]{32,}` },
  {
    name: 'github-token',
    hint: 'gh[pousr]_|github_pat_',
    pattern: `${start}(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{22,})`,
  },
  {
    name: 'gitlab-token',
    hint: 'gl[a-z]{2,5}-[A-Za-z0-9_.-]{20}',
    pattern: `${start}gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|oas|soat|ffct)-[A-Za-z0-9_.-]{20,}`,
  },
  {
    name: 'slack-token',
    hint: 'xox[abeoprs]-|xapp-',
    pattern: `${start}(?:xox[abeoprs]-[A-Za-z0-9-]{10,}|xapp-[A-Za-z0-9-]{20,})`,
  },
  {
    name: 'aws-access-key',
    hint: 'A(?:KIA|SIA|BIA|CCA)[A-Z0-9]',
    pattern: `${start}(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\\b`,
  },
  {
    name: 'google-key',
    hint: 'AIza|ya29\\.|GOCSPX-',
    pattern: `${start}(?:AIza[A-Za-z0-9_-]{35}|ya29\\.[A-Za-z0-9_-]{20,}|GOCSPX-[A-Za-z0-9_-]{28})`,
  },
  { name: 'npm-token', hint: 'npm_[A-Za-z0-9]{36}', pattern: `${start}npm_[A-Za-z0-9]{36}` },
  {
    name: 'stripe-key',
    hint: '[sr]k_(?:live|test)_|whsec_',
    pattern: `${start}(?:(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/=]{24,})`,
  },
  // Only where a run of its characters begins: otherwise each place in a long one would be tried to the end.
  {
    name: 'jwt',
    hint: 'eyJ[A-Za-z0-9_-]{8}',
    pattern:
      '(?:(?<![A-Za-z0-9_-])|(?<=\\\\[nrt]))eyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}',
  },
];
