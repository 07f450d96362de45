// A skill or an agent as it will lie in a host's folder: its own files, the licence that covers them, and a note of where they
// come from. Nothing is written here.

import { digestOf } from '../../disk/digest.js';
import { fail } from '../../protocol/codes.js';
import type { Members } from '../../protocol/members.js';
import type { Entry } from '../entry.js';
import { idPart } from '../importing/found.js';
import { isSkillName, licenceIn, noSkillName, readHead } from '../importing/markdown.js';
import { type Gathered, type GatheredFile, isLicence, Takings } from './gathered.js';

export interface Prepared {
  /** Of the folder that it gets. */
  readonly name: string;
  readonly files: readonly GatheredFile[];
  readonly licence: string | undefined;
  readonly commit: string | undefined;
  readonly from: string;
  /** What it brings, as a person is shown it. */
  readonly lines: readonly string[];
  readonly notes: readonly string[];
}

export const noteName = 'ctx-source.json';

export function prepare(
  entry: Entry,
  gathered: Gathered,
  version: string,
  withoutLicence: boolean,
): Prepared {
  const takings = new Takings(entry.id, gathered.from);
  const { name, head, body, files } = named(entry, gathered, takings);
  if (files.some(({ path }) => path.toLowerCase() === noteName))
    throw takings.unfit(`it holds a ${noteName} of its own, which is where ctx notes the source`);
  const declared = entry.licence ?? licenceIn(head);
  const own = files.filter(({ path }) => isLicence(path));
  const added =
    own.length > 0 ? [] : gathered.licences.filter(({ path }) => !files.some((one) => one.path === path));
  const hasText = own.length + added.length > 0;
  if (declared === undefined && !hasText && !withoutLicence)
    throw fail('catalog_licence_missing', { operation: 'install', target: entry.id, from: gathered.from });
  const licence = declared ?? (hasText ? `see ${[...own, ...added][0]?.path ?? ''}` : undefined);
  const all = [...files, ...added];
  return {
    name,
    files: [...all, noteOf(entry, gathered, licence, all, version)],
    licence,
    commit: gathered.commit,
    from: gathered.from,
    lines: [...linesOf(entry, gathered, licence, all), ...powers(head), ...commandsIn(body, takings)],
    notes:
      hasText || licence === undefined
        ? []
        : ['its source does not include the text of the licence; only its name was recorded'],
  };
}

/** No model reads more. */
const longestText = 1 << 20;

/** By its own front matter, which must be what the catalog says. */
function named(entry: Entry, { files }: Gathered, takings: Takings) {
  const main = entry.kind === 'skill' ? files.find(({ path }) => path === 'SKILL.md') : files[0];
  if (main === undefined) throw takings.unfit('there is no SKILL.md');
  if (!main.path.endsWith('.md')) throw takings.unfit(`${main.path} is no Markdown`);
  if (main.bytes.length > longestText) throw takings.unfit(`${main.path} is larger than 1 MiB`);
  const text = main.bytes.toString('utf8');
  const read = readHead(text);
  if ('problem' in read) throw takings.unfit(`in ${main.path}, line 1: ${read.problem}`);
  const own = read.fields['name'] ?? (entry.kind === 'agent' ? main.path.slice(0, -'.md'.length) : undefined);
  if (typeof own !== 'string' || idPart(own) !== idPart(entry.name))
    throw takings.unfit(
      `${main.path} calls itself ${JSON.stringify(own ?? null)}, and the catalog ${entry.name}`,
    );
  if (entry.kind === 'skill' && !isSkillName(own)) throw takings.unfit(noSkillName);
  const name = idPart(own);
  if (name === '') throw takings.unfit('its name has no letter or digit');
  if (/^(?:con|prn|aux|nul|com\d|lpt\d)$/.test(name))
    throw takings.unfit(
      `Windows keeps the name ${name} for a device, so nobody could check the project out there`,
    );
  // Hosts read every Markdown file below a folder of agents.
  const placed = entry.kind === 'skill' ? files : [{ ...main, path: `${name}.md` }];
  return { name, head: read.fields, body: text, files: placed };
}

function noteOf(
  entry: Entry,
  gathered: Gathered,
  licence: string | undefined,
  files: readonly GatheredFile[],
  version: string,
): GatheredFile {
  const note = {
    id: entry.id,
    source: entry.source,
    ...(gathered.from === entry.source ? {} : { from: gathered.from }),
    ...(gathered.commit === undefined ? {} : { commit: gathered.commit }),
    licence: licence ?? null,
    installed_by: `ctx ${version}`,
    files: Object.fromEntries(files.map(({ path, bytes }) => [path, digestOf(bytes)])),
  };
  return { path: noteName, bytes: Buffer.from(`${JSON.stringify(note, null, 2)}\n`), executable: false };
}

const mostShown = 30;

function linesOf(
  entry: Entry,
  { from, commit }: Gathered,
  licence: string | undefined,
  files: readonly GatheredFile[],
): string[] {
  const shown = files.slice(0, mostShown).map(({ path, bytes, executable }) => {
    return `${path} (${bytes.length} bytes${executable ? ', executable' : ''})`;
  });
  const more = files.length - shown.length;
  return [
    `from ${from}${commit === undefined ? '' : ` at ${commit.slice(0, 12)}`}`,
    `licence: ${licence ?? 'none'}`,
    `says: ${entry.summary}`,
    ...shown,
    ...(more > 0 ? [`and ${more} more files`] : []),
  ];
}

/** What of a front matter lets it do things, rather than say them: shown whole, so that nothing hides behind a cut. */
function powers(head: Members): string[] {
  const telling = ['allowed-tools', 'tools', 'hooks', 'mcpServers', 'permissionMode', 'model'];
  return telling.flatMap((key) => {
    const value = head[key];
    if (value === undefined || value === null) return [];
    return [`${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`];
  });
}

/** More than a person reads. */
const mostCommands = 100;

/** Lines that a host runs in a shell when the skill is opened. */
function commandsIn(body: string, takings: Takings): string[] {
  const found: string[] = [];
  let isBlock = false;
  for (const line of body.split('\n')) {
    const isFence = line.startsWith('```');
    if (isBlock && !isFence) found.push(line);
    else for (const [, command] of line.matchAll(/!`([^`]+)`/g)) found.push(command ?? '');
    isBlock = isFence ? line.startsWith('```!') && !isBlock : isBlock;
    if (found.length > mostCommands)
      throw takings.unfit(`it runs more than ${mostCommands} commands when it is opened`);
  }
  return found.map((command) => `runs when it is opened: ${command}`);
}
