// What a call of any agent's tool did, as far as claims go: a change of a file, or a command and what its end says of each part of it.

import { isMembers } from '../../protocol/members.js';
import { type ClaimKind, claimKinds } from './sayings.js';

const shells: ReadonlySet<string> = new Set([
  'bash',
  'exec_command',
  'run_shell_command',
  'shell',
  'local_shell',
  'container.exec',
  'powershell',
  'run_in_terminal',
]);

const writers =
  /^(?:write|edit|multiedit|notebookedit|create|apply_patch|write_file|replace|str_replace\w*|edit_file|patch|save_file)$/;

/** Tools that only look, think or note something. Whatever is not known may have run anything. */
const lookers =
  /^(?:read|view|ls|glob|grep|rg|list|think|fetch|webfetch|websearch|notebookread|todo\w*|update_plan|exit_?plan\w*|ask\w*|(?:read|list|search|find|web|fetch|get|google_web|report)_\w+)$/;

/** The text of a shell command; nothing for a tool that starts none. */
export function commandOf(tool: string, input: unknown): string | undefined {
  if (!shells.has(tool.toLowerCase()) || !isMembers(input)) return undefined;
  for (const name of ['command', 'cmd', 'script']) {
    const given = input[name];
    if (typeof given === 'string') return given;
    if (Array.isArray(given)) return given.filter((word) => typeof word === 'string').join(' ');
  }
  return undefined;
}

/** Whether a command goes on behind its result. */
export function runsOn(input: unknown): boolean {
  return isMembers(input) && (input['run_in_background'] === true || input['is_background'] === true);
}

export function changesFiles(tool: string): boolean {
  return writers.test(tool.toLowerCase());
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

const longestCommand = 1 << 14;

/** What a command could bear out. */
export function kindsOf(command: string): ClaimKind[] {
  const short = command.slice(0, longestCommand);
  return claimKinds.filter((kind) => commands[kind].test(short));
}

export type End = 'good' | 'bad' | 'unknown';

/** What the end of a whole script says of the command in it that bears a claim out: of the last one, where there are several. */
export function endOf(command: string, kind: ClaimKind, failed: boolean): End {
  const parts = partsOf(command);
  const place = parts.findLastIndex(({ text }) => commands[kind].test(text));
  const [part] = parts.slice(place);
  if (place === -1 || part === undefined) return 'unknown';
  const behind = parts.slice(place + 1);
  const before = parts.slice(0, place);
  const isPiped = part.joint === '|' && !/\bpipefail\b/.test(command);
  if (isPiped || part.joint === '||' || part.joint === '&') return 'unknown';
  // A pipe that fails whole says no more than that something in it failed.
  if (failed) return behind.length === 0 && before.every(isReached) ? 'bad' : 'unknown';
  const stopsAtFailure = /\bset -\w*e/.test(command);
  return stopsAtFailure || parts.slice(place, -1).every(({ joint }) => joint === '&&') ? 'good' : 'unknown';
}

interface Part {
  readonly text: string;
  /** What joins it to the next one. */
  readonly joint: string;
}

/** Whether the part behind it ran, whatever came of this one. */
function isReached({ text, joint }: Part): boolean {
  return joint === ';' || joint === '\n' || /^\s*(?:cd|export|source|set|unset|pushd|\w+=\S*)\b/.test(text);
}

/** A script by its simple commands; what stands in quotes is left out of them, except what a shell is given as a whole. */
function partsOf(script: string): Part[] {
  const whole = script.slice(0, longestCommand).trim();
  const inner = /^(?:\S*\/)?(?:ba|z|da)?sh(?: -\w+)* (['"])([\s\S]*)\1$/.exec(whole)?.[2] ?? whole;
  const bare = inner.replace(/\\\n/g, ' ').replace(/'[^']*'|"(?:[^"\\]|\\[\s\S])*"/g, '');
  const pieces = bare.replace(/\d?>&\d|&>>?/g, ' ').split(/(&&|\|\||\|&|[;|&\n])/);
  const parts: Part[] = [];
  for (let i = 0; i < pieces.length; i += 2) {
    const text = pieces[i] ?? '';
    if (text.trim() !== '') parts.push({ text, joint: pieces[i + 1]?.replace('|&', '|') ?? '' });
  }
  return parts;
}

const lead = /^\s*(?:\w+=\S*\s+)*(?:(?:sudo|time|env|nice|exec|command|timeout \S+|xvfb-run)\s+)*/;

/** Starts whatever a file, a container, a list of tasks or another machine says. */
const starters =
  /^(?:\.{0,2}\/|~\/|[\w.-]+\/\S|(?:(?:ba|z|da|fi)?sh|source|\.|make|gmake|just|task|rake|invoke|inv|nx|turbo|lerna|bazel\w*|buck2?|pants|docker|podman|kubectl|ssh|act|nix|devbox|earthly|dagger|pre-commit|lefthook|gh|mise|ninja|scons|ant|expect)(?:\s|$))/;

/** Starts what its words say, of which not all are known here. */
const runners =
  /^(?:python[\d.]*|node|deno|bun|ruby|perl|php|java|npx|bunx|npm (?:run|exec|start|publish|version|rebuild)|yarn|pnpm|uv|poetry|pipenv|pdm|hatch|rye|cargo|go|dotnet|mix|mvn\w*|gradle\w*|cmake|meson|sbt|lein|mill|stack|cabal|dune|swift|xcodebuild|fastlane|flutter|dart|composer|rails|Rscript|julia|git (?!status|diff|log|show|add|branch|fetch|rev-parse|ls-files|checkout|restore|stash|blame|remote|config|init|clone))(?:\s|$)/;

/** Whether a call may have run what a claim is about without showing it. */
export function mayHide(tool: string, command: string | undefined): boolean {
  if (command === undefined) return !changesFiles(tool) && !lookers.test(tool.toLowerCase());
  return partsOf(command).some(({ text }) => {
    const words = text.replace(lead, '');
    return starters.test(words) || (runners.test(words) && kindsOf(words).length === 0);
  });
}
