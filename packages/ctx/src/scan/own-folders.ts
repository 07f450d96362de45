// Which languages of which folders are the repository's own: test data is written in any language, and templates in HTML.

import type { Seen } from './languages.js';
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
/** Fewer files than this, in the tests alone, are. */
const fewestTestFiles = 3;

/** Pages in the tests are what is tested. */
const pages: ReadonlySet<string> = new Set(['html', 'css']);

export function ownFolders(folders: Survey['folders'], known: Technologies): OwnFolders {
  const own: Languages[] = [];
  const trials: Languages[] = [];
  for (const [folder, languages] of folders) {
    const inside = `${folder}/`;
    if (isTemplate(inside)) own.push(only(languages, (name) => name === 'html'));
    else if (isAside(inside) || /(^|\/)dist\//.test(inside)) continue;
    else (isTrial(inside) ? trials : own).push(languages);
  }
  const names = new Set(own.flatMap((languages) => [...languages.keys()]));
  const isRunner = (name: string) => known.categoryOf(name) === 'testing';
  const strange = filesByLanguage(trials).filter(({ name }) => !names.has(name) && !isRunner(name));
  const testsAreData = names.size > 0 && strange.length > mostTestLanguages;
  const kept = new Set(
    testsAreData
      ? []
      : strange
          .filter(({ name, files }) => files >= fewestTestFiles && !pages.has(name))
          .map(({ name }) => name),
  );
  const counts = (name: string) => names.size === 0 || names.has(name) || kept.has(name) || isRunner(name);
  return { languages: [...own, ...trials.map((languages) => only(languages, counts))], testsAreData };
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
