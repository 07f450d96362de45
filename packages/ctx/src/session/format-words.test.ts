import { expect, it } from 'vitest';
import { recordSchema, recordTypes } from '../protocol/records.js';
import { formatWords, shortestSecret } from './format-words.js';

it('are all the words of the records’ schemas that are long enough to be taken for a secret', () => {
  const bounds = new Set(['pattern', 'minimum', 'maximum']);
  const schemas = JSON.stringify(recordTypes.map(recordSchema), (name, value: unknown) =>
    bounds.has(name) ? undefined : value,
  ).replaceAll('"examples":', '"enum":');
  const words = schemas.match(/[\w.-]+/g)?.filter((word) => word.length >= shortestSecret) ?? [];
  expect([...new Set(words)].toSorted()).toEqual(formatWords.toSorted());
});
