// A small package of somebody else's, as a tarball, and the contract on it with a home that nobody else uses.

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { repository } from '../../ctx/test/built.js';
import { temporaryFolder } from '../../ctx/test/folder.js';
import { npmShared } from '../src/contract/clean-host/npm-shared.js';
import { readPacked } from '../src/contract/clean-host/tarball.js';
import type { ContractConfig } from '../src/contract/package/config.js';
import { type Contract, likelyPlaces, packageSteps, runContract } from '../src/contract/package/contract.js';
import {
  installedPackage,
  type PackageStep,
  packedFolder,
  type Subject,
} from '../src/contract/package/subject.js';

export const manifest = { name: 'tidy', version: '1.2.3', bin: { tidy: 'tidy.js' } };

/** A program that answers, and does nothing else. */
export const answering = program("console.log('tidy', require('./package.json').version);");

export function foreignFiles(
  program = answering,
  more: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, string>> {
  return { 'package.json': JSON.stringify({ ...manifest, ...more }), 'tidy.js': program };
}

/** A contract with one command. */
export function oneCommand(
  command: Partial<NonNullable<ContractConfig['commands']>[number]>,
): ContractConfig {
  return { commands: [{ run: ['tidy'], ...command }] };
}

export function program(code: string): string {
  return `#!/usr/bin/env node\n${code}\n`;
}

/** `names` are the paths as they stand in the tarball, with their first folder. */
export function tarballOf(files: Readonly<Record<string, string>>, folder = 'package/'): string {
  const file = join(temporaryFolder(), 'package.tgz');
  const entries = Object.entries(files).map(([name, text]) => tarEntry(`${folder}${name}`, '0', text));
  writeFileSync(file, gzipSync(Buffer.concat([...entries, Buffer.alloc(1024)]), { level: 1 }));
  return file;
}

/** One entry of a tarball, of any type: `0` is a file, `2` a link, whose goal is `link`. */
export function tarEntry(name: string, type: string, text: string, link = ''): Buffer {
  const content = Buffer.from(text);
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write('0000755\0', 100);
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write('        ', 148);
  header.write(type, 156);
  header.write(link, 157);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
}

const shared = npmShared(repository, process.env);

export async function contractOnForeign(
  tarball: string,
  config: ContractConfig,
  more: Partial<Contract<Subject>> & { readonly placed?: true } = {},
) {
  const asked = temporaryFolder();
  const steps = packageSteps(config, { kind: 'tarball', file: tarball }, asked);
  return runContract({
    config,
    steps: more.placed ? steps.map((step) => (step.name === 'install' ? placed(step) : step)) : steps,
    subject: (subject: Subject) => subject,
    outside: process.env,
    away: [],
    homes: [temporaryFolder({ '.profile': 'x' })],
    placesInHome: likelyPlaces,
    needed: [tarball],
    confined: true,
    shared: await shared,
    offline: true,
    keepTemp: false,
    fast: false,
    signal: new AbortController().signal,
    onRecord: () => {},
    ...more,
  });
}

/** For a fault that shows after the install: npm takes longer than all that comes after it. */
function placed(install: PackageStep): PackageStep {
  return {
    ...install,
    async run(subject) {
      const folder = installedPackage(subject);
      const { files, manifest: packed } = readPacked(join(packedFolder(subject), 'package.tgz'));
      for (const [name, content] of files) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), content, { mode: 0o755 });
      }
      const programs = join(subject.places.prefix, 'bin');
      mkdirSync(programs, { recursive: true });
      for (const [name, file] of Object.entries(packed.programs))
        symlinkSync(join(folder, file), join(programs, name));
      return {};
    },
  };
}

/** What the first step that fails says. */
export async function failureOfForeign(...given: Parameters<typeof contractOnForeign>) {
  const { steps } = await contractOnForeign(...given);
  const failed = steps.find(({ verdict }) => verdict === 'failed');
  return { step: failed?.name, problems: failed?.problems.join('\n') ?? '' };
}
