import { fail } from '../protocol/codes.js';

/** What --since says: a day, or a moment of it. */
export function sinceDay(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  const wanted = 'a date such as 2026-11-01';
  throw fail('flag_value_invalid', { operation: 'argparse', target: '--since', value: text, wanted });
}
