// Which files the session changed, for the checks that ask later. It never says anything.

import { isAbsolute, relative, sep } from 'node:path';
import { check } from '../check.js';
import { changedFiles } from '../tool-use.js';

export const touched = check({
  name: 'touched',
  on: 'after-tool',
  throttle: 'always',
  words: {},
  look({ event, context, notes }) {
    for (const path of changedFiles(event.tool)) {
      const way = isAbsolute(path) ? relative(context.root, path) : path;
      if (!way.startsWith('..') && !way.startsWith('.context')) notes.touch(way.split(sep).join('/'));
    }
    return undefined;
  },
});
