// The error codes that only ctxctl has. words.ts must say each of them.

import { code, failuresOf } from '../../ctx/src/kit/failures.js';
import type { UnusableReason } from './contract/clean-host/step.js';

/** Made when something has failed: a start needs none of it. */
export function codes() {
  return {
    repository_not_found: code('usage'),
    contract_missing: code('usage'),
    contract_unknown: code<{ known: readonly string[] }>('usage'),
    contract_frozen: code('usage'),
    contract_broken: code<{ first: string; more: number }>('runtime'),
    contract_bump_incomplete: code<{ missing: readonly string[] }>('policy'),
    contract_history_cut_off: code('policy'),
    contract_changed: code<{ how: string; more: number; missing: readonly string[] }>('policy'),
    program_missing: code('usage'),
    release_refused: code<{ problem: string }>('runtime'),
    release_by_workflow: code('usage'),
    release_step_unknown: code<{ nearest?: string | undefined; steps: readonly string[] }>('usage'),
    demand_surface_unknown: code<{ nearest?: string | undefined; surfaces: readonly string[] }>('usage'),
    demand_field_empty: code('usage'),
    demand_date_invalid: code<{ value: string }>('usage'),
    demand_date_future: code<{ value: string }>('usage'),
    demand_signal_unknown: code<{ source: string | undefined; surface: string }>('item_not_found'),
    demand_not_promoted: code('usage'),
    roadmap_malformed: code<{ line: number; problem: string }>('parse'),
    demand_source_repeated: code<{ surface: string }>('usage'),
    demand_log_malformed: code<{ line: number; problem: string }>('parse'),
    demand_log_busy: code<{ pid: number }>('filesystem', { retryable: true }),

    read_report: code<{
      reason: 'outside' | 'too_large' | 'not_text' | 'not_a_file' | 'permission' | 'missing' | 'system';
    }>('filesystem'),
    write_report: code('filesystem'),
    no_frontmatter: code('parse'),
    unterminated_frontmatter: code('parse'),
    parse_report: code<{
      field: string;
      line: number;
      rule: 'missing' | 'value' | 'repeated' | 'form' | 'other_kind';
    }>('parse'),
    read_dismissal: code<{ reason: 'unreadable' | 'not_json' | 'not_a_ledger' }>('filesystem'),
    /** `busy` is the process that holds the ledger's lock. */
    write_dismissal: code<{ busy?: number | undefined }>('filesystem'),
    unknown_id: code<{ nearest?: string | undefined; known: readonly string[] }>('item_not_found'),
    id_required: code('usage'),
    kind_invalid: code('usage'),
    not_git: code('usage'),
    /** `name` is what names no commit. */
    range_unknown: code<{ rule: 'form' | 'name' | 'apart'; name?: string | undefined }>('usage'),
    tree_dirty: code<{ paths: readonly string[] }>('usage'),
    git_failed: code<{ reason: string }>('runtime'),

    clean_host_broken: code<{ problems: readonly string[]; triage: string }>('runtime'),
    clean_host_called_off: code('runtime', { exitCode: 130 }),
    clean_host_root_refused: code<{ reason: string }>('usage'),
    clean_host_step_unknown: code<{ steps: readonly string[]; nearest?: string | undefined }>('usage'),
    clean_host_config_wrong: code<{ line: number; problem: string }>('parse'),
    clean_host_flags_apart: code<{ needs_package: boolean }>('usage'),
    evidence_flag_alone: code('usage'),
    evidence_unknown: code('usage'),
    evidence_broken: code<{ first: string; more: number }>('runtime'),
    evidence_of_failure: code<{ failed: string }>('policy'),
    package_unusable: code<{ why: UnusableReason; problem: string }>('usage'),
    live_claude_refused: code<{ gate: 'no_acknowledgement' | 'no_credentials' }>('policy'),
    live_claude_missing: code('usage'),
  } as const;
}

export type Codes = ReturnType<typeof codes>;

export const fail = failuresOf(codes);
