// Kubernetes manifests, kustomizations and Helm charts.

import { type OpenFile, sure } from '../reader.js';
import { field, list, shown, text } from '../shape.js';
import { images } from '../tables/native.js';
import { topLevelKeys } from '../top-level-keys.js';

/** A document of a manifest says its version and kind at the very left. */
export function manifests(file: OpenFile) {
  const source = file.text();
  // A template is no manifest yet.
  if (source === undefined || source.includes('{{')) return;
  let line = 1;
  for (const document of source.split(/^---.*$/m)) {
    const version = /^apiVersion:[ \t]*["']?([\w./-]+)/m.exec(document)?.[1];
    const kind = /^kind:[ \t]*["']?(\w+)/m.exec(document);
    if (version !== undefined && kind?.[1] !== undefined) {
      const at = line + document.slice(0, kind.index).split('\n').length - 1;
      for (const name of ['kubernetes', ...operatorsOf(version)]) {
        file.found(name, sure, { line: at, key: 'kind', value: `${version} ${kind[1]}` });
      }
    }
    line += document.split('\n').length - 1;
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
  for (const dependency of list(field(document, 'dependencies'))) {
    const chart = text(field(dependency, 'name'));
    const known = chart === 'postgresql' ? 'postgres' : chart === 'mongodb' ? 'mongo' : chart;
    if (known !== undefined)
      file.dependency(images, known, sure, { key: 'dependencies', value: shown(chart) });
  }
}
