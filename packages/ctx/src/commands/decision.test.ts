import { describe } from 'vitest';
import { promisesOfSectionLedger } from '../../test/section-ledger.js';

describe('ctx decision', () => {
  promisesOfSectionLedger({
    kind: 'decision',
    file: 'DECISIONS.md',
    field: 'because',
    label: 'Because',
    flags: ['--context', 'c', '--because', 'b', '--consequence', 'd'],
    body: '- **Context:** c\n- **Because:** b\n- **Consequence:** d',
  });
});
