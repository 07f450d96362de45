// A package as npm would publish it: packed from a copy of its folder with the build in it.

import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cleanEnvironment, copyProgram, type ProgramName, repository } from './built.js';
import { writeFiles } from './folder.js';

export interface Packed {
  readonly folder: string;
  readonly name: string;
  readonly files: readonly string[];
  readonly tarball: string;
}

export function pack(program: ProgramName, folder: string): Packed {
  const own = join(repository, 'packages', program);
  for (const name of readdirSync(own).filter((entry) => entry !== 'dist' && entry !== 'node_modules')) {
    cpSync(join(own, name), join(folder, 'package', name), { recursive: true });
  }
  copyProgram(join(folder, 'package', 'dist'), program);
  writeFiles(folder, { 'package/dist/compiled/run.cjs-x64': 'what a call left behind' });
  const said = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: join(folder, 'package'),
    env: { ...cleanEnvironment(folder), npm_config_update_notifier: 'false' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ name, files, filename }] = JSON.parse(said);
  const paths = files.map((file: { path: string }) => file.path);
  return { folder, name, files: paths, tarball: join(folder, filename) };
}
