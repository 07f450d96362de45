// Languages, by the endings of the files.

import type { Sighting } from './finding.js';
import { sign, weak } from './reader.js';

/** Endings that mean one language and nothing else. */
const endings: Readonly<Record<string, string>> = {
  adb: 'ada',
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

export interface LanguageCount {
  add(path: string, name: string): void;
  sightings(): Sighting[];
}

interface Seen {
  first: string;
  ending: string;
  files: number;
}

export function countLanguages(): LanguageCount {
  const seen = new Map<string, Seen>();
  return {
    add(path, name) {
      const dot = name.lastIndexOf('.');
      if (dot <= 0) return;
      const ending = name.slice(dot + 1);
      const language = Object.hasOwn(endings, ending) ? endings[ending] : undefined;
      if (language === undefined || isGenerated(name)) return;
      const entry = seen.get(language);
      if (entry === undefined) seen.set(language, { first: path, ending, files: 1 });
      else {
        entry.files++;
        if (path < entry.first) [entry.first, entry.ending] = [path, ending];
      }
    },
    sightings: () =>
      [...seen].map(([name, { first, ending, files }]) => ({
        name,
        confidence: files >= 3 ? sign : weak,
        evidence: { file: first, key: `*.${ending}`, value: files === 1 ? '1 file' : `${files} files` },
      })),
  };
}

/** Built or minified files, and configuration that happens to be written in a language. */
function isGenerated(name: string): boolean {
  return /\.min\.(js|css)$|\.conf(?:ig)?\.(js|cjs|mjs|ts|mts|cts)$|^\.?[a-z]+rc\.(js|cjs)$|\.d\.ts$|\.gradle\.kts$/.test(
    name,
  );
}
