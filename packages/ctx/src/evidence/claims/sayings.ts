// What an agent may say of its own work that a log can show: the sentence, and the commands that would bear it out.

export const claimKinds = ['tests', 'build', 'types', 'lint', 'commit', 'push'] as const;
export type ClaimKind = (typeof claimKinds)[number];

export interface Saying {
  readonly kind: ClaimKind;
  readonly sentence: string;
}

/** A statement that something holds or was done. Whoever hopes, asks, plans or denies claims nothing. */
const sayings: readonly { readonly kind: ClaimKind; readonly says: RegExp }[] = [
  {
    kind: 'tests',
    says: /\btests? (?:suites? )?(?:now |all |both )*(?:pass|passes|passed|passing|succeed|succeeded)\b/i,
  },
  { kind: 'tests', says: /\btests? (?:suites? )?(?:is|are) (?:now |all )*(?:passing|green)\b/i },
  {
    kind: 'tests',
    says: /\bI(?:’ve|'ve| have)? (?:ran|run|rerun|re-ran) (?:all |the |all the )?(?:unit |integration )?tests?\b/i,
  },
  { kind: 'build', says: /\bbuild (?:now )?(?:passes|passed|succeeds|succeeded|is green|works)\b/i },
  {
    kind: 'build',
    says: /\b(?:it|project|everything|code) (?:now )?builds (?:cleanly|successfully|without errors)\b/i,
  },
  { kind: 'build', says: /\bI(?:’ve|'ve| have)? (?:ran|run) the build\b/i },
  {
    kind: 'types',
    says: /\btype[- ]?(?:check|checks|checking) (?:now )?(?:pass|passes|passed|succeeds|succeeded|is clean)\b/i,
  },
  { kind: 'lint', says: /\blint(?:er|ing)? (?:now )?(?:passes|passed|is clean|succeeds|succeeded)\b/i },
  {
    kind: 'commit',
    says: /\b(?:I(?:’ve|'ve| have)? committed|(?:changes|it|everything|work) (?:is|are|was|were|has been|have been) committed)\b/i,
  },
  {
    kind: 'push',
    says: /\b(?:I(?:’ve|'ve| have)? pushed|(?:changes|it|everything|branch) (?:is|are|was|were|has been|have been) pushed)\b/i,
  },
];

const uncertain =
  /\b(?:not|never|no|cannot|should|would|could|might|may|will|shall|if|once|when|whenever|until|unless|ensure|verify|confirm|check that|make sure|need|needs|must|want|expect|expected|assume|assuming|hope|so that|let|let’s|to see|whether|most|some|except|but|fail|fails|failed|failing|before)\b|n[’']t\b|\?/i;

/** More than this of one answer nobody reads for claims. */
const longestRead = 1 << 16;

/** The claims of an answer's text; what stands in code, in quotes or in a list of things to do is none. */
export function sayingsIn(text: string): Saying[] {
  const plain = text
    .slice(0, longestRead)
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .replace(/`[^`\n]*`/g, '…')
    .replace(/^\s*(?:>|[-*] \[ \]).*$/gm, '');
  const found: Saying[] = [];
  for (const sentence of plain.split(/(?<=[.!?])\s+|\n+/)) {
    const said = sentence.trim().replace(/^[-*#\s]+/, '');
    if (said.length > 300 || uncertain.test(said)) continue;
    for (const { kind, says } of sayings)
      if (says.test(said) && !found.some((one) => one.kind === kind && one.sentence === said))
        found.push({ kind, sentence: said });
  }
  return found;
}

const commands: { readonly [K in ClaimKind]: RegExp } = {
  tests:
    /\b(?:npm|pnpm|yarn|bun) (?:run |-s |--silent )*(?:t|test|tests|check|ci|[\w:-]*test[\w:-]*)\b|\b(?:vitest|jest|mocha|ava|pytest|tox|nox|rspec|phpunit|ctest|bats|nextest)\b|\bpython3? -m (?:unittest|pytest)|\bgo test\b|\bcargo (?:test|nextest)|\b(?:mvn|mvnw|gradle|gradlew)\b.*\b(?:test|check|verify)\b|\bmake (?:test|check)|\bdotnet test|\bdeno test|\bnode (?:\S+ )*--test|\b(?:playwright|swift|zig build|mix) test/,
  build:
    /\b(?:npm|pnpm|yarn|bun) (?:run |-s |--silent )*(?:build|[\w:-]*build[\w:-]*)\b|\b(?:cargo|go|dotnet|swift|zig|docker|bazel) build\b|\bmake\b|\b(?:mvn|mvnw)\b.*\b(?:package|compile|install|verify)\b|\b(?:gradle|gradlew)\b.*\b(?:build|assemble)\b|\bcmake --build|\btsc\b|\b(?:vite|webpack|rollup|rolldown|esbuild|next) /,
  types:
    /\btsc\b|\b(?:mypy|pyright|flow check|cargo check|go vet)\b|\b(?:npm|pnpm|yarn|bun) (?:run )?(?:type-?check|types|check)\b/,
  lint: /\b(?:eslint|biome|ruff|pylint|flake8|golangci-lint|clippy|rubocop|stylelint|oxlint|shellcheck)\b|\b(?:npm|pnpm|yarn|bun) (?:run )?(?:lint|check)\b/,
  commit: /\bgit\b[^|;&\n]*\bcommit\b/,
  push: /\bgit\b[^|;&\n]*\bpush\b|\bgh pr create\b/,
};

/** What a command could bear out. Generous: a command that is not known here must not make a claim look false. */
export function kindsOf(command: string): ClaimKind[] {
  const short = command.slice(0, 1 << 14);
  return claimKinds.filter((kind) => commands[kind].test(short));
}
