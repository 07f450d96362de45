// A rule's pattern, read at most once in each of the ways in which it is held against something: a run judges thousands of calls by the
// same rules.

import { alternatives } from '../text/alternatives.js';
import type { Glob } from './glob.js';
import { allowedGlobs, deniedGlobs } from './path-patterns.js';

/** Each is nothing where the pattern stands for too much to be written out. */
export interface Pattern {
  readonly text: string;
  commands(): readonly string[] | undefined;
  /** The letters that what it is about can begin with; nothing where that may be any. */
  commandStarts(): string | undefined;
  deniedPaths(): readonly Glob[] | undefined;
  allowedPaths(): readonly Glob[] | undefined;
}

export function patternOf(text: string): Pattern {
  const commands = once(() => commandForms(text));
  return {
    text,
    commands,
    commandStarts: once(() => startsOf(commands())),
    deniedPaths: once(() => deniedGlobs(text)),
    allowedPaths: once(() => allowedGlobs(text)),
  };
}

/** `git *` means `git` alone as well, `git:*` is how Claude Code writes it, and `{a,b}` is one of them. */
function commandForms(pattern: string): readonly string[] | undefined {
  return alternatives(pattern)?.flatMap((text) => {
    if (text.endsWith(' *')) return [text, text.slice(0, -2)];
    if (!text.endsWith(':*')) return [text];
    const start = text.slice(0, -2);
    return [text, start, `${start} *`];
  });
}

function startsOf(forms: readonly string[] | undefined): string | undefined {
  const starts = forms?.map((form) => form.charAt(0));
  return starts?.every((start) => start !== '' && start !== '*') ? [...new Set(starts)].join('') : undefined;
}

export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
