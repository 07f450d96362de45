// The pad of a project and the states of it that are kept.

import { readdirSync } from 'node:fs';
import type { MemoryProject } from './memory-project.js';

export const history = 'scratchpad.history';

export async function texts(project: MemoryProject) {
  const { entries } = await project.data('pad');
  return Array.isArray(entries) ? entries.map(({ text }) => text) : [];
}

export async function allSlots(project: MemoryProject) {
  const { snapshots } = await project.data('pad', 'undo', '--list');
  return Array.isArray(snapshots) ? snapshots : [];
}

/** Those of every change but adding. */
export async function slots(project: MemoryProject) {
  return (await allSlots(project)).filter(({ operation }) => operation !== 'add');
}

export function kept(project: MemoryProject) {
  return readdirSync(project.path(history))
    .filter((name) => /^\d/.test(name))
    .sort();
}
