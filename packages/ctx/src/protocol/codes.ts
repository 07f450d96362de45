// Every error code of ctx, with the facts that its words need. cli/words.ts must say each of them.

import type { DocumentRule, HeldLock, SandboxCause, StoppedRun, Tampering } from './code-facts.js';
import { code, failuresOf } from './failure.js';
import { reachCodes } from './reach-codes.js';

/** Made when something has failed: a start needs none of it. */
export function codes() {
  return {
    command_missing: code<{ group?: string; choices?: readonly string[] }>('parse'),
    command_unknown: code<{ nearest?: string | undefined }>('parse'),
    /** `verb` is the command that looked for it. */
    command_not_found: code<{ nearest?: string | undefined; verb?: string }>('command_not_found'),
    flag_unknown: code<{ nearest?: string | undefined; command?: string }>('parse'),
    flag_repeated: code('parse'),
    flag_value_missing: code<{ wanted: string }>('parse'),
    flag_value_unwanted: code('parse'),
    flag_value_invalid: code<{ value: string; wanted: string; nearest?: string | undefined }>('parse'),
    flag_missing: code<{ wanted: string }>('parse'),
    argument_missing: code<{ command: string }>('parse'),
    argument_unwanted: code<{ command: string }>('parse'),
    argument_invalid: code<{ argument: string; wanted: string; nearest?: string | undefined }>('parse'),
    /** `column` is where it stops being one, from 1. */
    jq_invalid: code<{ value: string; column: number }>('parse'),
    json_opted_out: code<{ reason: string }>('parse'),
    json_foreign: code<{ speaks: string }>('parse'),

    internal_error: code<{ crashFile?: string | undefined }>('unknown'),
    interrupted: code('runtime', { exitCode: 130, retryable: true }),
    terminated: code('runtime', { exitCode: 143, retryable: true }),
    output_undeliverable: code<{ reason: string }>('delivery'),

    /** `prompt` where the word may have been meant as one. */
    file_not_found: code<{ prompt?: string }>('filesystem'),
    file_unreadable: code<{ reason: string }>('filesystem'),
    file_unwritable: code<{ reason: string }>('filesystem'),
    system_refused: code<{ reason: string }>('filesystem'),
    not_durable: code<{ reason: string }>('filesystem'),
    disk_full: code('filesystem'),
    /** `reason` is why a file of the program could not be loaded, where it is there. */
    package_incomplete: code<{ reason?: string | undefined }>('filesystem'),
    working_folder_gone: code('filesystem'),
    /** `last` is the last second that can be named. */
    epoch_invalid: code<{ last: number }>('usage'),

    document_malformed: code<{ line: number; problem: string }>('parse'),
    document_invalid: code<{
      place: string;
      line?: number | undefined;
      rule: DocumentRule;
      wanted: string;
      described?: string | undefined;
    }>('parse'),
    document_key_unknown: code<{
      key: string;
      line?: number | undefined;
      known: readonly string[];
      nearest?: string | undefined;
    }>('parse'),
    model_missing: code('usage'),
    default_model_played: code<{ file: string }>('usage'),
    user_config_unusable: code<{ reason: string }>('filesystem'),
    model_unknown: code<{ known: readonly string[]; nearest?: string | undefined }>('usage'),
    model_ambiguous: code<{ matches: readonly string[] }>('usage'),
    credential_missing: code<{ variables: readonly string[] }>('auth'),
    base_url_missing: code<{ variable: string }>('usage'),
    base_url_invalid: code<{ reason: string }>('usage'),
    base_url_untrusted: code<{ variable: string }>('auth'),
    /** `answer`: why nobody's yes is there. */
    trust_missing: code<{
      standing: 'untrusted' | 'changed';
      answer: 'no' | 'nobody' | 'agent';
      /** What trusts it without a question. */
      flag: string;
    }>('policy'),
    trust_unavailable: code<{ reason: string }>('policy'),
    trust_unknown: code<{ known: readonly string[]; nearest?: string | undefined }>('item_not_found'),
    recording_changed: code('session'),
    workspace_missing: code('filesystem'),
    run_id_repeated: code('usage'),

    // A run that stopped early: its stop reason is the code. `retryable` where `ctx resume`, or the same call, can come further.
    timeout: code<StoppedRun>('runtime', { exitCode: 2, retryable: true }),
    cancelled: code<StoppedRun>('runtime', { exitCode: 130, retryable: true }),
    max_budget_reached: code<StoppedRun & { unsent?: boolean }>('runtime'),
    max_turns_reached: code<StoppedRun>('runtime'),
    max_iterations_reached: code<StoppedRun>('runtime'),
    /** Of a run, or of one call outside of any: that one has no session. */
    tool_denied: code<{ session?: string; why?: string | undefined }>('policy'),
    content_filter: code<StoppedRun>('runtime'),
    length: code<StoppedRun>('runtime'),
    model_error: code<StoppedRun>('runtime'),
    output_invalid: code<StoppedRun>('runtime'),
    log_tampered: code<StoppedRun & { how?: Tampering | undefined; lost?: number }>('session'),
    /** It was touched, and could not be kept either. */
    log_lost: code<{ how: Tampering }>('session'),

    script_changed: code('session'),
    session_unfinished: code<{ run_id: string; isOwn: boolean }>('session'),
    session_foreign: code<{ standing: 'unknown' | 'cut_off' }>('session'),
    session_finished: code('usage'),
    budget_spent: code<{ limits: readonly string[] }>('usage'),
    /** `peer` is where it went. */
    session_moved: code<{ peer: string }>('session'),
    /** The program behind `ctx acp --`. */
    agent_unstartable: code<{ reason: string }>('runtime'),
    agent_not_reading: code('runtime'),
    /** Where sessions of other agents are kept. */
    state_folder_missing: code('filesystem'),
    /** A run that another agent conducted. */
    agent_foreign: code<{ agent: string }>('usage'),
    /** A run that ctx drove another agent through. */
    agent_driven: code<{ agent: string; theirs?: string | undefined }>('usage'),
    agent_unknown: code<{ known: readonly string[]; nearest?: string | undefined }>('usage'),
    agent_missing: code<{ program: string; install?: string | undefined }>('runtime'),
    agent_too_old: code<{ version: string; oldest: string; install: string }>('runtime'),
    agent_not_strict: code<{ unasked: readonly string[] }>('policy'),
    /** A budget that nothing the agent says could be held against. */
    agent_unmeasured: code<{ limit: string }>('usage'),
    flags_contradict: code<{ other: string }>('usage'),
    task_missing: code('usage'),
    prompt_empty: code('usage'),
    conversation_unattended: code('usage'),

    /** `said` is the sandbox program's own sentence. */
    sandbox_unavailable: code<{ why: SandboxCause; said?: string | undefined }>('runtime'),

    sandbox_host_invalid: code('parse'),
    /** The ctx outside of the sandbox does not run this for whoever is inside. */
    memory_denied: code<{ rule: string; reason: string }>('policy'),
    memory_unreachable: code<{ reason: string }>('runtime', { retryable: true }),

    /** No server of the project that is a program has this name. */
    mcp_program_unknown: code<{ known: readonly string[]; nearest?: string | undefined }>('item_not_found'),
    mcp_names_collide: code<{ other: string }>('mcp'),
    /** `instead` is the rule that would work. */
    rule_useless: code<{ instead?: string | undefined }>('usage'),
    mcp_server_failed: code<{ reason: string }>('mcp', { retryable: true }),
    mcp_unauthorized: code('auth'),
    mcp_login_failed: code<{ reason: string }>('auth'),
    mcp_server_unknown: code<{ known: readonly string[] }>('usage'),
    mcp_credentials_unusable: code<{ reason: string }>('auth'),
    tool_unknown: code<{ nearest?: string | undefined }>('tool_not_found'),
    tool_failed: code<{ why: string }>('runtime'),
    payload_malformed: code<{ problem: string }>('parse'),
    payload_invalid: code<{ reasons: readonly string[] }>('usage'),
    command_not_prompt: code('usage'),

    schema_unknown: code<{ nearest?: string | undefined }>('schema_not_found'),

    price_unknown: code('usage'),
    records_incoherent: code<{ reason: string }>('session'),
    script_invalid: code<{ place: string; reason: string }>('parse'),

    path_outside: code<{ root: string }>('filesystem'),
    run_id_invalid: code('parse'),
    session_id_invalid: code('parse'),
    session_unknown: code<{ folder?: string }>('session_not_found'),
    session_ambiguous: code<{ matches: readonly string[] }>('usage'),
    session_none: code<{ folder: string }>('session_not_found'),
    session_exists: code('session'),
    session_locked: code<HeldLock>('session', {
      retryable: true,
    }),
    tools_running: code<{ pids: readonly number[] }>('session', { retryable: true }),
    session_broken: code<{ seq: number; reason: string }>('session'),
    session_empty: code('session'),
    session_newer_format: code<{ format: number; known: number }>('session'),
    record_too_large: code<{ bytes: number }>('session'),
    transcript_too_large: code<{ megabytes: number }>('session'),

    // Transcripts of other agents.
    /** No host here writes such a file; `host`: the one that was named does not. */
    transcript_unknown: code<{ host?: string | undefined; known: readonly string[] }>('parse'),
    transcript_empty: code<{ host: string }>('parse'),
    /** Somebody cut the file off while it was read. */
    transcript_changed: code('filesystem', { retryable: true }),
    /** A session is asked for, and the file is a transcript of that agent. */
    transcript_not_session: code<{ host: string }>('session'),
    transcript_parent_missing: code<{ host: string; parent: string }>('session'),
    transcripts_none: code<{ host: string; project?: string | undefined }>('item_not_found'),
    zstd_missing: code('runtime'),
    sqlite_missing: code('runtime'),
    import_incomplete: code<{ failed: number; imported: number; first: string }>('runtime'),

    context_missing: code('usage'),
    store_busy: code<HeldLock>('filesystem', {
      retryable: true,
    }),
    lock_unknown: code('usage'),
    lock_in_use: code<{ pid: number; since: string }>('usage', { retryable: true }),
    pad_key_missing: code<{ by: 'identity' | 'passphrase'; identityFile: string }>('auth'),
    pad_key_wrong: code<{ by: 'identity' | 'passphrase'; keySource: string }>('auth'),
    pad_damaged: code<{ reason: string; history: string }>('filesystem'),
    pad_malformed: code<{ line: number; problem: string; history: string }>('parse'),
    pad_not_conflicted: code('usage'),
    rekey_impossible: code<{ obstacle: 'no_pad' | 'plain' | 'given_key' | 'no_passphrase' }>('usage'),
    identity_retired: code('auth'),
    pad_twice: code<{ other: string }>('usage'),
    identity_invalid: code<{ line: number }>('auth'),
    recipient_invalid: code<{ configFile: string }>('auth'),
    entry_unknown: code<{ nearest?: number | undefined }>('entry_not_found'),
    snapshot_unknown: code<{ slots: readonly number[] }>('snapshot_not_found'),
    snapshot_unopenable: code<{ reason: string }>('auth'),
    text_missing: code('usage'),
    text_not_plain: code<{ reason: string }>('usage'),
    text_too_large: code<{ bytes: number; limit: number }>('usage'),
    tag_invalid: code('usage'),
    flag_choice_missing: code<{ choices: readonly string[] }>('usage'),
    confirmation_missing: code('usage'),
    date_invalid: code<{ problem: string }>('parse'),
    reminder_unknown: code<{ nearest?: number | undefined }>('reminder_not_found'),
    item_ambiguous: code<{ what: string; known: readonly string[] }>('usage'),
    item_unknown: code<{ what: string; nearest?: string | undefined }>('item_not_found'),
    unhealthy: code<{ checks: readonly string[]; fixable: boolean }>('usage'),
    hooks_unsound: code<{ installed: boolean }>('usage'),
    merge_unknown: code('usage'),
    /** `next` where `ctx doctor --fix` can mend it. */
    memory_file_malformed: code<{ line: number; problem: string; next?: 'doctor' }>('parse'),
    file_exists: code('filesystem'),

    host_unknown: code<{ known: readonly string[]; nearest?: string | undefined }>('usage'),
    host_missing: code<{ known: readonly string[] }>('usage'),
    host_scope_missing: code<{ host: string; scope: string }>('usage'),
    host_program_missing: code<{ known: readonly string[]; named: boolean }>('runtime'),
    hook_program_missing: code('runtime'),
    host_not_driven: code<{ known: readonly string[] }>('usage'),
    live_check_failed: code<{ broken: readonly string[]; first: string }>('runtime'),
    settings_malformed: code<{ line: number; column: number; problem: string }>('parse'),
    settings_misshapen: code<{ line: number; column: number; place: string; wanted: string }>('parse'),
    flag_needs: code<{ other: string }>('usage'),

    folder_missing: code('filesystem'),
    catalog_entry_unknown: code<{ nearest?: string | undefined }>('catalog_entry_not_found'),
    catalog_source_unknown: code<{ known: readonly string[]; nearest?: string | undefined }>(
      'catalog_source_not_found',
    ),
    catalog_import_empty: code<{ refused: number }>('usage'),
    catalog_building: code<{ pid: number; since: string }>('runtime', { retryable: true }),
    catalog_unindexed: code<{ changed: string; reason: string }>('filesystem'),
    catalog_starter_kept: code('usage'),
    /** `command` is the host's own, where it has one for this. */
    catalog_kind_uninstallable: code<{
      what: string;
      host: string;
      source: string;
      command?: string | undefined;
    }>('usage'),
    catalog_server_unstartable: code<{ packages: readonly string[]; source: string }>('usage'),
    catalog_source_gone: code<{ source: string; reason: string }>('filesystem'),
    catalog_source_unfit: code<{ from: string; problem: string }>('policy'),
    catalog_licence_missing: code<{ from: string }>('policy'),
    /** `ours` is the entry that ctx put there. */
    catalog_place_taken: code<{ place: string; ours?: string | undefined }>('usage'),
    catalog_not_installed: code<{ known: readonly string[]; nearest?: string | undefined }>(
      'catalog_entry_not_found',
    ),
    catalog_install_changed: code<{ changed: string }>('usage'),
    install_untrusted: code<{ answer: 'no' | 'nobody' | 'agent'; flag: string }>('policy'),

    // Evidence. `first` is the first finding or difference in one sentence; `more` counts the others.
    verify_failed: code<{ first: string; more: number }>('session'),
    evidence_of_contract: code('usage'),
    verify_incomplete: code<{ first: string; more: number }>('session'),
    replay_differs: code<{ seq: number; type: string; path: string; expected: string; got: string }>(
      'session',
    ),
    // Signatures. No fact of these ever holds anything of a key.
    signing_key_missing: code('auth'),
    signing_key_unusable: code<{ reason: string }>('auth'),
    /** It needs a passphrase, or a touch of a token, and nobody is there. */
    signing_passphrase: code<{ token: boolean }>('auth'),
    signing_agent_gone: code<{ reason: string }>('auth', { retryable: true }),
    signing_refused: code('auth'),
    signing_by_agent: code('policy'),
    signature_exists: code('filesystem'),
    signers_malformed: code<{ line: number }>('parse'),
    commit_unknown: code<{ reason: string }>('item_not_found'),
    commit_untrue: code<{ first: string; more: number }>('session'),
    /** Somebody changed the hook of git that ctx installed. */
    git_hook_changed: code<{ kept: string }>('filesystem'),
    git_missing: code('usage'),
    checkpoint_broken: code<{ line: number; says: string }>('session'),
    checkpoint_missed: code<{ state: 'deleted' | 'cut_off' | 'fails'; more: number }>('session'),
    run_unknown: code<{ session: string; known: readonly string[] }>('run_not_found'),
    out_parent_missing: code<{ parent: string }>('filesystem'),
    out_not_folder: code('filesystem'),
    out_not_empty: code('filesystem'),
    out_name_unusable: code('session'),
    page_not_opened: code<{ program: string }>('runtime'),
    otel_endpoint_invalid: code<{ value: string; reason: string }>('usage'),
    collector_failed: code<{ reason: string; taken: number; spans: number }>('delivery', { retryable: true }),
    collector_refused: code<{ reason: string; taken: number; spans: number }>('delivery'),
    tree_symlink: code('filesystem'),
    tree_not_regular: code('filesystem'),
    tree_path_not_text: code('filesystem'),
    tree_path_not_nfc: code('filesystem'),
    tree_paths_collide: code<{ other: string }>('filesystem'),
    tree_png_invalid: code<{ reason: string }>('filesystem'),
    tree_sidecar_alone: code('filesystem'),
    tree_sidecar_malformed: code('filesystem'),
    tree_sidecar_mismatch: code<{ claimed: string; actual: string }>('filesystem'),
    ...reachCodes(),
  } as const;
}

export type Codes = ReturnType<typeof codes>;

export const fail = failuresOf(codes);
