// One check of the doctor in a project of a test.

import type { MemoryProject } from './memory-project.js';

export async function check(project: MemoryProject, name: string, ...argv: string[]) {
  // What others left among the machine's temporary files is not looked at.
  project.env['TMPDIR'] ??= project.home;
  const { checks } = await project.data('doctor', '--exit-zero', ...argv);
  const all: { name: string }[] = Array.isArray(checks) ? checks : [];
  return all.find((found) => found.name === name);
}
