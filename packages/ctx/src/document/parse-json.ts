// JSON that people write, where nothing says what shape it has.

import { fail } from '../protocol/codes.js';

/** As YAML is read, too. What is nested deeper nobody wrote, and whatever walks it by calling itself would fail. */
const deepest = 100;

/** `shown` is how messages call the document. */
export function parseJson(text: string, shown: string): unknown {
  const malformed = (problem: string, cause?: unknown) =>
    fail('document_malformed', { operation: 'parse', target: shown, line: 1, problem, cause });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw malformed(cause.message, cause);
  }
  if (isDeeper(value, deepest)) throw malformed(`it is nested more than ${deepest} deep`);
  return value;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}
