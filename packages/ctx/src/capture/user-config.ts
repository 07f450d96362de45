// What the user's own config says of captures, read strictly.

import { userSettings } from '../memory/settings-document.js';

export function captureIn(text: string, path: string): boolean | 'all' | undefined {
  return userSettings(text, path).capture;
}
