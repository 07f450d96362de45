// All that verify can find: a stable code each, what it does to the verdict, and the sentence that a person reads.

export type VerifyVerdict = 'pass' | 'fail' | 'incomplete';

export interface Finding {
  readonly code: FindingCode;
  readonly verdict: Exclude<VerifyVerdict, 'pass'>;
  /** Of a session: the record it is about; for what is missing, the one that would come next. */
  readonly seq?: number;
  /** Of a folder: the file it is about. */
  readonly file?: string;
  readonly message: string;
}

/** A rule that something breaks makes it fail; something that is not there yet, or any more, makes it incomplete. */
const verdicts = {
  line_too_long: 'fail',
  invalid_utf8: 'fail',
  line_not_json: 'fail',
  nested_too_deep: 'fail',
  record_malformed: 'fail',
  not_opened: 'fail',
  seq_gap: 'fail',
  prev_mismatch: 'fail',
  hash_mismatch: 'fail',
  type_unknown: 'fail',
  not_canonical: 'fail',
  head_mismatch: 'fail',
  time_went_back: 'fail',
  session_opened_twice: 'fail',
  resume_untrue: 'fail',
  repair_untrue: 'fail',
  run_repeated: 'fail',
  run_not_planned: 'fail',
  run_still_open: 'fail',
  run_not_open: 'fail',
  continues_unknown: 'fail',
  parent_unknown: 'fail',
  retells_unknown: 'fail',
  turn_still_open: 'fail',
  turn_not_open: 'fail',
  turn_out_of_order: 'fail',
  turn_over: 'fail',
  reopen_untrue: 'fail',
  limits_untrue: 'fail',
  prompt_not_planned: 'fail',
  model_call_out_of_order: 'fail',
  model_call_unanswered: 'fail',
  answer_without_request: 'fail',
  message_from_nowhere: 'fail',
  tool_call_not_asked: 'fail',
  tool_call_unreturned: 'fail',
  return_without_request: 'fail',
  tool_outside_pool: 'fail',
  approval_untrue: 'fail',
  usage_untrue: 'fail',
  change_untrue: 'fail',
  restored_unknown: 'fail',
  source_untrue: 'fail',
  finding_untrue: 'fail',
  moved_untrue: 'fail',
  claim_untrue: 'fail',
  budget_exceeded: 'fail',
  turn_result_untrue: 'fail',
  stop_reason_untrue: 'fail',
  totals_untrue: 'fail',
  capture_untrue: 'fail',
  fence_untrue: 'fail',
  entry_irregular: 'fail',
  file_unexpected: 'fail',
  export_malformed: 'fail',
  export_not_canonical: 'fail',
  export_digest_mismatch: 'fail',
  export_untrue: 'fail',
  sidecar_malformed: 'fail',
  sidecar_not_canonical: 'fail',
  sidecar_mismatch: 'fail',
  sidecar_untrue: 'fail',
  png_invalid: 'fail',
  pixels_mismatch: 'fail',
  page_malformed: 'fail',
  page_digest_mismatch: 'fail',
  page_untrue: 'fail',
  evidence_malformed: 'fail',
  evidence_untrue: 'fail',
  not_of_session: 'fail',
  session_fails: 'fail',
  fleet_untrue: 'fail',
  checkpoint_head_missing: 'fail',
  signature_invalid: 'fail',
  signature_malformed: 'fail',
  signature_namespace: 'fail',
  signature_expired: 'fail',
  signature_of_other: 'fail',
  signer_unknown: 'fail',
  signed_head_missing: 'fail',
  bundle_malformed: 'fail',
  statement_missing: 'fail',
  statement_malformed: 'fail',
  statement_untrue: 'fail',
  checkpoint_broken: 'incomplete',
  signature_missing: 'incomplete',
  signature_partial: 'incomplete',
  session_empty: 'incomplete',
  session_incomplete: 'incomplete',
  folder_empty: 'incomplete',
  evidence_missing: 'incomplete',
  digest_missing: 'incomplete',
  export_missing: 'incomplete',
  png_missing: 'incomplete',
  sidecar_missing: 'incomplete',
  page_missing: 'incomplete',
  index_missing: 'incomplete',
  format_newer: 'incomplete',
  torn_tail: 'incomplete',
  model_call_open: 'incomplete',
  tool_call_open: 'incomplete',
  turn_open: 'incomplete',
  run_open: 'incomplete',
  run_missing: 'incomplete',
} as const;

export type FindingCode = keyof typeof verdicts;
export const findingCodes = Object.keys(verdicts).filter((name): name is FindingCode => name in verdicts);

/** A finding in one line: where, what, and its code. */
export function findingLine({ seq, file = '.', message, code }: Omit<Finding, 'verdict'>): string {
  return `${seq === undefined ? file : `record ${seq}`}: ${message} (${code})`;
}

/** More than this nobody reads; the rest is counted. */
const mostFindings = 100;

export interface Findings {
  readonly list: readonly Finding[];
  readonly leftOut: number;
  readonly verdict: VerifyVerdict;
  /** `place` is a record's number, or a file's name. */
  add(code: FindingCode, place: number | string, message: string): void;
}

export function newFindings(): Findings {
  const list: Finding[] = [];
  let leftOut = 0;
  let verdict: VerifyVerdict = 'pass';
  return {
    list,
    get leftOut() {
      return leftOut;
    },
    get verdict() {
      return verdict;
    },
    add(code, place, message) {
      const where = typeof place === 'number' ? { seq: place } : { file: place };
      const effect = verdicts[code];
      if (verdict !== 'fail') verdict = effect;
      if (list.length < mostFindings) list.push({ code, verdict: effect, ...where, message });
      else leftOut += 1;
    },
  };
}
