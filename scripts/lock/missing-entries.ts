// Optional dependencies that a lock file names and has no entry for: npm leaves them out where the registry did not have
// them, and every clean install from that lock fails.

interface Entry {
  readonly version?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface Lock {
  readonly packages: Readonly<Record<string, Entry>>;
}

/** One line for each that is missing or has another version than the one that is asked for. */
export function missingEntries({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies).flatMap(([name, wanted]) => {
      const entry = entryFor(packages, place, name);
      if (entry === undefined)
        return [`${place || 'the project'} names ${name}@${wanted}, which has no entry`];
      const exact = /^\d+\.\d+\.\d+[\w.+-]*$/.test(wanted);
      return exact && entry.version !== wanted
        ? [`${place || 'the project'} names ${name}@${wanted}, and the entry is of ${entry.version}`]
        : [];
    }),
  );
}

/** As Node finds it: in the package's own folder first, then in those around it. */
function entryFor(packages: Lock['packages'], place: string, name: string): Entry | undefined {
  const inside = packages[place === '' ? `node_modules/${name}` : `${place}/node_modules/${name}`];
  if (inside !== undefined || place === '') return inside;
  const around = place.lastIndexOf('/node_modules/');
  return entryFor(packages, around < 0 ? '' : place.slice(0, around), name);
}
