// The second reader that every export carries. A recipient runs it: another one than ctx ships could say what it likes.

import { hash } from 'node:crypto';
import { verifierFiles } from '../export/verifier.js';
import type { Findings } from './findings.js';

export function checkVerifier(contentOf: (name: string) => Uint8Array | undefined, findings: Findings): void {
  for (const [name, digest] of verifierFiles) {
    const bytes = contentOf(name);
    if (bytes === undefined) findings.add('export_missing', name, 'it is missing');
    else if (hash('sha256', bytes) !== digest)
      findings.add('export_untrue', name, 'it is not the script that ctx puts into exports: do not run it');
  }
}
