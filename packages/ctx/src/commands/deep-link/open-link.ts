// What a link opens. Showing asks nobody; whatever writes or runs asks first, with all that would be done on the screen.

import { join } from 'node:path';
import { ask } from '../../cli/ask.js';
import type { Services } from '../../cli/command.js';
import type { Input } from '../../cli/inputs.js';
import { parse } from '../../cli/parse.js';
import { neutral, type Terminal } from '../../cli/terminal.js';
import { makeFolders } from '../../disk/folders.js';
import { homeUnusable } from '../../disk/home-folder.js';
import { isThere } from '../../disk/is-there.js';
import { nonce } from '../../disk/nonce.js';
import { userFolder } from '../../disk/user-folder.js';
import type { Link } from '../../links/parse-link.js';
import { projectRoot } from '../../project/root.js';
import { fail } from '../../protocol/codes.js';
import type { SessionRecord } from '../../protocol/records.js';
import { readSession, soundReading } from '../../session/reader.js';
import { sessionFile, sessionFolders } from '../../session/sessions-folder.js';

const plain: Terminal = { interactive: false, colour: false, width: 80 };

export async function openLink(link: Link, input: Pick<Input, 'flags'>, services: Services): Promise<string> {
  switch (link.kind) {
    case 'session':
      return showSession(link.id, services);
    case 'record':
      return showRecord(link.id, link.record, services);
    case 'report':
      return openReport(link.id, input, services);
    case 'prompt':
      return runPrompt(link.text, input, services);
  }
}

/** By its whole id: a link that leads to whatever begins like it would lead anywhere. */
function sessionOf(id: string, services: Services): string {
  const folders = sessionFolders(services);
  const paths = folders.map((folder) => sessionFile(id, folder, services.cwd));
  const found = paths.find((path) => isThere(path));
  if (found === undefined)
    throw fail('session_unknown', { operation: 'open', target: id, folder: folders[0] ?? '' });
  return found;
}

async function showSession(id: string, services: Services): Promise<string> {
  const path = sessionOf(id, services);
  const shown = await said('load-session', [path], services);
  return `${shown}\nctx resume ${id} continues it, ctx report ${id} --open shows it in your browser\n`;
}

/** What another command says to a person. */
async function said(name: string, words: readonly string[], services: Services): Promise<string> {
  const load = services.program.commands[name];
  if (load === undefined) throw new TypeError(`there is no command ${name}`);
  const { default: command } = await load();
  const parsed = parse(command, words);
  if (parsed.help || command.surface !== 'clawable') throw new TypeError(`${name} does not answer that`);
  return command.render(await command.run(parsed.input, services), plain, () => services.clock.now());
}

function showRecord(id: string, number: number, services: Services): string {
  const path = sessionOf(id, services);
  let found: SessionRecord | undefined;
  const reading = readSession(path, (record) => {
    if (record.seq === number) found = record;
  });
  soundReading(reading, path, 'read');
  if (found === undefined)
    throw fail('link_invalid', {
      operation: 'open',
      target: id,
      reason: `the session has ${reading.records} records, and none is number ${number}`,
    });
  return neutral(JSON.stringify(found, null, 2));
}

async function openReport(id: string, input: Pick<Input, 'flags'>, services: Services): Promise<string> {
  const path = sessionOf(id, services);
  const cache = userFolder('cache', services.env);
  if (cache === undefined) throw homeUnusable(services.env);
  const folder = join(cache, 'linked-reports');
  const out = join(folder, `${id}-${nonce()}`);
  await agreed(
    `ctx://report/${id}`,
    `Make the report of session ${id} in ${out}, and open it in your browser?`,
    input,
  );
  makeFolders(folder, 0o700);
  const { oneReport } = await import('../report/one-report.js');
  const flags = { out, last: false, public: false, 'run-id': undefined, 'sessions-dir': undefined };
  const answer = await oneReport(path, flags, services);
  const { openPage } = await import('../report/open-page.js');
  await openPage(join(answer.out, 'index.html'), answer, services);
  return `wrote ${neutral(answer.out)}\n`;
}

/** The text is a prompt and nothing else: no word of it is read as a flag. */
async function runPrompt(text: string, input: Pick<Input, 'flags'>, services: Services): Promise<string> {
  const root = projectRoot(services);
  const shown = text.split('\n').map((line) => `    ${line}`);
  const question = [`A link asks ctx to run this prompt in ${root}:`, '', ...shown, '', 'Run it?'].join('\n');
  await agreed('ctx://prompt', question, input);
  return said('run', ['--no-stdin', `--task=${text}`], services);
}

async function agreed(target: string, question: string, input: Pick<Input, 'flags'>): Promise<void> {
  const answer = await ask(question, { flags: { ...input.flags, 'output-format': 'text' } });
  if (answer === 'nobody') throw fail('link_unattended', { operation: 'open', target });
  if (answer === 'no') throw fail('link_declined', { operation: 'open', target });
}
