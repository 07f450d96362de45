// All English that a failure of ctxctl is told in, on top of the words that it shares with ctx.

import { type FactsOf, Failure, type Words } from '../../ctx/src/kit/failures.js';
import { sharedWords, type WordsFor, wordsOf } from '../../ctx/src/kit/words.js';
import type { Codes } from './codes.js';

const ownWords: WordsFor<Codes> = {
  repository_not_found: ({ target }) => ({
    message: `No repository with schemas/commands.json was found at or above ${target}.`,
    hint: 'Run ctxctl inside the repository that it maintains.',
  }),
  release_refused: ({ target, problem }) => ({
    message: `Nothing can be released: ${target}: ${problem}`,
    hint: 'Fix it and run `ctxctl release --dry-run` again; nothing was published.',
  }),
  release_by_workflow: () => ({
    message: 'Releases are published by the release workflow alone.',
    hint: 'Check with `ctxctl release --dry-run`, then push a tag: `git tag vVERSION && git push origin vVERSION`.',
  }),
  release_step_unknown: ({ target, nearest, steps }) => ({
    message: `A release has no step \`${target}\`.`,
    hint: nearest === undefined ? `Steps: ${steps.join(', ')}.` : `Did you mean \`${nearest}\`?`,
  }),
  contract_missing: ({ target }) => ({
    message: `There is no ${target}.`,
    hint: 'Run ctxctl inside the repository that it maintains.',
  }),
  contract_unknown: ({ target, known }) => ({
    message: `There is no version \`${target}\` of a contract.`,
    hint: `There are: ${known.join(', ')}.`,
  }),
  contract_frozen: ({ target }) => ({
    message: `${target} is frozen: its goldens are never written again.`,
    hint: 'New behaviour needs a new version: its own folder, an entry in versions.json and one in the changelog.',
  }),
  contract_broken: ({ target, first, more }) => ({
    message: `${target} is broken: ${first}${more === 0 ? '' : `, and ${more} more`}.`,
    hint: 'If the change is intended and the version is a draft, `ctxctl contract accept` accepts it.',
  }),
  contract_bump_incomplete: ({ missing }) => ({
    message: `A version of a contract is not complete: ${missing.join('; ')}.`,
    hint: 'Add each of them in the same commit as the version.',
  }),
  contract_changed: ({ target, how, more, missing }) => ({
    message: `${target}: ${how}${more === 0 ? '' : `, and ${more} more`}.${stillMissing(missing)}`,
    hint: `A frozen version stays as it is: restore it with git, and put what is new into a version beside it, ${nextTo(target)}.`,
  }),
  contract_history_cut_off: ({ target }) => ({
    message: `This clone does not reach back to the commit that froze ${target}, so nobody can tell here whether it was changed.`,
    hint: 'Fetch the rest with `git fetch --unshallow`, or name the commit that your branch is based on with --base.',
  }),
  program_missing: ({ target }) => ({
    message: `There is no program ${target}.`,
    hint: 'Build it with `npm run build`, or name one with --program.',
  }),
  demand_surface_unknown: ({ target, nearest, surfaces }) => ({
    message: `\`${target}\` is not on the list of commands without JSON output.`,
    hint: nearest === undefined ? `Choose from: ${surfaces.join(', ')}.` : `Did you mean \`${nearest}\`?`,
  }),
  demand_field_empty: ({ target }) => ({
    message: `\`${target}\` is empty.`,
    hint: 'Say who needs it, what for, and why today’s output is not enough.',
  }),
  demand_date_invalid: ({ value }) => ({
    message: `\`${value}\` is not a date.`,
    hint: 'Write it as YYYY-MM-DD.',
  }),
  demand_date_future: ({ value }) => ({
    message: `\`${value}\` is in the future.`,
    hint: 'Give the day on which somebody asked for it.',
  }),
  demand_not_promoted: ({ target }) => ({
    message: `\`${target}\` has no JSON output yet, so it is not promoted.`,
    hint: "Give it JSON output first (`surface: 'clawable'`), then run `ctxctl demand resolve --promoted`.",
  }),
  demand_signal_unknown: ({ source, surface }) => ({
    message: `There is no open signal ${source === undefined ? '' : `of \`${source}\` `}for \`${surface}\`.`,
    hint: `Run \`ctxctl demand list --surface ${surface}\` to see those on record.`,
  }),
  roadmap_malformed: ({ target, line, problem }) => ({
    message: `${target}, line ${line}: ${problem}.`,
    hint: 'Fix that line by hand; nothing was changed.',
  }),
  demand_source_repeated: ({ target, surface }) => ({
    message: `\`${target}\` already has a signal on record for \`${surface}\`.`,
    hint: 'Only independent signals count; edit the existing one.',
  }),
  demand_log_malformed: ({ target, line, problem }) => ({
    message: `${target}, line ${line}: ${problem}.`,
    hint: 'Fix that line by hand; nothing was changed.',
  }),
  demand_log_busy: ({ target, pid }) => ({
    message: `${target} is being written by process ${pid}.`,
    hint: 'Run it again.',
  }),

  read_report: ({ target, reason }) => ({
    message: `The audit report ${target} cannot be read: ${reportReasons[reason]}.`,
    hint: 'Look at the file; its auditor has to write it again.',
  }),
  write_report: ({ target, cause }) => ({
    message: `The audit report ${target} could not be written: ${reasonIn(cause)}.`,
    hint: 'Fix that and run it again; an earlier report is unchanged.',
  }),
  no_frontmatter: ({ target }) => ({
    message: `The audit report ${target} cannot be read: it does not begin with a line \`---\`.`,
    hint: 'A report is written by `ctxctl audit write`; `ctxctl help audit write` explains it.',
  }),
  unterminated_frontmatter: ({ target }) => ({
    message: `The audit report ${target} cannot be read: its frontmatter has no second line \`---\`.`,
    hint: 'A report is written by `ctxctl audit write`; `ctxctl help audit write` explains it.',
  }),
  parse_report: ({ target, field, line, rule }) => ({
    message: `The audit report ${target} cannot be read: line ${line}, \`${field}\` ${fieldRules[rule]}.`,
    hint: 'A report is written by `ctxctl audit write`; `ctxctl help audit write` explains it.',
  }),
  read_dismissal: ({ target, reason }) => ({
    message: `The list of dismissals ${target} cannot be read (${ledgerReasons[reason]}), so no report counts as dismissed.`,
    hint: 'Fix it, or delete it and dismiss those reports again.',
  }),
  write_dismissal: ({ target, busy, cause }) => ({
    message:
      busy === undefined
        ? `The dismissal could not be written to ${target}: ${reasonIn(cause)}.`
        : `The dismissal could not be written to ${target}: process ${busy} is writing it.`,
    hint: 'Nothing was dismissed; run it again.',
  }),
  unknown_id: ({ target, nearest, known }) => ({
    message: `There is no audit report \`${target}\`.`,
    hint:
      nearest !== undefined
        ? `Did you mean \`${nearest}\`?`
        : known.length === 0
          ? 'There are no reports yet; `ctxctl audit --help` says what writes them.'
          : `There are: ${known.join(', ')}.`,
  }),
  id_required: ({ operation }) => ({
    message: `\`audit ${operation}\` needs the id of a report.`,
    hint:
      operation === 'dismiss'
        ? 'Name one or more, or pass --all; `ctxctl audit list` lists them.'
        : 'Name one; `ctxctl audit list` lists them.',
  }),
  kind_invalid: ({ target }) => ({
    message: `\`${target}\` cannot be a report’s kind.`,
    hint: 'Use up to 64 of a-z, 0-9 and -, such as `commit-trailers`.',
  }),
  not_git: ({ target }) => ({
    message: `${target} is not in a git repository.`,
    hint: 'An audit reads commits: run it inside a repository.',
  }),
  range_unknown: ({ target, rule, name }) => ({
    message: `\`${target}\` is not a range of commits here: ${rangeProblem(rule, name)}.`,
    hint: 'Write FROM..TO with branches, tags or commits that exist.',
  }),
  tree_dirty: ({ paths }) => ({
    message: `The work tree has changes that are not committed: ${listed(paths)}.`,
    hint: 'Commit or remove them first; an audit reads what is committed, and there is no override.',
  }),
  git_failed: ({ operation, reason }) => ({
    message: `git ${operation} failed: ${reason}.`,
    hint: 'Run it in a shell to see more.',
  }),

  clean_host_broken: ({ target, problems, triage }) => ({
    message: `The clean-host contract is broken at ${target}: ${problems[0] ?? 'it did not say why'}.`,
    hint: `To look at it: ${triage}.`,
  }),
  clean_host_called_off: () => ({
    message: 'The clean-host contract was cancelled.',
    hint: 'Its files were removed; run it again.',
  }),
  clean_host_root_refused: ({ reason }) => ({
    message: `The contract cannot work there: ${reason}.`,
    hint: 'Name an empty folder with --temp-root, or none.',
  }),
  clean_host_step_unknown: ({ target, nearest, steps }) => ({
    message: `The contract has no step \`${target}\`.`,
    hint: nearest === undefined ? `Its steps: ${steps.join(', ')}.` : `Did you mean \`${nearest}\`?`,
  }),
  clean_host_config_wrong: ({ target, line, problem }) => ({
    message: `${target} is not valid: ${problem} (line ${line}).`,
    hint: 'Fix that line; nothing was installed.',
  }),
  clean_host_flags_apart: ({ target, needs_package }) => ({
    message: needs_package
      ? `${target} needs a package.`
      : `${target} belongs to the contract of ctx itself.`,
    hint: needs_package ? 'Name it with --package.' : 'Leave --package out, or that flag.',
  }),
  evidence_flag_alone: ({ target }) => ({
    message: `${target} works only with --evidence.`,
    hint: 'Name a folder for it with --evidence.',
  }),
  evidence_unknown: ({ target }) => ({
    message: `${target} holds no evidence of a clean-host contract.`,
    hint: 'Name the folder that `ctxctl contract clean-host --evidence DIR` wrote. Sessions, reports and exports: `ctx verify`.',
  }),
  evidence_broken: ({ target, first, more }) => ({
    message: `The evidence in ${target} does not hold: ${first}${more === 0 ? '' : `, and ${more} more`}.`,
    hint: 'Somebody changed it, or it belongs to another package or signer. `--output-format json` lists every finding.',
  }),
  evidence_of_failure: ({ target, failed }) => ({
    message: `The evidence in ${target} is intact, and records that the contract failed at ${failed}.`,
    hint: 'Its contract.json says what was wrong. Fix that, and run the contract again.',
  }),
  package_unusable: ({ target, why, problem }) => ({
    message: `${target} cannot be tested: ${problem}.`,
    hint: `${unusableHints[why]}.`,
  }),
  live_claude_missing: ({ target }) => ({
    message: `There is no program ${target}.`,
    hint: 'Give --claude-bin the file of a program, or a name that is on PATH. Nothing was built or spent.',
  }),
  live_claude_refused: ({ gate }) => ({
    message:
      gate === 'no_credentials'
        ? 'A live Claude Code needs credentials in the environment; those of your home are never used.'
        : 'A live Claude Code costs money, and you have not allowed it.',
    hint:
      gate === 'no_credentials'
        ? 'Set ANTHROPIC_API_KEY or CLAUDE_CODE_OAUTH_TOKEN. Nothing was built or spent.'
        : 'Set CTX_LIVE_CLAUDE_ACK=uses_quota if it may. Nothing was built or spent.',
  }),
};

