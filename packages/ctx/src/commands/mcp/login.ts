import * as t from 'typebox';
import { credentialFile } from '../../agent/mcp/oauth/credential-store.js';
import { clawable, type Services } from '../../cli/command.js';
import { argument, flag } from '../../cli/inputs.js';
import { stoppedBy } from '../../cli/stopped-by.js';
import { neutral } from '../../cli/terminal.js';
import { closed } from '../../protocol/closed.js';
import { fail } from '../../protocol/codes.js';
import { Failure } from '../../protocol/failure.js';
import { requireTrust } from '../../trust/require-trust.js';
import { mcpFlags } from '../session-flags.js';
import { trustGate } from '../trust-gate.js';
import { namedServer } from './http-server.js';
import { openInBrowser } from './open-in-browser.js';

const patienceMs = 300_000;

const states = {
  logged_in: 'You are logged in to',
  was_logged_in: 'You were logged in already to',
  not_needed: 'A program logs in by itself to',
} as const;

export default clawable({
  name: 'mcp login',
  group: 'hosts',
  summary: 'Log in to an MCP server',
  description:
    'Opens the server’s login page and waits up to five minutes (OAuth 2.1, authorization code with PKCE, redirected to this machine). Tokens are kept in your config folder, readable by you alone, and renewed automatically; the project gets none of them. A program needs no login: set `oauth` with a client and `"grant": "client_credentials"` in the server’s entry.',
  examples: [
    { line: 'ctx mcp login tracker', says: 'the server called tracker in .mcp.json' },
    { line: 'ctx mcp login tracker --no-browser', says: 'print the address only' },
  ],
  arguments: { server: argument.one('the server’s name in the MCP file') },
  flags: {
    file: flag.text('the MCP file (default: the project’s .mcp.json)', 'FILE'),
    'no-browser': flag.switch('print the address and open nothing'),
    trust: mcpFlags.trust,
  },
  returns: t.Object(
    {
      server: t.String(),
      url: t.String(),
      state: t.Enum(['logged_in', 'was_logged_in', 'not_needed']),
      kept_in: t.String(),
    },
    closed,
  ),
  long: true,
  async run(input, services) {
    const { server } = input.args;
    const named = namedServer(server, input.flags.file, services);
    const place = { root: named.root, env: services.env };
    await requireTrust(named.file.items, place, trustGate(input, services));
    const reach = named.reach();
    const isProgram = reach.oauth.grant === 'client_credentials';
    const browse = !input.flags['no-browser'];
    const state: keyof typeof states = isProgram
      ? 'not_needed'
      : await loggedIn(server, reach, place, services, browse);
    return { server, url: reach.url.href, state, kept_in: credentialFile(place) };
  },
  render({ server, url, state, kept_in }) {
    const told = `${states[state]} ${neutral(server)} (${neutral(url)}).`;
    return state === 'not_needed' ? told : `${told}\nKept in ${kept_in}`;
  },
  live: (event) =>
    'page' in event && typeof event.page === 'string'
      ? `Log in at\n\n  ${neutral(event.page)}\n\n`
      : undefined,
});

async function loggedIn(
  server: string,
  reach: ReturnType<ReturnType<typeof namedServer>['reach']>,
  place: { readonly root: string; readonly env: Services['env'] },
  services: Services,
  browse: boolean,
) {
  const { logIn } = await import('../../agent/mcp/oauth/login.js');
  const tooLate = AbortSignal.timeout(patienceMs);
  try {
    return await logIn(
      reach,
      { ...place, server: reach.url, settings: reach.oauth },
      services.program.version,
      {
        signal: AbortSignal.any([services.signal, tooLate]),
        open(url) {
          services.emit({ type: 'login.page', page: url.href });
          if (browse) openInBrowser(url, services.env);
        },
      },
    );
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (services.signal.aborted) throw stoppedBy(services.signal, 'login', server);
    throw fail('mcp_login_failed', {
      operation: 'login',
      target: server,
      reason: reasonOf(error),
      cause: error,
    });
  }
}

/** `fetch failed` says nothing without what failed beneath it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  if (!(cause instanceof Error)) return message;
  const code: unknown = Reflect.get(cause, 'code');
  return `${message} (${typeof code === 'string' ? code : cause.message})`;
}
