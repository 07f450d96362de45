// Gemfile, gemspecs, Gemfile.lock, and the files that only RSpec and Rake have.

import { development, type OpenFile, sign, sure } from '../reader.js';
import { shown } from '../shape.js';
import { gems } from '../tables/ruby.js';

export function gemfile(file: OpenFile) {
  // Beside a gemspec, what the Gemfile adds is for those who develop the gem.
  const base = file.lines().some((line) => /^\s*gemspec\b/.test(line)) ? development : sure;
  let group = base;
  let depth = 0;
  let named = 0;
  for (const [i, raw] of file.lines().entries()) {
    const line = raw.trim();
    if (/^group\b.*\bdo$/.test(line))
      [group, depth] = [/:(development|test)\b/.test(line) ? development : base, 1];
    else if (depth > 0 && line === 'end') [group, depth] = [base, 0];
    const gem = /^gem\s*(?:\(\s*)?(['"])([\w.-]+)\1/.exec(line)?.[2];
    if (gem === undefined) continue;
    named++;
    file.dependency(gems, gem, group, { line: i + 1, value: shown(line) });
  }
  if (named === 0) return;
  file.package(undefined);
  file.found('ruby', sure, { line: 1, value: file.name });
  file.found('bundler', sure, { line: 1, value: file.name });
}

export function gemspec(file: OpenFile) {
  const lines = file.lines();
  const start = lines.findIndex((line) => /^\s*Gem::Specification\.new\b/.test(line));
  if (start === -1) return;
  file.package(file.name.slice(0, -'.gemspec'.length), gems);
  file.found('ruby', sure, { line: start + 1, value: shown(lines[start]) });
  // A gem with executables is a command; what else it offers is not what people install it for.
  const listed = lines.findIndex(
    (line) => /^\s*\w+\.executables\s*(\|\|)?[=<]/.test(line) && !/=\s*\[\s*\]/.test(line),
  );
  // `bundle gem` writes the line for every gem; then a file of the gem's name tells.
  const isAny = /git ls-files|Dir\[|Dir\.glob|grep/.test(lines[listed] ?? '');
  const own = file.name.slice(0, -'.gemspec'.length);
  const installs = isAny && !['bin', 'exe'].some((folder) => file.has(`${folder}/${own}`)) ? -1 : listed;
  if (installs >= 0) file.found('cli-tool', sign, { line: installs + 1, value: shown(lines[installs]) });
  else file.found('library', sign, { line: start + 1, value: file.name });
  lines.forEach((line, i) => {
    const gem = /^\s*\w+\.add_(?:runtime_|development_)?dependency\s*(?:\(\s*)?(['"])([\w.-]+)\1/.exec(
      line,
    )?.[2];
    const confidence = line.includes('add_development_dependency') ? development : sure;
    if (gem !== undefined) file.dependency(gems, gem, confidence, { line: i + 1, value: shown(line) });
  });
}

export function rubyFiles(file: OpenFile) {
  const tool = {
    '.rspec': 'rspec',
    Rakefile: 'rake',
    '.rubocop.yml': 'rubocop',
    '.yardopts': 'yard',
    'Gemfile.lock': 'bundler',
  }[file.name];
  const head = file.head();
  if (tool === undefined || head === undefined) return;
  const line = head.split('\n').findIndex((text) => text.trim() !== '');
  file.found(tool, sure, {
    line: Math.max(line, 0) + 1,
    value: shown(head.split('\n')[Math.max(line, 0)] || file.name),
  });
}
