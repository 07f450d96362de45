// A finding's strongest evidence in a few words: “package.json depends on fastify”.

import type { Evidence, Finding } from './finding.js';

export function because(finding: Finding): string {
  const [evidence] = finding.evidence;
  return evidence === undefined ? `${finding.name} was found` : inWords(finding.name, evidence);
}

/** Keys under which a manifest lists what it needs, with the name behind them or in the value. */
const needs =
  /^(?:packages\[""\]\.)?(?:tool\.poetry\.(?:group\.\w+\.)?|workspace\.)?(dependencies|peerDependencies|optionalDependencies|require|packages|build-dependencies)\.(.+)$/;
const develops =
  /(?:devDependencies|dev-dependencies|require-dev|dev_dependencies|dev-packages)\.(?:[\w-]+\.)?([^.]+.*)$/;
const listed =
  /^(project\.(dependencies|optional-dependencies)|dependencies|dependency-groups|tool\.(uv|pdm)\.)/;
/** Files whose lines are dependencies. */
const lineManifests =
  /(^|\/)(requirements[^/]*|constraints[^/]*|go\.mod|Gemfile|mix\.exs|setup\.cfg|[^/]+\.gemspec|pom\.xml|build\.gradle(\.kts)?|[^/]+\.(cs|fs|vb)proj|CMakeLists\.txt|Package\.swift)$/;

function inWords(name: string, { file, key = '', value = '', line }: Evidence): string {
  if (key.startsWith('*.')) return `${value} ${value === '1 file' ? 'ends' : 'end'} in ${key.slice(1)}`;
  const needed = needs.exec(key)?.[2];
  if (needed !== undefined) return `${file} depends on ${needed.replace(/\.features$/, '')}`;
  const development = develops.exec(key)?.[1];
  if (development !== undefined) return `${file} develops with ${development}`;
  if (listed.test(key) && value !== '') return `${file} depends on ${value}`;
  if (key.endsWith('.image') || key === 'image') return `${file} runs ${value}`;
  if (key.startsWith('tool.')) return `${file} configures ${name}`;
  if (key === 'workspaces' || key === 'packages' || key.endsWith('members'))
    return `${file} lists ${plainList(value)}`;
  if (key === 'kind') return `${file} is a ${value.split(' ').at(-1)}`;
  if (key === 'packageManager') return `${file} asks for ${value}`;
  if (line !== undefined && lineManifests.test(file) && value !== '') return lineInWords(file, value);
  if (/^FROM\b/i.test(value)) return `${file} builds ${value}`;
  if (/^(provider|module|resource)\b/.test(value)) return `${file} has ${value.replace(/\s*\{.*$/, '')}`;
  return `${file} is there`;
}

/** A line as people read it: without the words of the file's own language. */
function lineInWords(file: string, value: string): string {
  if (/^(module|project|use Mix)\b|^<|^Gem|^import |^Microsoft\.NET/.test(value) || file.endsWith(value))
    return `${file} is there`;
  const plain = value
    .replace(/^(gem|find_package|\w*[iI]mplementation|api)\s*\(?\s*/, '')
    .replace(/\s*\)?\s*$/, '');
  return `${file} depends on ${plain.replace(/^["']([^"']+)["'].*$/, '$1').replace(/^\[?\{:(\w+).*$/, '$1')}`;
}

function plainList(json: string): string {
  return json.replace(/^\[|\]$|"/g, '').replaceAll(',', ', ');
}
