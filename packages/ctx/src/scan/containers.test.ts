import { describe, expect, it } from 'vitest';
import { namesIn, scanOf } from '../../test/scanned.js';

describe('a compose file', () => {
  const plain =
    'x-a: 1\nservices:\n  # c\n  db:\n    environment:\n      image: redis\n    image: "postgres:16" # pg\n  web:\n    build: .\nvolumes:\n  redis:\n    image: mongo\n';
  it.each([
    ['in block style', plain],
    [
      'with anchors and merges',
      'x-b: &b\n  image: postgres:16\nservices:\n  db:\n    <<: *b\n  web: {build: .}\n',
    ],
    ['in flow style', 'services: {db: {image: "postgres:16"}, web: {}}\n'],
  ])('%s names its services and their images, and nothing else', async (_, content) => {
    const { findings, notes } = await scanOf({ 'compose.yaml': content });
    expect(findings.map(({ name }) => name)).toEqual(['postgresql', 'docker', 'docker-compose']);
    expect(findings[0]?.evidence).toEqual([
      { file: 'compose.yaml', key: 'services.db.image', value: 'postgres:16' },
    ]);
    expect(findings[2]?.evidence[0]?.value).toBe('db, web');
    expect(notes).toEqual([]);
  });
});

describe('a compose file that Docker accepts', () => {
  it.each([
    [
      'with a bracket at the indentation of its key',
      'services:\n  db:\n    image: postgres\n    command: [\n      "a",\n    ]\n  c: {\n    image: redis\n  }\n',
    ],
    [
      'with tags of Compose',
      'services:\n  db:\n    image: postgres\n    ports: !reset []\n    environment: !override\n      A: b\n  c:\n    image: !override redis\n',
    ],
    [
      'with more aliases than are followed',
      `x-a: &a\n  restart: always\nservices:\n  db:\n    image: postgres\n  c:\n    image: redis\n${Array.from({ length: 60 }, (_, i) => `  s${i}:\n    <<: *a\n    image: x\n`).join('')}`,
    ],
  ])('%s names its stores', async (_, text) => {
    expect(await namesIn({ 'docker-compose-dev.yml': text })).toEqual([
      'docker',
      'docker-compose',
      'postgresql',
      'redis',
    ]);
  });
});

describe('Kubernetes', () => {
  const deployment =
    'apiVersion: apps/v1\nkind: StatefulSet\nspec:\n  template:\n    spec:\n      containers:\n        - image: docker.io/library/postgres:16\n        - name: b\n          image: "redis:7"\n';

  it('manifests are read wherever they lie, and their images name stores', async () => {
    expect(await namesIn({ 'release/app/all.yaml': deployment })).toEqual([
      'kubernetes',
      'postgresql',
      'redis',
    ]);
  });

  it('releases of Helm name the chart, and settings of tools in the same shape nothing', async () => {
    const release =
      'apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nspec:\n  chart:\n    spec:\n      chart: redis\n';
    expect(
      await namesIn({
        'apps/r.yaml': release,
        'kind.yaml': 'apiVersion: kind.x-k8s.io/v1alpha4\nkind: Cluster\n',
      }),
    ).toEqual(['flux', 'helm', 'infrastructure-code', 'kubernetes', 'redis']);
  });

  it('among more YAML than anybody opens, the nearest are', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 1100 }, (_, i) => [`data/deep/${i}.yaml`, 'a: 1\n']),
    );
    expect(await namesIn({ ...many, 'z.yaml': deployment, 'data/deep/zz.yaml': deployment })).toContain(
      'redis',
    );
    expect(await namesIn({ ...many, 'data/deep/zz.yaml': deployment })).not.toContain('redis');
  });
});
