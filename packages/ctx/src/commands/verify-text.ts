// What `ctx verify` says to a person of something that passed.

import { columns, neutral, styled, type Terminal } from '../cli/terminal.js';
import { signatureLines } from './signer-rules.js';
import type { VerificationAnswer } from './verification-answer.js';

export function verificationText(answer: VerificationAnswer, terminal: Terminal): string {
  const { session_id, kind, records, files, bytes, chain_head, head_checked, runs, checkpoint } = answer;
  const facts = columns([
    ...(session_id === '' ? [] : [[kind === 'fleet' ? 'fleet' : 'session', neutral(session_id)]]),
    records === undefined
      ? [kind, `${files} files, ${bytes} bytes`]
      : ['records', `${records}, ${bytes} bytes`],
    ...(chain_head === undefined ? [] : [['chain head', chain_head]]),
    ...runs.map(({ run_id, stop_reason, sandbox, agent }) => [
      `${kind === 'fleet' ? 'session' : 'run'} ${neutral(run_id)}`,
      [agent, stop_reason, sandbox].flatMap((word) => (word === undefined ? [] : [neutral(word)])).join(', '),
    ]),
    ...(answer.noted ?? []).map(({ seq, code, says }) => [
      `record ${seq}`,
      neutral(`noted: ${says} (${code})`),
    ]),
    ...(answer.moved_to === undefined ? [] : [['moved to', neutral(answer.moved_to)]]),
    ...(checkpoint === undefined
      ? []
      : [
          [
            'checkpoint',
            `knows ${checkpoint.records} of them since ${checkpoint.noted_at}, and they are there`,
          ],
        ]),
  ]);
  const verdict = styled(terminal, 'green', 'pass');
  const signed = signatureLines(answer.signatures);
  if (answer.proves === 'consistency') {
    const how =
      kind === 'reports'
        ? `ctx verify ${neutral(answer.path)}/ID --session ID checks one.`
        : '--session FILE checks both.';
    return `${verdict}: the files belong together\n${facts}${signed}\nNot checked: ${answer.not_checked.join('; ')}. ${how}\n`;
  }
  // A signature over all of it keeps the head as well.
  const isKept = head_checked || (answer.signatures ?? []).length > 0;
  const advice = isKept
    ? ''
    : '\nKeep the chain head elsewhere: --head then shows whether records were cut off the end.\n';
  const isFromSession = answer.proves === 'made_from_session';
  const unsealed =
    kind === 'session' ? answer.not_checked.slice(0, head_checked ? undefined : -1) : answer.not_checked;
  const limits = unsealed.map((what) => `\nNot checked: ${neutral(what)}.\n`).join('');
  return `${verdict}${isFromSession ? ': made from this session, byte for byte' : ''}\n${facts}${signed}${limits}${isFromSession ? '' : advice}`;
}
