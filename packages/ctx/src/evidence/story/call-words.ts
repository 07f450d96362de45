// What became of a call, in a word, and its input as people read it.

import type { Clip } from '../../text/clip.js';
import type { CallStep } from './story.js';

export interface CallState {
  readonly look: 'ok' | 'error' | 'denied';
  readonly badge: 'good' | 'bad' | 'open';
  readonly says: string;
}

export function callState({ decision, returned }: Pick<CallStep, 'decision' | 'returned'>): CallState {
  if (decision === 'denied') return { look: 'denied', badge: 'bad', says: 'denied' };
  if (decision === 'malformed') return { look: 'error', badge: 'bad', says: 'not run' };
  if (returned === undefined)
    return { look: 'error', badge: 'open', says: decision === 'pending' ? 'not reached' : 'open' };
  if (returned.interrupted) return { look: 'error', badge: 'open', says: 'interrupted' };
  return returned.is_error
    ? { look: 'error', badge: 'bad', says: 'error' }
    : { look: 'ok', badge: 'good', says: 'ok' };
}

/** A command alone, or indented JSON; a piece of it, or what is no JSON, stays as it came. */
export function readableInput({ text, whole }: Clip): string {
  if (!whole) return text;
  try {
    const value: unknown = JSON.parse(text);
    const command =
      typeof value === 'object' && value !== null && Object.keys(value).join() === 'command'
        ? Reflect.get(value, 'command')
        : undefined;
    return typeof command === 'string' ? `$ ${command}` : JSON.stringify(value, undefined, 2);
  } catch {
    return text;
  }
}
