// OpenSSH's list of who may sign, which git uses as well: a line each, with names, options and a key.

import { readText } from '../disk/read.js';
import { fail } from '../protocol/codes.js';
import { type PublicKey, publicKeyIn } from './public-key.js';

export interface AllowedSigner {
  readonly principals: readonly string[];
  readonly publicKey: PublicKey;
  /** Patterns; nothing allows every one. */
  readonly namespaces: readonly string[] | undefined;
  readonly validAfter: number | undefined;
  readonly validBefore: number | undefined;
  readonly line: number;
}

interface SignersFile {
  readonly signers: readonly AllowedSigner[];
  /** Lines that no signature here can be checked by: certificate authorities, types of keys that nothing here knows. */
  readonly skipped: readonly number[];
  /** Lines that are not written as they must be. */
  readonly malformed: readonly number[];
}

/** A line that cannot be read is an error: it may be the one that somebody relies on. */
export function signersIn(file: string): readonly AllowedSigner[] {
  const { signers, malformed } = readSigners(readText(file));
  const [line] = malformed;
  if (line !== undefined) throw fail('signers_malformed', { operation: 'read', target: file, line });
  return signers;
}

export function readSigners(text: string): SignersFile {
  const signers: AllowedSigner[] = [];
  const [skipped, malformed]: [number[], number[]] = [[], []];
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const signer = signerIn(line, index + 1);
    if (signer === 'skipped') skipped.push(index + 1);
    else if (signer === undefined) malformed.push(index + 1);
    else signers.push(signer);
  }
  return { signers, skipped, malformed };
}

/** Whether a list of patterns with `*`, `?` and `!` before those that are excluded takes a word. */
export function matchesPatterns(word: string, patterns: readonly string[]): boolean {
  if (patterns.some((pattern) => pattern.startsWith('!') && isLike(word, pattern.slice(1)))) return false;
  return patterns.some((pattern) => !pattern.startsWith('!') && isLike(word, pattern));
}

function signerIn(line: string, number: number): AllowedSigner | 'skipped' | undefined {
  const [names, rest] = firstWord(line);
  if (names === '') return undefined;
  const direct = publicKeyIn(rest);
  const [said, key] = direct === undefined ? firstWord(rest) : ['', rest];
  const publicKey = direct ?? publicKeyIn(key);
  const options = optionsIn(said);
  if (options === undefined) return isTypeOfKey(said) ? 'skipped' : undefined;
  if (options.has('cert-authority')) return 'skipped';
  if (publicKey === undefined) return isTypeOfKey(firstWord(key)[0]) ? 'skipped' : undefined;
  const [after, before] = ['valid-after', 'valid-before'].map((name) => timeOf(options.get(name)));
  if (after === 'malformed' || before === 'malformed') return undefined;
  return {
    principals: names.split(','),
    publicKey,
    namespaces: options.get('namespaces')?.split(','),
    validAfter: after,
    validBefore: before,
    line: number,
  };
}

/** Quoted words may hold blanks. */
function firstWord(text: string): [word: string, rest: string] {
  const word = /^(?:"[^"]*"|[^\s"])+/.exec(text)?.[0] ?? '';
  return [word.startsWith('"') ? word.slice(1, -1) : word, text.slice(word.length).trimStart()];
}

const known = new Set(['cert-authority', 'namespaces', 'valid-after', 'valid-before']);

/** Nothing where one of them is not known: it might forbid what nobody then forbids. */
function optionsIn(text: string): Map<string, string> | undefined {
  const options = new Map<string, string>();
  if (text === '') return options;
  for (const part of text.match(/(?:"[^"]*"|[^,"])+/g) ?? []) {
    const [, name = '', quoted = ''] = /^([a-z-]+)(?:="([^"]*)")?$/i.exec(part) ?? [];
    if (!known.has(name.toLowerCase()) || options.has(name.toLowerCase())) return undefined;
    options.set(name.toLowerCase(), quoted);
  }
  return options;
}

function isTypeOfKey(word: string): boolean {
  return /^(ssh-|ecdsa-|sk-)[\w@.-]+$/.test(word);
}

/** `YYYYMMDD`, or with hours, minutes and seconds; local time unless it ends in Z. */
function timeOf(text: string | undefined): number | undefined | 'malformed' {
  if (text === undefined) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', zone] =
    /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?)?(Z?)$/.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return 'malformed';
  const parts = [year, Number(month) - 1, day, hour, minute, second].map(Number);
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = parts;
  const time = zone === 'Z' ? Date.UTC(y, mo, d, h, mi, s) : new Date(y, mo, d, h, mi, s).getTime();
  return Number.isNaN(time) ? 'malformed' : time;
}

function isLike(word: string, pattern: string): boolean {
  // Iterative, so that a pattern of many stars takes no longer than the product of both lengths.
  let [w, p, star, mark] = [0, 0, -1, 0];
  while (w < word.length) {
    if (p < pattern.length && pattern[p] === '*') [star, mark, p] = [p, w, p + 1];
    else if (p < pattern.length && (pattern[p] === '?' || pattern[p] === word[w])) [w, p] = [w + 1, p + 1];
    else if (star !== -1) [p, mark, w] = [star + 1, mark + 1, mark + 1];
    else return false;
  }
  while (pattern[p] === '*') p += 1;
  return p === pattern.length;
}
