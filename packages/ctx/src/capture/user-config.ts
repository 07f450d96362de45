// What the user's own config says of captures, read strictly.

import { userSettings } from '../memory/settings-document.js';
import type { CaptureChoice } from './wanted.js';

export function parsedChoice(text: string, path: string): CaptureChoice | undefined {
  const { capture } = userSettings(text, path);
  if (capture === undefined) return undefined;
  return capture === 'all' ? 'all' : capture ? 'projects' : 'off';
}
