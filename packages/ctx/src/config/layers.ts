// What is said of a run, in layers: by its session, by the run itself, by the command line.

import { relative, sep } from 'node:path';
import type { Settings } from './session-config.js';

/** The session's settings, the run's own, the command line's: the later one wins. */
export type Layers = readonly [Layer, Layer, Layer];

export interface Layer {
  readonly settings: Settings;
  /** Where its relative paths stand. */
  readonly base: string;
}

/** The last layer's word on a setting, and where that word stands if it names a file. */
export function pathOf(layers: Layers, key: 'model' | 'base_url' | 'workspace' | 'structured_output') {
  const layer = layers.findLast(({ settings }) => settings[key] !== undefined);
  const value = layer?.settings[key];
  return layer === undefined || value === undefined ? undefined : { value, base: layer.base };
}

/** Relative to the root, with slashes, so that the same project gives the same bytes on every machine. */
export function portable(root: string, path: string): string {
  return relative(root, path).split(sep).join('/') || '.';
}

export function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
