// YAML and JSON that people write.

import type { DocumentRule } from '../code-facts.js';
import { code } from '../failure.js';

export const documentCodes = () => ({
  document_malformed: code<{ line: number; problem: string }>('parse'),
  document_invalid: code<{
    place: string;
    line?: number | undefined;
    rule: DocumentRule;
    wanted: string;
    described?: string | undefined;
  }>('parse'),
  document_key_unknown: code<{
    key: string;
    line?: number | undefined;
    known: readonly string[];
    nearest?: string | undefined;
  }>('parse'),
  user_config_unusable: code<{ reason: string }>('filesystem'),
  script_invalid: code<{ place: string; reason: string }>('parse'),
  settings_malformed: code<{ line: number; column: number; problem: string }>('parse'),
  settings_misshapen: code<{ line: number; column: number; place: string; wanted: string }>('parse'),
});
