import { describe, it } from 'vitest';
import { properties } from './fuzz/properties.js';

describe('hostile input', () => {
  it.each(properties)('$name', ({ fuzz, runs }) => fuzz({ seed: 16, numRuns: runs }));
});
