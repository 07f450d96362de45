// Which environment variables hold credentials, by their names and by what their values look like.

import type { Environment } from '../disk/user-folder.js';
import { namesCredential, namesPlace } from './credential-names.js';
import { encodedForms } from './encoded-forms.js';
import { formatWords, shortestSecret } from './format-words.js';

/** The values that must not be logged, longest first, each with what stands for it. */
export function secretsOf(env: Environment): ReadonlyMap<string, string> {
  const found = Object.entries(env)
    .filter(([name]) => namesCredential(name) && !namesPlace(name))
    .flatMap(([name, value]) => partsOf((value ?? '').trim()).map((part) => ({ name, value: part })))
    .filter(({ value }) => value.length >= shortestSecret && !looksLikePath(value) && !isOrdinary(value))
    .sort((a, b) => b.value.length - a.value.length || (a.name < b.name ? -1 : 1));
  const secrets = new Map<string, string>();
  for (const { name, value } of found) {
    const placeholder = `[redacted:${label(name)}]`;
    for (const form of [value, ...encodedForms(value)])
      if (!secrets.has(form)) secrets.set(form, placeholder);
  }
  return new Map([...secrets].sort(([a], [b]) => b.length - a.length));
}

/** An address is a secret by its password, which programs also show alone. */
function partsOf(value: string): string[] {
  const password = /^[a-z][a-z0-9+.-]*:\/\/[^\s/@:]*:([^\s/@]+)@/i.exec(value)?.[1];
  return password === undefined ? [value] : [value, password, decoded(password)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A path has a folder's beginning and no part that looks random: some secrets are base64 and begin with a slash. */
function looksLikePath(value: string): boolean {
  if (!/^(?:\/|~\/|\.\.?\/|[A-Za-z]:\\|file:)/.test(value)) return false;
  return !value
    .split(/[/\\]/)
    .some((part) => part.length >= 16 && [/[a-z]/, /[A-Z]/, /\d/].every((c) => c.test(part)));
}

/** A name can be anything; what stands in a log for its value is a plain word. */
function label(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name) ? name : 'environment';
}

/** All that our own records are written with: `completed` as a password must not make a log unreadable. */
function isOrdinary(value: string): boolean {
  return formatWords.some((word) => word.includes(value));
}
