import * as t from 'typebox';
import { clawable } from '../cli/command.js';
import { flag } from '../cli/inputs.js';
import { neutral } from '../cli/terminal.js';
import { closed } from '../protocol/closed.js';
import { Failure } from '../protocol/failure.js';
import { isMembers } from '../protocol/members.js';
import { openDoor } from '../serve/door.js';
import type { ListenAddress } from '../serve/listen-address.js';
import { refusals } from '../serve/refusals.js';
import { untilAborted } from '../time/interruptible-wait.js';
import { sharedStore, storeFlag } from './fleet/store-flag.js';
import { folderFlags, folderFrom } from './session-flags.js';
import { openDashboard } from './ui/open-dashboard.js';

const usualPort = 7434;

export default clawable({
  name: 'ui',
  group: 'sessions',
  summary: 'Show this project’s sessions live in your browser',
  description:
    'A dashboard of this project, or with --all of every project: what runs and what it costs, questions that wait for you, all sessions with their conversations, changes and evidence, trends, a policy lab, the memory and the catalog. It listens on this machine only, on port 7434 or any free one, and prints the address to open. The address contains a token that is new at each start. The page is read-only, unless you pass --control: then you can answer questions, interrupt and resume sessions, and write to the memory. With --store or CTX_STORE it also shows the fleets of that store, whichever machines work on them. Nothing leaves this machine. Ctrl-C or SIGTERM ends it, with exit code 0.',
  examples: [
    { line: 'ctx ui --open', says: 'this project, in your browser' },
    { line: 'ctx ui --control', says: 'and answer questions there' },
    { line: 'ctx ui --all --port 0', says: 'every project, at any free port' },
    { line: 'CTX_STORE=postgres://ctx@db/fleets ctx ui', says: 'with the fleets of a shared store' },
  ],
  arguments: {},
  flags: {
    port: flag.integer('the port on this machine; 0 picks a free one', { min: 0, max: 65_535 }),
    open: flag.switch('show it in your browser'),
    control: flag.switch('let the page answer questions, interrupt, resume, and write to the memory'),
    all: flag.switch('the sessions of every project'),
    'until-idle': flag.decimal('end after this many seconds without an open page', 'SECONDS', { min: 0.01 }),
    ...storeFlag,
    ...folderFlags,
  },
  returns: t.Object({ url: t.String(), pid: t.Integer(), refused: t.Integer() }, closed),
  long: true,
  async run({ flags }, services) {
    const { emit, signal } = services;
    const { control, all } = flags;
    const store = sharedStore(flags, services);
    const made = await openDashboard({ control, all, directory: folderFrom(flags), store }, services);
    const refused = refusals((told) => emit({ type: 'ui.refused', ...told }));
    const openAt = (port: number) => {
      const address: ListenAddress = { kind: 'tcp', host: '127.0.0.1', port };
      return openDoor({
        address,
        tls: undefined,
        names: { hosts: [], origins: [] },
        limits: { mostConnections: 256, longestMessage: 1024, pingMs: 30_000, idleMs: 30_000 },
        routes: made.routes,
        token: () => undefined,
        refused: refused.add,
      });
    };
    let forgetPage = () => {};
    try {
      const door = await openAt(flags.port ?? usualPort).catch((error: unknown) => {
        if (flags.port !== undefined || !(error instanceof Failure) || error.code !== 'listen_failed')
          throw error;
        return openAt(0);
      });
      const url = door.url.replace(/^ws/, 'http');
      const address = made.addressAt(door.url);
      emit({ type: 'ui.listening', url: address, pid: process.pid, control });
      made.begin();
      if (flags.open) {
        const { showPage } = await import('./ui/show-page.js');
        forgetPage = await showPage(address, services).catch((error: unknown) => {
          // The address stands there, and the dashboard is up: a person can open it.
          if (!(error instanceof Failure) || error.code !== 'page_not_opened') throw error;
          emit({ type: 'ui.not_opened', program: Reflect.get(error.where, 'program') });
          return () => {};
        });
        // The browser was there: nothing else needs the file.
        void made.firstUse.then(() => forgetPage());
      }
      const idle = flags['until-idle'];
      await Promise.race([untilAborted(signal), ...(idle === undefined ? [] : [made.idleFor(idle * 1000)])]);
      await door.close(async () => made.close());
      return { url, pid: process.pid, refused: refused.total() };
    } finally {
      made.close();
      forgetPage();
    }
  },
  render: ({ url, refused }) => `showed ${url}${refused > 0 ? `, ${refused} requests refused` : ''}`,
  live: (event) => eventLine(event),
});

function eventLine(event: object): string | undefined {
  if (!isMembers(event)) return undefined;
  const { type, url, control, from, reason, untold } = event;
  const said = (text: unknown) => neutral(String(text)).replaceAll('\n', ' ').slice(0, 300);
  switch (type) {
    case 'ui.listening':
      return `${said(url)}\n${control === true ? 'The page can answer, interrupt, resume and write.' : 'Read-only; --control lets the page answer questions.'} Ctrl-C ends it.\n`;
    case 'ui.not_opened':
      return `No browser was opened: ${said(event['program'])} cannot be started. Open the address yourself.\n`;
    case 'ui.refused':
      return `refused: ${said(from)}: ${said(reason)}${typeof untold === 'number' && untold > 0 ? ` (and ${untold} more)` : ''}\n`;
    default:
      return undefined;
  }
}
