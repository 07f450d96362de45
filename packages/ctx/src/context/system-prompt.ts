// The system prompt that ctx ships: one Markdown file, which says its own version in its first line.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '../protocol/codes.js';

export interface SystemPrompt {
  readonly version: string;
  readonly text: string;
}

const file = 'prompts/system.md';

export function systemPrompt(shippedFolder: string): SystemPrompt {
  let whole: string;
  try {
    whole = readFileSync(join(shippedFolder, file), 'utf8');
  } catch (cause) {
    throw fail('package_incomplete', { operation: 'read', target: file, cause });
  }
  const [, version, text] = /^<!-- version (\S+) -->\n(.+)$/s.exec(whole) ?? [];
  if (version === undefined || text === undefined)
    throw fail('package_incomplete', { operation: 'read', target: file, reason: 'it says no version' });
  return { version, text: text.trimEnd() };
}
