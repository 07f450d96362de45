// Skills and agents as Markdown with front matter, as the Agent Skills specification has them.

import { isMembers, type Members } from '../../protocol/members.js';
import { frontMatterOf } from '../../registry/front-matter.js';
import { onOneLine } from '../../text/one-line.js';
import { normalTag } from '../vocabulary.js';
import { type Found, idPart, tokensOf } from './found.js';
import { knownTags } from './known-tags.js';

export interface MarkdownPlace {
  /** Where it lies, as the user named it. */
  readonly path: string;
  /** Who stands in front of its name in the id. */
  readonly owner: string;
  readonly bundle?: string;
}

/** `skills/pdf/SKILL.md`: the folder's name and the declared name are the same by the specification. */
export function offerSkill(found: Found, markdown: string, folderName: string, place: MarkdownPlace) {
  const head = readHead(markdown);
  if ('problem' in head) return found.refuse(place.path, head.problem);
  const { name, description } = head.fields;
  if (typeof name !== 'string' || !isSkillName(name)) return found.refuse(place.path, noSkillName);
  if (folderName !== '' && name !== folderName) {
    return found.refuse(place.path, `it calls itself ${name}, and its folder ${folderName}`);
  }
  offer(found, 'skill', name, description, markdown, head.fields, place);
}

/** By the Agent Skills specification. */
export function isSkillName(name: string): boolean {
  return /^[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?$/.test(name);
}

export const noSkillName = 'its name is not of lower-case letters, digits and dashes, at most 64';

export function offerAgent(found: Found, markdown: string, fileName: string, place: MarkdownPlace) {
  const head = readHead(markdown);
  if ('problem' in head) return found.refuse(place.path, head.problem);
  const { name, description } = head.fields;
  if (name !== undefined && (typeof name !== 'string' || name.trim() === ''))
    return found.refuse(place.path, 'its name is not a text');
  offer(found, 'agent', name ?? fileName, description, markdown, head.fields, place);
}

function offer(
  found: Found,
  kind: 'skill' | 'agent',
  name: string,
  description: unknown,
  markdown: string,
  fields: Members,
  place: MarkdownPlace,
) {
  if (typeof description !== 'string' || description.trim() === '') {
    return found.refuse(place.path, 'it has no description');
  }
  const summary = onOneLine(description);
  const licence = licenceIn(fields);
  found.offer(place.path, {
    id: `${kind}:${idPart(place.owner)}/${idPart(name)}`,
    kind,
    name,
    summary: summary.length > 1024 ? `${summary.slice(0, 1023)}…` : summary,
    source: place.path,
    ...(licence === undefined ? {} : { licence }),
    tags: tagsOf(fields, name, summary),
    ...(place.bundle === undefined ? {} : { bundle: place.bundle }),
    context: { always: tokensOf(`${name}: ${summary}`), used: tokensOf(markdown) },
  });
}

function tagsOf(fields: Members, name: string, summary: string): string[] {
  const metadata = fields['metadata'];
  const listed = [fields['tags'], fields['keywords'], isMembers(metadata) ? metadata['tags'] : undefined];
  const given = listed.flatMap((value) =>
    typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [],
  );
  const own = given.flatMap((tag) => (typeof tag === 'string' ? (normalTag(tag) ?? []) : []));
  return [...new Set([...own, ...knownTags(name, summary)])].slice(0, 40);
}

const problems = {
  too_long: 'its front matter is longer than 64 KiB',
  not_yaml: 'its front matter is not valid YAML: ',
  not_mapping: 'its front matter is not a mapping',
} as const;

export function readHead(markdown: string): { readonly fields: Members } | { readonly problem: string } {
  const front = frontMatterOf(markdown);
  if (front.state === 'none') return { problem: 'it has no front matter' };
  if (front.state === 'unreadable') return { problem: `${problems[front.problem]}${front.detail}` };
  return { fields: front.fields };
}

/** What a front matter calls it, in either spelling. A long text is no name. */
export function licenceIn(fields: Members): string | undefined {
  const named = [fields['license'], fields['licence']].find((value) => {
    return typeof value === 'string' && value.trim() !== '';
  });
  return typeof named === 'string' && named.length <= 60 ? onOneLine(named) : undefined;
}
