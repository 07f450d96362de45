// Which languages of which folders are the repository's own: test data is written in any language, and templates in HTML.

import type { Sighting } from './found-technology.js';
import { hasEnding, type Seen } from './languages.js';
import { isAside, isTemplate, isTrial } from './packages.js';
import type { Survey } from './survey.js';
import type { Technologies } from './technology.js';

type Languages = ReadonlyMap<string, Seen>;

export interface OwnFolders {
  readonly languages: readonly Languages[];
  /** The tests hold files in many languages that nothing else is written in: they are what is tested, not how. */
  readonly testsAreData: boolean;
}

/** More languages than this, in the tests alone, are test data. */
const mostTestLanguages = 3;
/** Fewer files than this, in the tests alone, are; and less than this share of them. */
const fewestTestFiles = 3;
const leastTestShare = 0.1;

/** Pages in the tests are what is tested. */
const pages: ReadonlySet<string> = new Set(['html', 'css']);

export function ownFolders(folders: Survey['folders'], known: Technologies): OwnFolders {
  const own: Languages[] = [];
  const trials: Languages[] = [];
  const generated = generatedPages(folders);
  for (const [folder, languages] of folders) {
    const inside = `${folder}/`;
    if (isTemplate(inside) && !isTrial(inside) && !/(^|\/)generators\//.test(inside))
      own.push(only(languages, (name) => name === 'html'));
    else if (isAside(inside) || /(^|\/)(dist|docsets?|javadocs?)\//.test(inside)) continue;
    else if (generated !== undefined && inside.startsWith(generated)) continue;
    else (isTrial(inside) ? trials : own).push(languages);
  }
  const names = new Set(own.flatMap((languages) => [...languages.keys()]));
  const isRunner = (name: string) => ['testing', undefined].includes(known.categoryOf(name));
  const strange = filesByLanguage(trials).filter(({ name }) => !names.has(name) && !isRunner(name));
  const testsAreData = names.size > 0 && strange.length > mostTestLanguages;
  const tests = filesByLanguage(trials).reduce((sum, { files }) => sum + files, 0);
  const kept = new Set(
    testsAreData
      ? []
      : strange
          .filter(({ files }) => files >= Math.max(fewestTestFiles, tests * leastTestShare))
          .filter(({ name }) => !pages.has(name))
          .map(({ name }) => name),
  );
  const counts = (name: string) => names.size === 0 || names.has(name) || kept.has(name) || isRunner(name);
  return { languages: [...own, ...trials.map((languages) => only(languages, counts))], testsAreData };
}

/** More pages than this in `docs/` came out of a generator. */
const mostWrittenPages = 40;

/** The folder of documentation that is kept as it was generated, if there is one. */
function generatedPages(folders: Survey['folders']): string | undefined {
  return ['docs/', 'doc/', 'api/', 'website/'].find((top) => {
    let pages = 0;
    for (const [folder, languages] of folders)
      if (`${folder}/`.startsWith(top)) pages += languages.get('html')?.files ?? 0;
    return pages > mostWrittenPages;
  });
}

/** Languages whose source also has other endings: notebooks, components. */
const alsoIn: Readonly<Record<string, readonly string[]>> = {
  python: ['jupyter'],
  typescript: ['vue', 'svelte'],
  javascript: ['vue', 'svelte', 'html'],
};

/** Without what a manifest says of a language in which nothing is written, where something is in another. */
export function writtenIn(own: readonly Languages[], sightings: readonly Sighting[]): Sighting[] {
  const written = new Set(own.flatMap((languages) => [...languages.keys()]));
  if (written.size === 0) return [...sightings];
  return sightings.filter(
    ({ name }) =>
      !hasEnding(name) || written.has(name) || alsoIn[name]?.some((other) => written.has(other)) === true,
  );
}

function filesByLanguage(folders: readonly Languages[]): { name: string; files: number }[] {
  const sums = new Map<string, number>();
  for (const languages of folders)
    for (const { language, files } of languages.values())
      sums.set(language, (sums.get(language) ?? 0) + files);
  return [...sums].map(([name, files]) => ({ name, files }));
}

function only(languages: Languages, wanted: (name: string) => boolean): Languages {
  return new Map([...languages].filter(([name]) => wanted(name)));
}
