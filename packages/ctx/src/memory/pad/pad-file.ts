// The files of the pad: which of its two forms is there, and where its history is.

import { existsSync } from 'node:fs';
import { readProjectBytes } from '../../disk/read.js';
import { fail } from '../../protocol/codes.js';
import { type Context, contextName, contextPath } from '../context.js';
import type { PadLabels } from './document.js';

export type Form = 'encrypted' | 'plain';

export const padNames: Readonly<Record<Form, string>> = {
  encrypted: 'scratchpad.age',
  plain: 'scratchpad.md',
};
export const historyName = 'scratchpad.history';

/** What the lock of the pad is named after: one lock, whatever the form. */
export const padStore = 'scratchpad';

export interface PadFile {
  readonly form: Form;
  readonly path: string;
  readonly bytes: Buffer;
}

export function padPath(context: Context, form: Form): string {
  return contextPath(context, padNames[form]);
}

/** How messages call them. */
export function labelsOf(form: Form): PadLabels {
  return { shown: `${contextName}/${padNames[form]}`, history: `${contextName}/${historyName}` };
}

/** The file that is there decides the form. Two of them could hold different things, so neither is taken. */
export function findPad(context: Context): PadFile | undefined {
  const forms = formsThere(context);
  const [form, other] = forms;
  if (form === undefined) return undefined;
  if (other !== undefined) {
    const shown = (which: Form) => labelsOf(which).shown;
    throw fail('pad_twice', { operation: 'read', target: shown(form), other: shown(other) });
  }
  const path = padPath(context, form);
  return { form, path, bytes: readProjectBytes(context.root, path) };
}

export function formsThere(context: Context): Form[] {
  const forms: readonly Form[] = ['encrypted', 'plain'];
  return forms.filter((form) => existsSync(padPath(context, form)));
}
