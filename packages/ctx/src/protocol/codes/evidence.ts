// Verify, replay, report and export.

import { code } from '../failure.js';

export const evidenceCodes = () => ({
  // `first` is the first finding or difference in one sentence; `more` counts the others.
  /** `isOther`: nothing in it says that ctx wrote it. */
  verify_failed: code<{ first: string; more: number; isOther?: boolean }>('session'),
  evidence_of_contract: code('usage'),
  /** `isEmpty`: there is nothing complete in it. */
  verify_incomplete: code<{ first: string; more: number; isOther?: boolean; isEmpty?: boolean }>('session'),
  replay_differs: code<{ seq: number; type: string; path: string; expected: string; got: string }>('session'),
  out_parent_missing: code<{ parent: string }>('filesystem'),
  out_not_folder: code('filesystem'),
  out_not_empty: code('filesystem'),
  out_name_unusable: code('session'),
  /** `name` is what a file there could be called. */
  out_is_folder: code<{ name: string }>('filesystem'),
  /** A folder that holds nothing that ctx writes to be verified. */
  evidence_none: code('usage'),
  checkpoint_none: code('item_not_found'),
  page_not_opened: code<{ program: string }>('runtime'),
  otel_endpoint_invalid: code<{ value: string; reason: string }>('usage'),
  collector_failed: code<{ reason: string; taken: number; spans: number }>('delivery', { retryable: true }),
  collector_refused: code<{ reason: string; taken: number; spans: number }>('delivery'),
});
