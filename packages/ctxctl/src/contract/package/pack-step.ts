import { mkdirSync, writeFileSync } from 'node:fs';
import { NotPackage } from '../clean-host/manifest.js';
import { expectNone, Unusable } from '../clean-host/step.js';
import { NotTarball } from '../clean-host/tar.js';
import { type Packed, packingProblems, readPacked } from '../clean-host/tarball.js';
import { digestOfFile } from './file-digest.js';
import { manifestFile, type PackageStep, packedFolder, type Subject, tarballOf } from './subject.js';

/** Puts the tarball where `tarballOf` says, and tells what else is wrong with it. */
export type Obtain<S extends Subject> = (subject: S) => Promise<(packed: Packed) => readonly string[]>;

export function packStep<S extends Subject>(
  obtain: Obtain<S>,
  words: Pick<PackageStep<S>, 'proves' | 'triage'>,
): PackageStep<S> {
  return {
    name: 'pack',
    ...words,
    needs: [],
    async run(subject) {
      mkdirSync(packedFolder(subject), { recursive: true });
      const problems = await obtain(subject);
      const packed = readUsable(subject);
      const { manifest, files } = packed;
      writeFileSync(manifestFile(subject), files.get('package.json') ?? '');
      const { has = [], has_not = [] } = subject.config.packed ?? {};
      expectNone([...packingProblems(packed, { has, hasNot: has_not }), ...problems(packed)]);
      const { name, version } = manifest;
      return {
        package: name,
        version,
        files: files.size,
        programs: Object.keys(manifest.programs),
        sha512: digestOfFile(tarballOf(subject), 'sha512'),
      };
    },
  };
}

function readUsable(subject: Subject): Packed {
  const { config } = subject;
  const packed = readOrRefuse(tarballOf(subject));
  const { name, programs } = packed.manifest;
  if (config.package !== undefined && config.package !== name)
    throw new Unusable('other_package', `it is ${name}, but the contract is for ${config.package}`);
  if (Object.keys(programs).length === 0)
    throw new Unusable('no_programs', `${name} has no \`bin\` in its package.json`);
  return packed;
}

function readOrRefuse(tarball: string): Packed {
  try {
    return readPacked(tarball);
  } catch (error) {
    if (error instanceof NotTarball || error instanceof NotPackage)
      throw new Unusable('no_package', error.message);
    throw error;
  }
}
