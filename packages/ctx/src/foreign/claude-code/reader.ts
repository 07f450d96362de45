// A transcript of Claude Code, line by line. One answer is several lines with the same message id, with results between them.

import { countOf, listOf, type Members, membersOf, microusdOf, momentOf, textOf, wordOf } from '../fields.js';
import type { Facts, InLane, Told, TranscriptReader } from '../told.js';
import { answerPiece } from './answers.js';
import { requestCheck } from './requests.js';
import { resultsIn } from './results.js';
import { sidechains } from './sidechains.js';

/** Lines that carry nothing that a log of turns and calls has a place for. */
const bookkeeping: ReadonlySet<string> = new Set([
  'attachment',
  'queue-operation',
  'last-prompt',
  'mode',
  'tools-used',
  'atis-latch',
  'summary',
  'ai-title',
  'custom-title',
  'agent-name',
  'file-history-snapshot',
  'file-history-delta',
  'pr-link',
  'continued-in',
  'progress',
  'worktree-state',
  'permission-mode',
]);

const quietSubtypes: ReadonlySet<string> = new Set([
  'turn_duration',
  'stop_hook_summary',
  'local_command',
  'away_summary',
  'informational',
]);

export function claudeReader(known: Facts = {}, from = 0): TranscriptReader {
  const facts: Facts = { ...known };
  const lanes = sidechains();
  const requests = requestCheck(from === 0);
  let isSubagentFile = known.session_id === undefined ? undefined : known.subagent === true;
  /** A slash command, until it is clear whether it went to the model. */
  let command: Told | undefined;
  /** When the file was begun, where it says so before anything else: what is older was taken over from another session. */
  let begun: string | undefined;
  let seen = false;
  let leftOut = 0;
  let cost: number | undefined;

  function learn(line: Members): void {
    facts.version ??= wordOf(line['version']);
    facts.cwd ??= wordOf(line['cwd']);
    facts.session_id ??= wordOf(line['sessionId']);
    facts.began_at ??= momentOf(line['timestamp']);
    if (line['uuid'] === undefined) return;
    isSubagentFile ??= line['isSidechain'] === true;
    if (isSubagentFile) facts.subagent = true;
  }

  function isTakenOver(line: Members): boolean {
    const origin = wordOf(membersOf(line['forkedFrom'])['sessionId']);
    facts.forked_from ??= origin;
    const at = momentOf(line['timestamp']);
    if (line['type'] === 'queue-operation' && from === 0 && !seen) begun ??= at;
    if (line['uuid'] === undefined) return false;
    seen = true;
    // What hooks and the environment added may be a moment older than the prompt that began the file.
    if (line['type'] !== 'user' && line['type'] !== 'assistant' && line['type'] !== 'system') return false;
    return origin !== undefined || (begun !== undefined && at !== undefined && at < begun);
  }

  function told(line: Members): readonly Told[] {
    const type = textOf(line['type']) ?? '';
    switch (type) {
      case 'user':
        return userLine(line);
      case 'assistant':
        return assistantLine(line);
      case 'system':
        return systemLine(line);
      case 'cost-state':
        cost = microusdOf(line['totalCostUSD']) ?? cost;
        return [];
      case 'api-request-shape':
      case 'api-request-blob':
      case 'api-request':
        requests.take(type, line);
        return [];
      case 'fork-context-ref':
        facts.forked_from ??= wordOf(line['sessionId']);
        return [];
      default:
        return bookkeeping.has(type) ? [] : [{ tells: 'unknown', type }];
    }
  }

  function userLine(line: Members): readonly Told[] {
    const at = momentOf(line['timestamp']);
    requests.message(line);
    const results = resultsIn(line, at);
    if (results.length > 0) return results;
    if (
      line['isMeta'] === true ||
      line['isCompactSummary'] === true ||
      line['isVisibleInTranscriptOnly'] === true
    )
      return [];
    const text = promptText(membersOf(line['message'])['content']);
    if (text === undefined) return [{ tells: 'unknown', type: 'user without words' }];
    if (text.startsWith('[Request interrupted by user')) return [{ tells: 'turn_end', how: 'cancelled', at }];
    if (text.startsWith('<local-command-')) {
      command = undefined;
      return [];
    }
    const prompt: Told = { tells: 'prompt', text, at };
    if (!text.startsWith('<command-name>') && !text.startsWith('<command-message>')) return [prompt];
    command = prompt;
    return [];
  }

  function assistantLine(line: Members): readonly Told[] {
    requests.message(line);
    const piece = answerPiece(line, requests.digestFor(line['requestRef']));
    if (piece === undefined) return [{ tells: 'unknown', type: 'assistant without a message' }];
    if (piece.tells === 'answer') facts.model ??= piece.model;
    const first = command;
    command = undefined;
    return first === undefined ? [piece] : [first, piece];
  }

  return {
    facts,
    take(value) {
      const line = membersOf(value);
      learn(line);
      if (isTakenOver(line)) {
        leftOut += 1;
        // The model was told of it all the same.
        requests.beginsLater();
        requests.message(line);
        return [];
      }
      const lane = isSubagentFile === false ? lanes.of(line) : undefined;
      return told(line).map((one): InLane => ({ told: one, lane }));
    },
    end(): readonly InLane[] {
      const notes: Told[] = [];
      if (leftOut > 0)
        notes.push({
          tells: 'note',
          code: 'history_left_out',
          says: `${leftOut} records of ${facts.forked_from ?? 'the session'} that this one was forked from are not repeated here`,
        });
      if (cost !== undefined && cost > 0)
        notes.push({
          tells: 'note',
          code: 'cost_told',
          says: `Claude Code’s own count of the whole session, with its subagents: ${cost} micro-dollars`,
        });
      return notes.map((note) => ({ told: note }));
    },
    checked: () => requests.checked(),
  };
}

function systemLine(line: Members): readonly Told[] {
  const subtype = textOf(line['subtype']) ?? '';
  const at = momentOf(line['timestamp']);
  if (subtype === 'compact_boundary') {
    const { preTokens, postTokens } = membersOf(line['compactMetadata']);
    return [
      { tells: 'compaction', tokens_before: countOf(preTokens), tokens_after: countOf(postTokens), at },
    ];
  }
  if (subtype === 'api_error') {
    const error = membersOf(line['error']);
    const message = wordOf(error['message']) ?? wordOf(line['content']) ?? 'the model’s API failed';
    return [{ tells: 'failure', message, status: countOf(error['status']), at }];
  }
  return quietSubtypes.has(subtype) ? [] : [{ tells: 'unknown', type: `system ${subtype}` }];
}

/** A prompt is a text, or blocks; of what is not text, its kind is said. */
function promptText(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  const pieces = listOf(content).flatMap((block) => {
    const { type, text, source } = membersOf(block);
    if (type === 'text' && typeof text === 'string') return [text];
    const kind = wordOf(type);
    return kind === undefined ? [] : [`[${wordOf(membersOf(source)['media_type']) ?? kind}]`];
  });
  return pieces.length === 0 ? undefined : pieces.join('\n');
}
