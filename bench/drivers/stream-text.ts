// Twenty thousand tokens of Markdown through the live view, as from a model that says a hundred a second: the share of
// that time that showing them takes, in per cent of one core.

import { screenOn } from '../../packages/ctx/src/cli/screen.js';
import { liveView } from '../../packages/ctx/src/view/live-view.js';
import { cpuMs } from '../figures.js';

const paragraph =
  '## What I found\nThe **first** thing to say of `package.json` is that it is long, and that this paragraph is as long as those that models write. It goes on.\n\n- an item\n- another item with `code`\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n```js\nconst x = 1;\n```\n';
const tokenMs = 10;
const tokens = 20_000;

let time = 0;
let drawn = 0;
const terminal = { interactive: true, colour: true, width: 100, columns: 100, redraws: true };
const screen = screenOn(
  (text) => {
    drawn += text.length;
  },
  () => terminal,
);
const view = liveView(screen, () => time);
view.take({ type: 'model.requested', seq: 1, call: 1 });
const text = paragraph.repeat(400);
const before = process.cpuUsage();
for (let i = 0; i < tokens; i++) {
  time += tokenMs;
  view.take({ type: 'text.delta', call: 1, text: text.slice(i * 4, i * 4 + 4) });
}
const shownMs = cpuMs(before);
view.end();
if (drawn < tokens * 4) throw new TypeError('the view did not show the text');
console.log(JSON.stringify({ share: (100 * shownMs) / (tokens * tokenMs) }));
