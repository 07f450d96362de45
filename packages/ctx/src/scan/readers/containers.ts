// Dockerfiles and compose files: that there are containers, and which images they are made of.

import { type OpenFile, sign, sure } from '../reader.js';
import { field, fields, shown, text } from '../shape.js';
import { images } from '../tables/native.js';

export function dockerfile(file: OpenFile) {
  for (const [i, line] of (file.text()?.split('\n') ?? []).entries()) {
    const image = /^\s*FROM\s+(?:--\S+\s+)*(\S+)/i.exec(line)?.[1];
    if (image === undefined) continue;
    const place = { line: i + 1, value: shown(line) };
    file.found('docker', sure, place);
    file.dependency(images, imageName(image), sign, place);
  }
}

export async function compose(file: OpenFile) {
  const [document] = await file.yaml();
  const services = Object.entries(fields(field(document, 'services')));
  const [first] = services;
  if (first === undefined) return;
  file.found('docker', sure, { key: `services.${first[0]}` });
  file.found('docker-compose', sure, {
    key: 'services',
    value: shown(services.map(([name]) => name).join(', ')),
  });
  for (const [name, service] of services) imageOf(file, field(service, 'image'), `services.${name}.image`);
}

function imageOf(file: OpenFile, image: unknown, key: string) {
  const name = text(image);
  if (name !== undefined) file.dependency(images, imageName(name), sure, { key, value: shown(name) });
}

/** `registry:5000/library/postgres:16-alpine@sha256:…` is `postgres`. */
export function imageName(image: string): string {
  const last = image.split('@')[0]?.split('/').at(-1) ?? '';
  return last.split(':')[0] ?? '';
}

export async function devcontainer(file: OpenFile) {
  const document = await file.json();
  const [key] = Object.keys(fields(document));
  if (key !== undefined) file.found('devcontainer', sure, { key });
}
