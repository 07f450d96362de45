// How a configured MCP server is recognised. Arguments can hold secrets: nothing but a package's name comes out of them.

import { listOf, memberOf, wordOf } from '../protocol/members.js';

/** How a configured server can be recognised: the package that it runs, or the address that it is at. */
export function configuredPackages(server: unknown): string[] {
  const remote = remoteName(wordOf(memberOf(server, 'url')) ?? wordOf(memberOf(server, 'httpUrl')));
  if (remote !== undefined) return [remote];
  // Most hosts tell the program from its arguments, opencode writes them as one list.
  const together = memberOf(server, 'command');
  const [first, ...rest] = Array.isArray(together)
    ? together
    : [together, ...listOf(memberOf(server, 'args'))];
  const command = (wordOf(first) ?? '').split('/').at(-1);
  const args = rest.filter((arg) => typeof arg === 'string');
  const runner = { npx: 'npm', bunx: 'npm', pnpx: 'npm', uvx: 'pypi', pipx: 'pypi', docker: 'oci' }[
    command ?? ''
  ];
  if (runner === undefined) return [];
  const words = args.filter((arg) => !arg.startsWith('-') && !['run', 'exec', 'dlx'].includes(arg));
  const pattern =
    runner === 'oci' ? /^[\w.-]+(\/[\w.-]+)+(:[\w.-]+)?$/ : /^(@[\w.-]+\/)?[\w.-]+(@[\w.^~-]+)?$/;
  const name = words.find((word) => pattern.test(word));
  if (name === undefined) return [];
  const plain = runner === 'oci' ? name.split(':')[0] : name.replace(/(?<=.)@[\w.^~-]+$/, '');
  return [`${runner}:${plain}`];
}

/** A remote server by host and path; what stands behind the question mark can be a key. */
export function remoteName(url: string | undefined): string | undefined {
  try {
    const { protocol, host, pathname } = new URL(url ?? '');
    return protocol === 'https:' || protocol === 'http:'
      ? `remote:${host}${pathname}`.slice(0, 200)
      : undefined;
  } catch {
    return undefined;
  }
}
