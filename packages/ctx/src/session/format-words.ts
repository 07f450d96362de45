// The words that our own records are written with. Apart from the schemas that they come from, which a hook has no time to load; a test
// compares the two.

/** Shorter values are no secrets. */
export const shortestSecret = 8;

export const formatWords: readonly string[] =
  `additionalProperties after_seq appeared approval.given approval.requested assistant base_url bytes_cut
bytes_kept bytes_seen cache_read cache_read_tokens cache_write cache_write_tokens cancel_observed cancelled
captured compaction_occurred completed content_filter context.compacted context_tokens continues contract
cost_microusd cut_sha256 deterministic enforcement environment estimated exit_code foreign_digest found_by
from_hash from_seq happened_at imported input_text input_tokens instructions interrupted is_error leads_to left_out
log_tampered malformed malformed_call match_limit matched_commands matched_tools max_budget_reached
max_iterations_reached max_microusd max_model_calls_per_turn max_output_tokens max_tokens max_tool_calls
max_turns max_turns_reached max_wall_ms messages messages_dropped minItems model.failed model.requested
model.responded model_calls model_error model_from not_listed not_understood open_paths output.rejected
output_invalid output_tokens outputs_cleared pack_digest permission_denials plan_digest policy_digest
private_address properties protocol provider_data read-only read_only reasoning recorded recording_head
redacted replacement request_digest required response_id response_model retry_after_ms retryable run.closed
run.opened sandbox.denied sandbox.noticed sandbox.served schema_digest script_digest scripted seatbelt
session.appended session.claimed session.moved session.opened session.repaired session.resumed session_id
settings source.observed stop_reason structured_output subagent takeover teleport temperature terminal
tokens_after tokens_before tool.denied tool.requested tool.returned tool_call tool_calls tool_denied
tool_name tools_missing transcript truncated turn.closed turn.interrupted turn.opened turns_dropped unanswered
usage.reported unix_sockets unknown_name warnings will_repair will_retry workspace workspace.changed workspace.restored
workspace.snapshot`.split(/\s+/);
