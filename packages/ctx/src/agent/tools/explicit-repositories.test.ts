import { expect, it } from 'vitest';
import { explicitRepositories } from './explicit-repositories.js';

const ours = { KEY: 'safe.bareRepository', VALUE: 'explicit' };

it('adds the setting behind those that a person gave', () => {
  expect(explicitRepositories({ PATH: '/bin' })).toEqual({
    PATH: '/bin',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: ours.KEY,
    GIT_CONFIG_VALUE_0: ours.VALUE,
  });
  const given = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'user.name', GIT_CONFIG_VALUE_0: 'Somebody' };
  expect(explicitRepositories(given)).toEqual({
    ...given,
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_1: ours.KEY,
    GIT_CONFIG_VALUE_1: ours.VALUE,
  });
});

it('drops halves of settings, which may be a secret, and counts that are none', () => {
  const alone = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: ours.KEY, GIT_CONFIG_VALUE_0: ours.VALUE };
  expect(explicitRepositories({ GIT_CONFIG_COUNT: '1', GIT_CONFIG_VALUE_0: 'secret' })).toEqual(alone);
  for (const GIT_CONFIG_COUNT of ['x', '-1', ''])
    expect(explicitRepositories({ GIT_CONFIG_COUNT })).toEqual(alone);
});
