// Text as the words that say what it is about.

const empty = new Set(
  'a an and are as at be by but can do for from has have how if in into is it its no not of on one or our should so than that the their them then there these they this to use used via was we were what when which who will with you your'.split(
    ' ',
  ),
);

/** Lower-case words of three letters and more, `camelCase` in its parts, without those that say nothing. */
export function wordsIn(text: string): Set<string> {
  const words = new Set<string>();
  const split = text.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  for (const word of split.split(/[^a-z0-9\u00c0-\uffff]+/)) {
    if (word.length > 2 && word.length < 40 && !empty.has(word)) words.add(word);
  }
  return words;
}
