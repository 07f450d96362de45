// What one package is for, concluded from the technologies that it is made of.

import type { Sighting } from './found-technology.js';
import { bundled, sign, sure } from './reader.js';
import { springWithoutWeb } from './silent-signs.js';

const kinds: Readonly<Record<string, string>> = {
  'web-service':
    'actix-web asp.net-core axum chi cakephp django django-rest-framework dropwizard echo elysia express fastapi fastify fiber flask gin gorilla-mux h3 hapi hanami hono koa ktor laravel litestar micronaut nestjs phoenix plug quarkus rails rocket sanic sinatra slim spring-boot starlette symfony tornado vapor vertx warp codeigniter yii pyramid',
  'web-app':
    'angular astro blazor ember gatsby next.js nuxt qwik react remix solid.js svelte sveltekit vue streamlit gradio dash phoenix-liveview livewire preact leptos',
  'mobile-app': 'expo flutter ionic maui react-native',
  'desktop-app': 'avalonia electron javafx tauri kivy pyqt maui qt',
  'cli-tool': 'clap click cobra commander typer ink',
  'data-science': 'jupyter pandas scikit-learn tensorflow pytorch keras xgboost pyspark dbt airflow dagster',
  'smart-contracts': 'foundry hardhat anchor solidity',
  'infrastructure-code': 'terraform terragrunt pulumi aws-cdk cloudformation ansible argocd flux',
  'documentation-site':
    'docusaurus mkdocs vitepress vuepress mdbook starlight antora sphinx mintlify nextra hugo jekyll',
  game: 'bevy godot phaser pygame',
};

/** A service reads its options too, a phone's React is no web app, an Electron window's neither, and a web service that ranks with a model is a service. */
const instead: Readonly<Record<string, readonly string[]>> = {
  'web-service': [springWithoutWeb],
  'web-app': ['expo', 'react-native', 'ink', 'electron'],
  'cli-tool':
    'actix-web axum chi echo express fastapi fastify fiber flask gin gorilla-mux hono koa nestjs rocket warp'.split(
      ' ',
    ),
  'data-science': ['django', 'rails', 'spring-boot', 'laravel', 'nestjs'],
};

/** Whether something in a package says that what else is there does not make it one of this kind. */
export function isInstead(kind: string, sightings: readonly Sighting[]): boolean {
  const others = instead[kind] ?? [];
  return sightings.some(({ name, confidence }) => conclusive.has(confidence) && others.includes(name));
}

/** What tests need, what is optional and what one file hints at decides nothing. */
const conclusive: ReadonlySet<number> = new Set([sure, bundled, sign]);

/** Conclusions point at the evidence of the technology that they rest on. */
export function projectTypes(sightings: readonly Sighting[]): Sighting[] {
  const strongest = new Map<string, Sighting>();
  for (const sighting of sightings) {
    if (!conclusive.has(sighting.confidence)) continue;
    if (sighting.confidence > (strongest.get(sighting.name)?.confidence ?? 0))
      strongest.set(sighting.name, sighting);
  }
  const components = sightings.some(
    ({ evidence, confidence }) => evidence.key === '*.vue' && confidence === sign,
  );
  return Object.entries(kinds).flatMap(([kind, members]) => {
    if (instead[kind]?.some((name) => strongest.has(name))) return [];
    const deciding = [...strongest.values()].filter(
      (sighting) =>
        decides(kind, sighting, strongest) &&
        (components || !(kind === 'web-app' && isScaffolded(sighting, strongest))),
    );
    const first = leading(deciding, ` ${members} `);
    if (first === undefined) return [];
    return [{ name: kind, confidence: Math.min(first.confidence, 0.9), evidence: first.evidence }];
  });
}

/** The surest of the members; of equally sure ones, the first in their list. */
function leading(sightings: Iterable<Sighting>, members: string): Sighting | undefined {
  let best: { sighting: Sighting; place: number } | undefined;
  for (const sighting of sightings) {
    const place = members.indexOf(` ${sighting.name} `);
    if (place === -1) continue;
    const ahead = best === undefined ? 1 : sighting.confidence - best.sighting.confidence;
    if (ahead > 0 || (ahead === 0 && place < (best?.place ?? 0))) best = { sighting, place };
  }
  return best?.sighting;
}

/** A provider written in Go describes no infrastructure, and Astro is there for the documentation where Starlight is. */
function decides(
  kind: string,
  { name, evidence: { file } }: Sighting,
  all: ReadonlyMap<string, Sighting>,
): boolean {
  // Tables are everywhere; what is drawn or computed from them as well is an analysis.
  if (kind === 'data-science' && name === 'pandas') return all.has('matplotlib') || all.has('scipy');
  if (kind === 'infrastructure-code') return !file.endsWith('go.mod');
  // A model that can be tried out is no application for that.
  if (kind === 'web-app' && /^(streamlit|gradio|dash)$/.test(name) && models.some((model) => all.has(model)))
    return false;
  // A list of packages names what reads options for whatever else needs it; a manifest names it for the project.
  if (kind === 'cli-tool' && /(^|\/)([\w.-]*requirements[\w.-]*|environment|conda)\.\w+$/.test(file))
    return false;
  if (kind === 'web-app' && name === 'astro' && all.has('starlight')) return false;
  // A library that builds on a framework is no service, and neither is a command that npm installs.
  if (!['web-service', 'web-app', 'cli-tool', 'mobile-app', 'desktop-app'].includes(kind)) return true;
  return !all.has('library') && (kind === 'cli-tool' || !isInstalledByNpm(all.get('cli-tool')));
}

/** Laravel writes Vue or React into the manifest of every new project, for those who want to use it. */
function isScaffolded({ name, confidence }: Sighting, all: ReadonlyMap<string, Sighting>): boolean {
  if (!all.has('laravel') || all.has('inertia')) return false;
  return confidence === bundled && (name === 'vue' || name === 'react');
}

const models = ['pytorch', 'tensorflow', 'keras', 'jax'];

function isInstalledByNpm(command: Sighting | undefined): boolean {
  return command?.evidence.key === 'bin' && command.evidence.file.endsWith('package.json');
}
