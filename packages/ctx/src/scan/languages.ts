// Languages, by the endings of the files.

import { counted } from '../text/counted.js';
import type { Sighting } from './found-technology.js';
import { sign, weak } from './reader.js';
import { goProgram } from './silent-signs.js';

/** Endings that mean one language and nothing else. */
const endings: Readonly<Record<string, string>> = {
  adb: 'ada',
  adoc: 'asciidoc',
  ads: 'ada',
  asm: 'assembly',
  c: 'c',
  cbl: 'cobol',
  cc: 'c++',
  clj: 'clojure',
  cljs: 'clojure',
  cob: 'cobol',
  cpp: 'c++',
  cr: 'crystal',
  cs: 'c#',
  css: 'css',
  cts: 'typescript',
  cu: 'cuda',
  cxx: 'c++',
  dart: 'dart',
  elm: 'elm',
  erl: 'erlang',
  ex: 'elixir',
  exs: 'elixir',
  f90: 'fortran',
  f95: 'fortran',
  fs: 'f#',
  gleam: 'gleam',
  go: 'go',
  graphql: 'graphql',
  groovy: 'groovy',
  hpp: 'c++',
  hs: 'haskell',
  html: 'html',
  ipynb: 'jupyter',
  java: 'java',
  jl: 'julia',
  js: 'javascript',
  jsx: 'javascript',
  cjs: 'javascript',
  kt: 'kotlin',
  kts: 'kotlin',
  less: 'css',
  lua: 'lua',
  mjs: 'javascript',
  mm: 'objective-c',
  mts: 'typescript',
  nim: 'nim',
  nix: 'nix',
  php: 'php',
  ps1: 'powershell',
  psm1: 'powershell',
  proto: 'protobuf',
  py: 'python',
  pyi: 'python',
  rb: 'ruby',
  rs: 'rust',
  sass: 'css',
  scala: 'scala',
  scss: 'css',
  sh: 'shell',
  bash: 'shell',
  sol: 'solidity',
  sql: 'sql',
  svelte: 'svelte',
  swift: 'swift',
  ts: 'typescript',
  tsx: 'typescript',
  vala: 'vala',
  vb: 'visual-basic',
  vhd: 'vhdl',
  vhdl: 'vhdl',
  vue: 'vue',
  zig: 'zig',
  ml: 'ocaml',
  mli: 'ocaml',
  erb: 'html',
  pl: 'perl',
  pm: 'perl',
  r: 'r',
  R: 'r',
  sv: 'verilog',
};

/** Files of one language, or of its test runner, in one folder. */
export interface Seen {
  readonly language: string;
  /** With its dot. */
  ending: string;
  /** The first in the order of paths. */
  first: string;
  files: number;
}

export function languageOf(ending: string): string | undefined {
  return Object.hasOwn(endings, ending) ? endings[ending] : undefined;
}

/** Languages by name that an ending gives away; technologies of other kinds that endings name too are not among them. */
export function hasEnding(language: string): boolean {
  return declaredLanguages.has(language);
}

/** Languages that manifests declare. */
const declaredLanguages: ReadonlySet<string> = new Set(
  'c c++ c# f# go groovy haskell java javascript kotlin ocaml php rust scala swift typescript visual-basic zig'.split(
    ' ',
  ),
);

/** Where a language brings its own test runner, the files that it runs have a name or a place of their own. */
export function runnerOf(
  ending: string,
  name: string,
  within: string,
): { name: string; ending: string } | undefined {
  if (ending === '.go') {
    if (name.endsWith('_test.go')) return { name: 'go-test', ending: '_test.go' };
    return name === 'main.go' || /(^|\/)cmd\/[^/]+\//.test(within) ? { name: goProgram, ending } : undefined;
  }
  if (ending !== '.rs') return undefined;
  return (within.startsWith('tests/') || within.includes('/tests/')) && !/(^|\/)src\//.test(within)
    ? { name: 'cargo-test', ending }
    : undefined;
}

/** Qt keeps its translations in files of this name. */
const translation = /_[a-z]{2,3}(_[A-Z]{2})?\.ts$/;

/** `test_spec.lua`, `parser_test.cc`. A script that runs the tests is no test, and Go's lie beside what they test. */
export function isTestFile(name: string, language: string): boolean {
  return language !== 'shell' && language !== 'go' && /^tests?[._-]|[._-](test|spec)(-d)?\./.test(name);
}

/** What a build tool reads by a name of its own is its configuration. */
const buildScripts: ReadonlySet<string> = new Set([
  'conanfile.py',
  'premake5.lua',
  'xmake.lua',
  '.pnp.cjs',
  '.ycm_extra_conf.py',
]);

/** Libraries for pages that people keep as files among their own: `jquery-3.7.1.js`, `bootstrap.css`. */
const copiedLibrary =
  /^(jquery|bootstrap|angular|backbone|underscore|lodash|modernizr|html5shiv|respond|require|normalize|font-?awesome|popper|select2|moment|handlebars|mustache|highlight|prettify|prism|mocha|chai|expect|jasmine|qunit|sinon)([.-][\w.-]*)?\.(js|css|scss|less)$/;

/** What Ruby writes a page with; it writes any other file with such templates as well. */
function isPageTemplate(path: string): boolean {
  return /\.html?\.erb$|(^|\/)(views|layouts?|html)\//.test(path);
}

/** Has more than an ending, and is not built, minified, or configuration that happens to be written in a language. */
export function isSourceFile(name: string, lastDot: number, path: string): boolean {
  if (lastDot <= 0) return false;
  if (name.endsWith('.erb') && !isPageTemplate(path)) return false;
  if (name.endsWith('.ts') && translation.test(name)) return false;
  if (name.startsWith('config.') && /\.(vitepress|vuepress)\/config\.[cm]?[jt]s$/.test(path)) return false;
  if (buildScripts.has(name) || copiedLibrary.test(name)) return false;
  const plain = name.indexOf('.') === lastDot && !name.endsWith('rc.js') && !name.endsWith('rc.cjs');
  return (
    plain ||
    !/\.min\.(js|css)$|\.(conf(ig)?|preset)\.[cm]?[jt]s$|^\.?[a-z]+rc\.c?js$|\.d\.ts$|\.gradle\.kts$/.test(
      name,
    )
  );
}

/** The languages of some folders together, each with its first file and the number of all. */
export function languageSightings(folders: Iterable<ReadonlyMap<string, Seen>>): Sighting[] {
  const sums = new Map<string, Seen>();
  for (const folder of folders) {
    for (const { language, ending, first, files } of folder.values()) {
      const sum = sums.get(language);
      if (sum === undefined) sums.set(language, { language, ending, first, files });
      else {
        sum.files += files;
        if (first < sum.first) [sum.first, sum.ending] = [first, ending];
      }
    }
  }
  return [...sums.values()].map(({ language, ending, first, files }) => ({
    name: language,
    confidence: files >= 3 ? sign : weak,
    evidence: { file: first, key: `*${ending}`, value: counted(files, 'file') },
  }));
}
