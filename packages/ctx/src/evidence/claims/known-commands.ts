// What a command of a shell bears out by its own name, and which commands run nothing but themselves. What is in neither list may
// have run anything.

import type { ClaimKind } from './sayings.js';
import { claimKinds } from './sayings.js';

const script = '(?:npm|pnpm|yarn|bun)(?: -s| --silent| -w \\S+| -C \\S+| --prefix \\S+)*';
const git = 'git(?: -[Cc] \\S+| --(?!version|help)\\S+)*';

const shown: { readonly [K in ClaimKind]: RegExp } = {
  tests: new RegExp(
    `^(?:${script} (?:run(?:-script)? )?(?:t|test|tests|check|[\\w:.-]*test[\\w:.-]*)(?:\\s|$)|${script} run(?:-script)? ci(?:\\s|$)|(?:vitest|jest|mocha|ava|pytest|py\\.test|unittest|tox|nox|rspec|phpunit|pest|ctest|bats|karma|cypress run)(?:\\s|$)|go test\\b|cargo (?:\\+\\S+ )?(?:test|nextest|t)(?:\\s|$)|(?:mvn|mvnw|gradle|gradlew)\\b.*\\b(?:test|check|verify)\\b|make (?:test|check)(?:\\s|$)|(?:dotnet|deno|playwright|swift|zig build|mix|flutter|dart) test\\b|node (?:\\S+ )*--test\\b)`,
  ),
  build: new RegExp(
    `^(?:${script} (?:run(?:-script)? )?[\\w:.-]*build[\\w:.-]*(?:\\s|$)|(?:cargo|go|dotnet|swift|zig|docker|bazel) build\\b|make(?:\\s|$)|(?:mvn|mvnw)\\b.*\\b(?:package|compile|install|verify)\\b|(?:gradle|gradlew)\\b.*\\b(?:build|assemble)\\b|cmake --build|tsc(?:\\s|$)|vite build|webpack(?:\\s|$)|(?:rollup|rolldown|esbuild)(?:\\s|$)|next build)`,
  ),
  types: new RegExp(
    `^(?:(?:tsc|vue-tsc|mypy|pyright|basedpyright)(?:\\s|$)|flow check|cargo check|go vet|${script} (?:run )?(?:type-?check|types|check)(?:\\s|$))`,
  ),
  lint: new RegExp(
    `^(?:(?:eslint|biome|ruff|pylint|flake8|golangci-lint|rubocop|stylelint|oxlint|shellcheck)(?:\\s|$)|cargo clippy|${script} (?:run )?(?:lint|check)(?:\\s|$))`,
  ),
  commit: new RegExp(`^${git} commit(?:\\s|$)`),
  push: new RegExp(`^${git} push(?:\\s|$)`),
};

/** They say something about themselves, or what they would do. */
const asks =
  /\s(?:--version|-V|--help|-h|--dry-run|--list|--listTests|--collect-only|--co|--showConfig|--init)(?:\s|=|$)/;

/** What a simple command bears out. */
export function kindsOf(part: string): ClaimKind[] {
  if (asks.test(part)) return [];
  return claimKinds.filter((kind) => shown[kind].test(part));
}

/** They run nothing but themselves: they look at files, move them about, or ask git what is there. */
const plain = new Set(
  'cd ls cat head tail less more grep egrep fgrep rg ag fd sed cut sort uniq wc tr diff cmp file stat tree du df pwd echo printf true false test [ mkdir rmdir touch cp mv rm ln chmod tee which type whereis date sleep jq yq curl wget basename dirname realpath readlink sha256sum md5sum column nl od hexdump strings export set unset pushd popd wait kill ps id whoami hostname uname'.split(
    ' ',
  ),
);
const looksAtGit =
  /^(?:status|diff|log|show|add|branch|fetch|rev-parse|rev-list|ls-files|ls-remote|ls-tree|cat-file|checkout|switch|restore|stash|blame|remote|config|init|clone|reflog|describe|tag|grep|shortlog|reset|clean|mv|rm|check-ignore)$/;

/** Whether it can have run nothing that a claim is about. */
export function isPlain(part: string): boolean {
  if (asks.test(part)) return true;
  const [name = '', ...rest] = part.split(/\s+/);
  if (name !== 'git') return plain.has(name);
  return looksAtGit.test(rest.find((word) => /^[a-z]/.test(word)) ?? 'status');
}

/** Of which nobody would think that they run tests, linters or builds of this project on the way. */
const single =
  /^(?:(?:cargo|go|dotnet|swift|zig) (?:build|check|fmt|doc|clean|vet|clippy)\b|(?:tsc|vue-tsc|eslint|biome|ruff|prettier|mypy|pyright)(?:\s|$)|git )/;

/** Whether it may have run, on the way, something whose failure it would not tell. */
export function mayRunMore(part: string): boolean {
  return !isPlain(part) && !single.test(part);
}
