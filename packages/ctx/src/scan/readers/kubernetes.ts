// Kubernetes manifests, kustomizations and Helm charts.

import { type OpenFile, sure } from '../reader.js';
import { field, listOf, shortLine, shown, textOf } from '../shape.js';
import { images } from '../tables/native.js';
import { topLevelKeys } from '../top-level-keys.js';
import { imageName } from './containers.js';

/** A document of a manifest says its version and kind at the very left, and so does a description of an API. */
export function manifests(file: OpenFile) {
  const head = file.head() ?? '';
  const described = /^(openapi|swagger):[ \t]*["']?[23]\./m.exec(head);
  if (described !== null) {
    const line = head.slice(0, described.index).split('\n').length;
    return file.found('openapi', sure, { line, value: shown(described[0]) });
  }
  if (!/^apiVersion:/m.test(head)) return;
  const source = file.text();
  // A template is no manifest yet.
  if (source === undefined || source.includes('{{')) return;
  let line = 1;
  for (const document of source.split(/^---.*$/m)) {
    const version = /^apiVersion:[ \t]*["']?([\w./-]+)/m.exec(document)?.[1];
    const kind = /^kind:[ \t]*["']?(\w+)/m.exec(document);
    if (version !== undefined && kind?.[1] !== undefined && !isOfATool(version)) {
      const at = line + document.slice(0, kind.index).split('\n').length - 1;
      const hooked = document.includes('argocd.argoproj.io/') ? ['argocd'] : [];
      const released = kind[1].startsWith('Helm') ? ['helm'] : [];
      for (const name of new Set(['kubernetes', ...operatorsOf(version), ...hooked, ...released])) {
        file.found(name, sure, { line: at, key: 'kind', value: `${version} ${kind[1]}` });
      }
      runs(file, document, line, kind[1]);
    }
    line += document.split('\n').length - 1;
  }
}

/** Settings of tools that borrow the shape: kind's clusters, Backstage, Skaffold. */
function isOfATool(version: string): boolean {
  return /^(skaffold|backstage\.io|kind\.x-k8s\.io|ctlptl\.dev|k3d\.io|tilt\.dev|config\.openshift\.io|blueprints\.cloud\.google\.com)\//.test(
    version,
  );
}

/** The images of a document, and the chart of a Helm release. */
function runs(file: OpenFile, document: string, first: number, kind: string) {
  const charts = kind === 'HelmRelease' || kind === 'Application';
  for (const [i, raw] of document.split('\n').entries()) {
    const text = shortLine(raw);
    const place = { line: first + i, value: shown(text) };
    const image = /^\s*(?:- )?\s*image:\s*["']?([^\s"'#]+)/.exec(text)?.[1];
    if (image !== undefined) file.dependency(images, imageName(image), sure, place);
    const chart = charts ? /^\s*chart:\s*["']?([\w-]+)["']?\s*$/.exec(text)?.[1] : undefined;
    if (chart !== undefined) file.dependency(images, chart, sure, place);
  }
}

function operatorsOf(version: string): string[] {
  if (version.startsWith('argoproj.io/')) return ['argocd'];
  if (version.includes('.toolkit.fluxcd.io/')) return ['flux'];
  return version.includes('istio.io/') ? ['istio'] : [];
}

export function kustomization(file: OpenFile) {
  const keys = topLevelKeys(file);
  const key = ['resources', 'bases', 'patches', 'kind', 'images', 'namespace', 'components'].find((name) =>
    keys.has(name),
  );
  const line = key === undefined ? undefined : keys.get(key)?.line;
  if (key === undefined || line === undefined) return;
  file.found('kustomize', sure, { line, value: key });
  file.found('kubernetes', sure, { line, value: key });
}

export async function helm(file: OpenFile) {
  const keys = topLevelKeys(file);
  const name = keys.get('name');
  if (name === undefined || !keys.has('apiVersion')) return file.note('not a Helm chart');
  file.found('helm', sure, { line: name.line, value: `name ${name.value}` });
  file.found('kubernetes', sure, { line: name.line, value: `name ${name.value}` });
  if (!keys.has('dependencies')) return;
  const [document] = await file.yaml();
  for (const dependency of listOf(field(document, 'dependencies'))) {
    const chart = textOf(field(dependency, 'name'));
    if (chart !== undefined)
      file.dependency(images, chart, sure, { key: 'dependencies', value: shown(chart) });
  }
}
