// The address of a shared store, read strictly: postgres://USER:PASSWORD@HOST:PORT/DATABASE?sslmode=…, with several hosts where one
// stands in for another. Nobody sees the user and the password again.

import { fail } from '../../protocol/codes.js';

export interface StoreAddress {
  /** Tried in turn; only one that takes writes is used. */
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly database: string;
  readonly sslmode: SslMode;
  /** Files. */
  readonly sslrootcert: string | undefined;
  readonly sslcert: string | undefined;
  readonly sslkey: string | undefined;
  /** Without the user and the password. */
  readonly shown: string;
}

const sslModes = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
type SslMode = (typeof sslModes)[number];

const form = /^postgres(?:ql)?:\/\/(?:([^@/?#]*)@)?([^/?#@]*)(?:\/([^/?#]*))?(?:\?([^#]*))?$/i;
const parameters: ReadonlySet<string> = new Set(['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'host']);
const usualPort = 5432;

export function storeAddress(text: string): StoreAddress {
  const [, login, places = '', database = '', query = ''] = form.exec(text) ?? refuse(text, 'form');
  const values = new URLSearchParams(query);
  for (const name of values.keys()) if (!parameters.has(name)) refuse(text, 'parameter', name);
  const [user, password] = login === undefined ? [] : loginIn(login, text);
  const socket = values.get('host');
  const hosts =
    socket === null
      ? places.split(',').map((place) => hostIn(place, text))
      : [{ host: socket, port: usualPort }];
  const name = decoded(database, text);
  if (name === '') refuse(text, 'database');
  return {
    hosts,
    user,
    password,
    database: name,
    sslmode: sslModeIn(values.get('sslmode'), hosts, text),
    sslrootcert: values.get('sslrootcert') ?? undefined,
    sslcert: values.get('sslcert') ?? undefined,
    sslkey: values.get('sslkey') ?? undefined,
    shown: `postgres://${socket === null ? places : socket}/${database}`,
  };
}

/** Anybody between here and another machine could read along, and could answer in its place: TLS that is checked, unless it says otherwise. */
function sslModeIn(given: string | null, hosts: StoreAddress['hosts'], text: string): SslMode {
  if (given === null) return hosts.every(({ host }) => isHere(host)) ? 'disable' : 'verify-full';
  return sslModes.find((mode) => mode === given) ?? refuse(text, 'sslmode', given);
}

function isHere(host: string): boolean {
  return host.startsWith('/') || host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

function hostIn(place: string, text: string) {
  const [, six, plain = '', port] =
    /^(?:\[([0-9A-Fa-f:.]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(place) ?? refuse(text, 'host');
  const number = port === undefined ? usualPort : Number(port);
  if (number < 1 || number > 65_535) refuse(text, 'host');
  return { host: six ?? decoded(plain, text), port: number };
}

function loginIn(login: string, text: string): readonly [string | undefined, string | undefined] {
  const colon = login.indexOf(':');
  const user = decoded(colon === -1 ? login : login.slice(0, colon), text);
  return [user === '' ? undefined : user, colon === -1 ? undefined : decoded(login.slice(colon + 1), text)];
}

function decoded(part: string, text: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return refuse(text, 'form');
  }
}

export type AddressFault = 'form' | 'parameter' | 'database' | 'sslmode' | 'host';

function refuse(text: string, fault: AddressFault, word?: string): never {
  throw fail('store_address_invalid', {
    operation: 'parse',
    target: withoutLogin(text),
    fault,
    ...(word !== undefined && { word }),
  });
}

/** Of a text that may be anything: whatever stands before its last @ is left out. */
export function withoutLogin(text: string): string {
  const scheme = /^[a-z]+:\/\//i.exec(text)?.[0] ?? '';
  return `${scheme}${text.slice(Math.max(scheme.length, text.lastIndexOf('@') + 1))}`;
}