const unusableHints: Readonly<Record<FactsOf<Codes['package_unusable']>['why'], string>> = {
  no_package: 'Make one with `npm pack`. Nothing was installed',
  no_programs: 'A contract drives programs; add `bin` to its package.json, or test another package',
  other_package: 'Give the file of that package with --config, or leave it out',
  not_found: '`npm view NAME versions` lists what is published; a tarball is named by its path',
  unavailable:
    'Fix that and run it again; `npm view NAME` shows whether npm reaches it. Nothing was installed',
};

const reportReasons: Readonly<Record<FactsOf<Codes['read_report']>['reason'], string>> = {
  outside: 'it is a link that leads out of the repository',
  too_large: 'it is larger than 1 MiB',
  not_text: 'it is not valid UTF-8',
  not_a_file: 'it is not a regular file',
  permission: 'permission denied',
  missing: 'it does not exist',
  system: 'the system reports an error',
};

const fieldRules: Readonly<Record<FactsOf<Codes['parse_report']>['rule'], string>> = {
  missing: 'is missing',
  value: 'has an invalid value',
  repeated: 'appears twice',
  form: 'is not of the form `key: value`',
  other_kind: 'differs from the name of the file',
};

const ledgerReasons: Readonly<Record<FactsOf<Codes['read_dismissal']>['reason'], string>> = {
  unreadable: 'the file cannot be opened as text',
  not_json: 'it is not JSON',
  not_a_ledger: 'it does not have the form of such a list',
};

