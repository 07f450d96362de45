// Single keys, where nobody types. A person can switch them off: who speaks to the computer would press them by accident.

import { useLayoutEffect, useRef } from 'preact/hooks';
import { useDashboard } from '../state/dashboard.js';

/** `g n` is two keys, one after the other. */
export type Keys = Readonly<Record<string, () => void>>;

export interface Keyboard {
  /** Gives back what takes them away. The last that were added are asked first. */
  add(keys: () => Keys): () => void;
}

const kept = 'ctx-single-keys';
export const areSingleKeysOn = () => localStorage.getItem(kept) !== 'off';
export const keepSingleKeys = (isOn: boolean) => localStorage.setItem(kept, isOn ? 'on' : 'off');

export function keyboard(isOn: () => boolean): Keyboard {
  const layers: (() => Keys)[] = [];
  let before = '';
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !isOn()) return;
    if (isDialogOpen() || isTyping(event.target)) return;
    const named = before === '' ? event.key : `${before} ${event.key}`;
    before = before === '' && event.key === 'g' ? 'g' : '';
    const action = layers.findLast((keys) => keys()[named] !== undefined)?.()[named];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
  return {
    add(keys) {
      layers.push(keys);
      return () => layers.splice(layers.indexOf(keys), 1);
    },
  };
}

export function useKeys(keys: Keys): void {
  const { keyboard: board } = useDashboard();
  const latest = useRef(keys);
  latest.current = keys;
  // Before the view can be seen: an effect comes a frame later, and a quick hand is faster.
  useLayoutEffect(() => board.add(() => latest.current), [board]);
}

/** Asked of the document: a dialog tells that it was closed some time after it is gone, and a quick hand is faster. */
const isDialogOpen = () => document.querySelector('dialog[open]') !== null;

function isTyping(target: EventTarget | null): boolean {
  // A dialog that was closed a moment ago still has the focus until the next frame.
  if (!(target instanceof HTMLElement) || target.closest('dialog') !== null) return false;
  return target.closest('input, textarea, select') !== null;
}
