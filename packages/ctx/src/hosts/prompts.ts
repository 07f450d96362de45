// What a person asked in a session, from the host's own record of it.

import { readLines } from '../disk/lines.js';
import { parsedJson } from '../protocol/parsed-json.js';
import type { HostSpeech } from './host.js';
import { reading } from './transcript.js';

/** A session's end leaves a second and a half. */
const mostRead = 1 << 24;

export function promptsIn(host: HostSpeech, transcript: string | undefined): string[] {
  return reading(transcript, [], (descriptor) => {
    const prompts: string[] = [];
    for (const { text, offset } of readLines(descriptor, { longestLine: 1 << 20 })) {
      if (offset > mostRead) break;
      const prompt = host.promptIn(parsedJson(text));
      if (prompt !== undefined && prompt.trim() !== '') prompts.push(prompt);
    }
    return prompts;
  });
}
