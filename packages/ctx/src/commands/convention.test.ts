import { describe } from 'vitest';
import { promisesOfSectionLedger } from '../../test/section-ledger.js';

describe('ctx convention', () => {
  promisesOfSectionLedger({
    kind: 'convention',
    file: 'CONVENTIONS.md',
    field: 'example',
    label: 'Example',
    flags: ['--details', 'd', '--example', 'e'],
    body: '- d\n- **Example:** e',
  });
});
