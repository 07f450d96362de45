// Whether an entry is made for what is here: sharing a language with the repository is not enough.

import type { Technologies } from '../scan/technology.js';
import type { Entry } from './entry.js';

/** What a framework brings along anyway. To have that does not mean to have the framework. */
const buildsOn: Readonly<Record<string, string>> = {
  'django-rest-framework': 'django',
  expo: 'react-native react',
  gatsby: 'react',
  'next.js': 'react vercel',
  nuxt: 'vue',
  'phoenix-liveview': 'phoenix',
  'react-native': 'react',
  remix: 'react',
  'shadcn-ui': 'react tailwindcss radix-ui',
  'spring-boot': 'spring hibernate',
  sveltekit: 'svelte',
  helm: 'kubernetes',
  neon: 'postgresql',
  planetscale: 'mysql',
  supabase: 'postgresql',
  timescaledb: 'postgresql',
  terragrunt: 'terraform',
};

const runtimes = new Set(['node.js', 'deno', 'bun', 'dotnet']);
/** Written beside every other language. */
const anywhere = new Set(['css', 'graphql-schema', 'html', 'protobuf', 'shell', 'sql']);
const clouds = ['aws', 'azure', 'gcp'];

/** From 0 to 1: 1 is made for exactly this. `wanted` are the technologies and words that were asked for. */
export function fitOf(entry: Entry, wanted: ReadonlySet<string>, known: Technologies): number {
  const own = entry.tags.filter((tag) => known.categoryOf(tag) !== undefined);
  const [first] = own;
  if (first === undefined) return 1;
  const here = own.filter((tag) => wanted.has(tag));
  const share = 0.7 + 0.3 * (here.length / own.length);
  return (
    share *
    firstFactor(first, here, wanted, known) *
    cloudFactor(entry, wanted) *
    buildFactor(own, here, wanted, known)
  );
}

/** An entry is made for its first technology; the others are alternatives, or what the first one builds on. */
function firstFactor(
  first: string,
  here: readonly string[],
  wanted: ReadonlySet<string>,
  known: Technologies,
): number {
  if (here.includes(first)) return 1;
  const base = (Object.hasOwn(buildsOn, first) ? (buildsOn[first] ?? '') : '').split(' ');
  const sort = known.categoryOf(first);
  const alternatives = here.filter((tag) => {
    if (base.includes(tag)) return false;
    if (runtimes.has(tag)) return runtimes.has(first);
    const category = known.categoryOf(tag);
    return category === sort || (category !== 'language' && category !== 'project_type');
  });
  if (alternatives.length > 0) return 0.8;
  return isOtherStack(first, wanted, known) ? 0.15 : 0.4;
}

/** Made for a language or a framework that a repository with languages of its own does without. */
function isOtherStack(first: string, wanted: ReadonlySet<string>, known: Technologies): boolean {
  const sort = known.categoryOf(first);
  if ((sort !== 'language' && sort !== 'framework') || anywhere.has(first)) return false;
  return [...wanted].some((name) => known.categoryOf(name) === 'language');
}

/**
 * Made for build systems that a repository with others does without, and nothing but its kind speaks for it: a workspace of
 * crates is a monorepo, and Nx is no help there.
 */
function buildFactor(
  own: readonly string[],
  here: readonly string[],
  wanted: ReadonlySet<string>,
  known: Technologies,
): number {
  const isBuild = (tag: string) => known.categoryOf(tag) === 'build_system';
  const speaks = here.some((tag) => known.categoryOf(tag) !== 'project_type');
  return !speaks && own.some(isBuild) && [...wanted].some(isBuild) ? 0 : 1;
}

/** Made for a cloud, and none of its clouds is here. */
function cloudFactor(entry: Entry, wanted: ReadonlySet<string>): number {
  const own = clouds.filter((cloud) => entry.tags.includes(cloud));
  return own.length === 0 || own.some((cloud) => wanted.has(cloud)) ? 1 : 0.5;
}
