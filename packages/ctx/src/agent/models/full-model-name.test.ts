import { describe, expect, it } from 'vitest';
import { fullModelName } from './full-model-name.js';

describe('a model’s name', () => {
  it.each([
    ['haiku', 'anthropic/claude-haiku-4-5'],
    ['opus', 'anthropic/claude-opus-5-5'],
    ['claude-sonnet-5', 'anthropic/claude-sonnet-5'],
    ['gpt-5', 'openai/gpt-5'],
    ['astra', 'openai/gpt-6-astra'],
    ['anthropic/claude-sonnet-5', 'anthropic/claude-sonnet-5'],
    ['anthropic/claude-sonnet-9', 'anthropic/claude-sonnet-9'],
    ['openai/gpt-5-nano', 'openai/gpt-5-nano'],
    ['script:echo', 'script:echo'],
    ['replay:s', 'replay:s'],
  ])('%s is %s', (name, full) => {
    expect(fullModelName(name, false)).toBe(full);
  });

  it('that fits several lists them', () => {
    expect(() => fullModelName('sonnet', false)).toThrow(
      expect.objectContaining({
        code: 'model_ambiguous',
        where: expect.objectContaining({ matches: expect.arrayContaining(['anthropic/claude-sonnet-5']) }),
      }),
    );
  });

  it.each([
    ['hiaku', 'haiku'],
    ['claude-sonet-5', 'claude-sonnet-5'],
    ['anthropic/claude-hiku-4-5', 'anthropic/claude-haiku-4-5'],
    ['openai/gpt-5-mni', 'openai/gpt-5-mini'],
  ])('%s is a slip for %s', (name, nearest) => {
    expect(() => fullModelName(name, false)).toThrow(
      expect.objectContaining({ code: 'model_unknown', where: expect.objectContaining({ nearest }) }),
    );
  });

  it('of a server of one’s own is nobody’s slip', () => {
    expect(fullModelName('openai/gpt-5-mni', true)).toBe('openai/gpt-5-mni');
  });
});
