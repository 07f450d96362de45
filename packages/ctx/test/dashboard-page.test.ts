// The dashboard's page as it ships: small, without anything inline, without a way to turn data into markup.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { builtFolder, repository } from './built.js';

const built = (name: string) => readFileSync(join(builtFolder(), 'page', name), 'utf8');
const sources = () => {
  const folder = join(repository, 'packages/ctx/page');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
};

it('weighs at most 120 KB compressed, all files together', () => {
  const files = readdirSync(join(builtFolder(), 'page'));
  expect(files.sort()).toEqual(['app.css', 'app.js', 'icon.svg', 'index.html']);
  const bytes = files.reduce((sum, name) => sum + gzipSync(built(name)).length, 0);
  expect(bytes).toBeLessThanOrEqual(120 * 1024);
});

it('has no inline script, style or handler, and loads nothing from elsewhere', () => {
  const page = built('index.html');
  expect(page.match(/<script[^>]*>[^<]*<\/script>/g)).toEqual(['<script src="/page/app.js"></script>']);
  expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i);
  const leads = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url);
  expect(leads.every((url) => url?.startsWith('/page/'))).toBe(true);
  expect(built('app.css')).not.toMatch(/url\(|@import|expression\(/i);
  expect(built('app.js')).not.toMatch(/["'`](?:https?:)?\/\/(?!www\.w3\.org\/)[a-z]/i);
});

it('has no code of Node in it', () => expect(built('app.js')).not.toMatch(/\brequire\(|["'`]node:/));

it('never makes markup of a text: the sources know only text nodes', () => {
  const ways =
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc|DOMParser/;
  expect(sources().length).toBeGreaterThan(40);
  expect(
    sources()
      .filter(({ text }) => ways.test(text))
      .map(({ name }) => name),
  ).toEqual([]);
});

it('is made of files that one can read', () => {
  const long = sources().filter(({ text }) => text.split('\n').length > 300);
  expect(long.map(({ name }) => name)).toEqual([]);
});
