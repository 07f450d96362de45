// Dockerfiles and compose files: that there are containers, and which images they are made of.

import { type OpenFile, sign, sure } from '../reader.js';
import { field, membersOf, shortLine, shown, textOf } from '../shape.js';
import { images } from '../tables/native.js';

export function dockerfile(file: OpenFile) {
  for (const [i, line] of file.lines().entries()) {
    const image = /^\s*FROM\s+(?:--\S+\s+)*(\S+)/i.exec(line)?.[1];
    if (image === undefined) continue;
    const place = { line: i + 1, value: shown(line) };
    file.found('docker', sure, place);
    file.dependency(images, imageName(image), sign, place);
  }
}

export async function compose(file: OpenFile) {
  const source = file.text();
  if (source === undefined) return;
  const services = plainServices(source) ?? (await parsedServices(file)) ?? indentedServices(source);
  const [first] = services;
  if (first === undefined) return;
  file.found('docker', sure, { key: `services.${first.name}` });
  file.found('docker-compose', sure, {
    key: 'services',
    value: shown(services.map(({ name }) => name).join(', ')),
  });
  for (const { name, image } of services) {
    if (image === undefined) continue;
    file.dependency(images, imageName(image), sure, { key: `services.${name}.image`, value: shown(image) });
  }
}

/** A compose file by another name, in a folder for such files. */
export async function composeInside(file: OpenFile) {
  if (/^services:/m.test(file.head() ?? '')) await compose(file);
}

interface Service {
  readonly name: string;
  image?: string;
}

async function parsedServices(file: OpenFile): Promise<Service[] | undefined> {
  const [document] = await file.yaml();
  if (document === undefined) return undefined;
  return Object.entries(membersOf(field(document, 'services'))).map(([name, service]) => {
    const image = textOf(field(service, 'image'));
    return { name, ...(image === undefined ? {} : { image }) };
  });
}

/**
 * The services of a compose file in plain block style, by indentation: most are, and loading a YAML parser takes longer
 * than the whole scan. Nothing where anything else is in it (anchors, aliases, tags, merges, flow style, tabs).
 */
function plainServices(source: string): Service[] | undefined {
  if (/(^|[\s:,[{-])[&*!][^\s]|<<[ \t]*:|\t|^services:[ ]*[^\s#]|^[ \t]*[\]}[{]/m.test(source))
    return undefined;
  return indentedServices(source);
}

/** What indentation alone says. Docker's own parser takes more than any other, so this is also the last resort. */
function indentedServices(source: string): Service[] {
  const services: Service[] = [];
  let inside = false;
  let [nameIndent, fieldIndent] = [0, 0];
  for (const whole of source.split('\n')) {
    const line = shortLine(whole);
    if (/^\s*(#.*)?$/.test(line)) continue;
    const indent = line.search(/\S/);
    if (indent === 0) {
      inside = /^services:\s*(#.*)?$/.test(line);
      continue;
    }
    if (!inside) continue;
    if (nameIndent === 0) nameIndent = indent;
    const [, key = '', value = ''] = /^\s*["']?([\w.-]+)["']?:\s*(?:["']?([^"'#\s]*))?/.exec(line) ?? [];
    const last = services.at(-1);
    if (indent === nameIndent && key !== '') {
      services.push({ name: key });
      fieldIndent = 0;
    } else if (last !== undefined && indent > nameIndent) {
      if (fieldIndent === 0) fieldIndent = indent;
      if (indent === fieldIndent && key === 'image' && value !== '') last.image = value;
    }
  }
  return services;
}

/** `registry:5000/library/postgres:16-alpine@sha256:…` is `postgres`. */
export function imageName(image: string): string {
  const last = image.split('@')[0]?.split('/').at(-1) ?? '';
  return last.split(':')[0] ?? '';
}

export async function devcontainer(file: OpenFile) {
  const document = await file.json();
  const [key] = Object.keys(membersOf(document));
  if (key !== undefined) file.found('devcontainer', sure, { key });
}
