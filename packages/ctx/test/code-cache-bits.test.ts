// Kept code with any bit of it flipped.

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtFolder, runNode } from './built.js';
import { temporaryFolder } from './folder.js';

it('answers the same for every single bit that is flipped in the kept files', async () => {
  const folder = temporaryFolder({
    'a.cjs': asFile('const b = require("./b.cjs"); exports.answer = () => b.twice(21) + " is the answer";'),
    'b.cjs': asFile(
      'exports.twice = (n) => { let sum = 0; for (let i = 0; i < 2; i++) sum += n; return sum; };',
    ),
    'flip.cjs': flipEachBit,
  });
  const { exitCode, stdout, stderr } = await runNode([
    join(folder, 'flip.cjs'),
    join(builtFolder(), 'hook.cjs'),
  ]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const { bits, ...rest } = JSON.parse(stdout);
  expect(bits).toBeGreaterThan(10_000);
  expect(rest).toEqual({ files: 2, wrong: [], used: true });
});

/** So many calls add to what is kept (scripts/build/code-cache.ts). */
const learningCalls = 4;

/** As the build writes each file. */
function asFile(code: string): string {
  return `(function (exports, require) {${code}\n})`;
}

/** Loads a.cjs with the loader of the built program, again and again, each time with another bit flipped. */
const flipEachBit = `
  // Else V8 knows the source from the first time, and looks at no kept code.
  require('node:v8').setFlagsFromString('--no-compilation-cache');
  const fs = require('node:fs');
  const path = require('node:path');
  const code = fs.readFileSync(process.argv[2], 'utf8').replace(/^#!.*/, '').split('loader.runCompiled')[0];
  const { runCompiled } = new Function(code + '; return loader;')();
  const answer = () => {
    let said;
    runCompiled(require, __filename, 'flip', (_, near) => { said = near('./a.cjs').answer(); });
    return said;
  };
  const ended = () => { process.emit('exit', 0); process.removeAllListeners('exit'); };
  const expected = answer();
  ended();
  for (let call = 1; call < ${learningCalls}; call++) {
    answer();
    ended();
  }
  const [command] = fs.readdirSync(path.join(__dirname, 'compiled'));
  const folder = path.join(__dirname, 'compiled', command);
  const files = fs.readdirSync(folder).map((name) => path.join(folder, name));
  const numbers = () => files.map((file) => fs.statSync(file).ino).join();
  const first = numbers();
  answer();
  ended();
  const used = numbers() === first;
  let bits = 0;
  const wrong = [];
  for (const file of files) {
    const bytes = fs.readFileSync(file);
    const fd = fs.openSync(file, 'r+');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const at = bit >> 3;
      fs.writeSync(fd, Buffer.of(bytes[at] ^ (1 << (bit & 7))), 0, 1, at);
      try {
        if (answer() !== expected) wrong.push([file, bit]);
      } catch (error) {
        wrong.push([file, bit]);
      }
      process.removeAllListeners('exit');
      fs.writeSync(fd, bytes, at, 1, at);
    }
    bits += bytes.length * 8;
  }
  console.log(JSON.stringify({ bits, files: files.length, wrong, used }));
`;