function rangeProblem(rule: FactsOf<Codes['range_unknown']>['rule'], name = ''): string {
  if (rule === 'name') return `\`${name}\` names no commit`;
  return rule === 'apart' ? 'its ends have no commit in common' : 'it is not of the form FROM..TO';
}

function reasonIn(cause: unknown): string {
  if (cause instanceof Failure && 'reason' in cause.where) return String(cause.where.reason);
  if (cause instanceof Failure && cause.code === 'disk_full') return 'the disk is full';
  return cause instanceof Error ? cause.message : 'the reason is not known';
}

function listed(paths: readonly string[]): string {
  const shown = paths.slice(0, 5).join(', ');
  return paths.length > 5 ? `${shown} and ${paths.length - 5} more` : shown;
}

export const words = { ...sharedWords, ...ownWords };

export function inWords(failure: Failure): Words {
  return wordsOf(words, failure, 'ctxctl');
}

/** The draft that comes after the frozen version which a path lies in. */
function nextTo(path: string): string {
  const [, contract, number] = /^(contracts\/[^/]+)\/v(\d+)/.exec(path) ?? [];
  return contract === undefined ? 'a draft' : `${contract}/v${Number(number) + 1}-draft`;
}

function stillMissing(missing: readonly string[]): string {
  return missing.length === 0 ? '' : ` Besides, a version is not complete: ${missing.join('; ')}.`;
}
