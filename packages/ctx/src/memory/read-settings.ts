// What `.context/config.yaml` says. Most projects leave it as it is, and then nothing has to be parsed.

import { projectTextIfThere } from '../disk/read.js';
import { type Context, contextPath, shownPath } from './context.js';
import { configName, defaultSettings, type MemorySettings } from './settings.js';

export async function readSettings(context: Context): Promise<MemorySettings> {
  const path = contextPath(context, configName);
  const text = projectTextIfThere(context.root, path) ?? '';
  if (saysNothing(text)) return defaultSettings;
  // A YAML parser and a schema cost a start 20 ms.
  const { parseSettings } = await import('./settings-document.js');
  return parseSettings(text, shownPath(context, path));
}

/** Blank lines and comments. */
export function saysNothing(text: string): boolean {
  return text.split('\n').every((line) => /^\s*(#|$)/.test(line));
}
