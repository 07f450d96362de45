// A session of a host that ended: where its transcript is, what was asked and what it touched, for `ctx search`.

import { indexTranscript } from '../../memory/transcripts.js';
import { check } from '../check.js';
import { oneLine } from '../plain.js';

const mostPrompts = 50;

export const transcript = check({
  name: 'transcript',
  on: 'session-end',
  throttle: 'always',
  words: {},
  async look({ event, host, env, context, notes, now, transcriptPrompts }) {
    if (event.transcript === undefined) return undefined;
    // Loads cryptography, which no other event needs.
    const { redactorFor } = await import('../../session/redact.js');
    const redactor = redactorFor(env);
    const prompts = transcriptPrompts().slice(0, mostPrompts);
    indexTranscript(context, {
      host,
      session: event.session ?? 'unknown',
      transcript: event.transcript,
      began_at: new Date(notes.since ?? now).toISOString(),
      ended_at: new Date(now).toISOString(),
      reason: event.reason,
      prompts: prompts.map((prompt) => oneLine(redactor.text(prompt).value, 200)),
      touched: [...notes.touched],
    });
    return undefined;
  },
});
