import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hexPackages, pubPackages } from './tables/beam-dart.js';
import { technologiesOf } from './tables/dependency-table.js';
import { dotnetSdks, nugetPackages } from './tables/dotnet.js';
import { goModules } from './tables/go.js';
import { gradlePlugins, mavenArtifacts } from './tables/jvm.js';
import { cmakePackages, images, swiftPackages, terraformProviders } from './tables/native.js';
import { npmPackages } from './tables/npm.js';
import { composerPackages } from './tables/php.js';
import { pythonPackages } from './tables/python.js';
import { gems } from './tables/ruby.js';
import { crates } from './tables/rust.js';
import { technologies } from './technology.js';

const tables = {
  npmPackages,
  pythonPackages,
  goModules,
  crates,
  gems,
  composerPackages,
  mavenArtifacts,
  gradlePlugins,
  nugetPackages,
  dotnetSdks,
  hexPackages,
  pubPackages,
  cmakePackages,
  swiftPackages,
  images,
  terraformProviders,
};

describe('the tables of dependencies', () => {
  it.each(Object.entries(tables))('%s name only technologies that the scan knows', (_, table) => {
    const known = technologies();
    const lines = table.trim().split('\n');
    const meaning = lines.filter((line) => !line.endsWith(' -'));
    const unknown = meaning
      .flatMap((line) => line.split(' ').slice(1))
      .filter((name) => known.categoryOf(name) === undefined);
    expect(unknown).toEqual([]);
    expect(lines.filter((line) => !/^\S{1,100}( \S+)+$/.test(line))).toEqual([]);
    const names = lines.map((line) => line.split(' ')[0]);
    expect(names.filter((name, i) => names.indexOf(name) < i)).toEqual([]);
  });

  it.each(readdirSync(join(import.meta.dirname, 'tables')))('%s has its names in order', (file) => {
    const source = readFileSync(join(import.meta.dirname, 'tables', file), 'utf8');
    for (const [, table = ''] of source.matchAll(/= `(?:\$\{\w+\})*\n([^`]+)`;/g)) {
      const names = table
        .trim()
        .split('\n')
        .map((line) => line.split(' ')[0]);
      expect(names).toEqual(names.toSorted());
    }
  });

  it('match a name whole, or by the longest scope that holds it', () => {
    expect(technologiesOf(npmPackages, 'react')).toEqual(['react']);
    expect(technologiesOf(npmPackages, 'react-hook-form')).toEqual([]);
    expect(technologiesOf(npmPackages, '@aws-sdk/client-s3')).toEqual(['aws']);
    expect(technologiesOf(npmPackages, '@aws-sdk/client-dynamodb')).toEqual(['aws', 'dynamodb']);
    expect(technologiesOf(mavenArtifacts, 'org.springframework.boot:spring-boot-starter-web')).toEqual([
      'spring-boot',
      'spring',
    ]);
    expect(technologiesOf(npmPackages, 'constructor')).toEqual([]);
    expect(technologiesOf(npmPackages, '__proto__')).toEqual([]);
    expect(technologiesOf(npmPackages, '')).toEqual([]);
    expect(technologiesOf(npmPackages, '@apollo/client apollo')).toEqual([]);
    expect(technologiesOf(npmPackages, 'react\nvue')).toEqual([]);
  });

  it('are not slowed down by a name of a million slashes', () => {
    expect(technologiesOf(npmPackages, `@aws-sdk/${'/'.repeat(1_000_000)}`)).toEqual(['aws']);
  });

  it('have no name in two categories', () => {
    const all = technologies().all();
    expect(new Set(all).size).toBe(all.length);
  });
});
