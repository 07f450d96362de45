// Tags for entries that bring none: technologies and topics that their name or description names.

import { technologies } from '../../scan/technology.js';
import { tagOf } from '../vocabulary.js';

/** Topics that the starter catalog uses, as their words stand in descriptions. */
const topics = new Set(
  'accessibility api architecture authentication automation blockchain browser ci cloud code-review database debugging dependencies deployment design devops documentation e2e email frontend backend git machine-learning mobile monitoring observability payments performance planning refactoring research security seo testing web-scraping'.split(
    ' ',
  ),
);

/** Names that are also everyday words: they count in a name or a tag, or written as the proper name that they are. */
const everyday = new Set(
  'ada assembly ava behave black c chai chi click clap click cargo crystal dart dash echo effect elm ember express fiber flask flux go groovy hug ink istio java jest joi julia just kafka koa lit make maven meteor mint mix mocha mobx nest nim next nox nuxt pact pandas pest play plug pub r rake ray render ring rocket rush rust sam sanic scala segment shell slim spark spring struts swift tap task tilt tornado turbo turso unity vault viper vite warp yard zap zed zig zod go monorepo library game'.split(
    ' ',
  ),
);

export function knownTags(name: string, summary: string): string[] {
  const known = new Set(technologies().all());
  const found: string[] = [];
  const consider = (raw: string, inName: boolean) => {
    const word = raw.toLowerCase().replace(/[.,;:]+$/, '');
    const tag = tagOf(word);
    if (!known.has(tag) && !topics.has(tag)) return;
    const proper = inName || /^[A-Z]/.test(raw);
    if (everyday.has(tag) && !proper) return;
    if (tag.length < 2 && !inName) return;
    found.push(tag);
  };
  for (const part of name.split(/[\s_/-]+/)) consider(part, true);
  consider(name, true);
  // The first word of a sentence is a capital whatever it means.
  const words = summary.split(/[\s/()“”"'`]+/);
  words.forEach((word, i) => {
    const first = i === 0 || /[.!?:]$/.test(words[i - 1] ?? '');
    consider(first ? word.toLowerCase() : word, false);
  });
  return [...new Set(found)].slice(0, 12);
}
