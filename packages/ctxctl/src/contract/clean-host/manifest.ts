// What a package says of itself, as far as it can be installed and has programs. Anything else in it is left alone.

export interface Manifest {
  readonly name: string;
  readonly version: string;
  /** Name of a program → its file, relative to the package. */
  readonly programs: Readonly<Record<string, string>>;
  readonly files: readonly string[];
  readonly exports: unknown;
}

/** As npm takes it: also what was published before names had rules, and nothing that leads out of a folder. */
const nameForm = /^(?:@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*$/;
const versionForm = /^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/;

/** A package that npm would not install, and why. */
export class NotPackage extends Error {
  override readonly name = 'NotPackage';
}

export function parseManifest(text: string): Manifest {
  const value = parsed(text);
  const name = value['name'];
  const version = value['version'];
  if (typeof name !== 'string' || !isPackageName(name))
    throw new NotPackage('its package.json has no valid name');
  if (typeof version !== 'string' || !versionForm.test(version))
    throw new NotPackage('its package.json has no valid version');
  const files = Array.isArray(value['files'])
    ? value['files'].filter((entry) => typeof entry === 'string')
    : [];
  return { name, version, programs: programsOf(name, value['bin']), files, exports: value['exports'] };
}

export function isPackageName(name: string): boolean {
  return name.length <= 214 && nameForm.test(name);
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new NotPackage('its package.json is not JSON', { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new NotPackage('its package.json is not an object');
  return { ...value };
}

/** One file is a program of the package's own name, without its scope. */
function programsOf(name: string, bin: unknown): Readonly<Record<string, string>> {
  if (typeof bin === 'string') return { [name.replace(/^@.*\//, '')]: cleaned(bin) };
  if (typeof bin !== 'object' || bin === null) return {};
  const entries = Object.entries(bin).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const odd = entries.find(([program]) => !/^[\w@+~-][\w.@+~-]*$/.test(program));
  if (odd !== undefined) throw new NotPackage(`its program \`${odd[0]}\` has a name that is none`);
  return Object.fromEntries(entries.map(([program, file]) => [program, cleaned(file)]));
}

function cleaned(path: string): string {
  return path.replace(/^(?:\.?\/)+/, '');
}
