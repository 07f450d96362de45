// Words for what connects machines.

import type { Codes } from '../../protocol/codes.js';
import type { WordsFor } from '../wording.js';
import { didYouMean } from './phrases.js';

export const reachWords = {
  token_file_unusable: ({ target, reason }) => ({
    message: `The token in ${target} cannot be used: ${reason}.`,
    hint: 'Delete the file; `ctx serve` makes a new one that only you can read.',
  }),
  token_file_missing: ({ target }) => ({
    message: `There is no token in ${target}.`,
    hint: 'Copy the token of the server into a file that only you can read (chmod 600), and name it with --token-file.',
  }),
  listen_failed: ({ target, reason }) => ({
    message: `Cannot listen on ${target}: ${reason}.`,
    hint: 'Stop the program that listens there, or choose another port; --port 0 picks a free one.',
  }),
  listen_unprotected: ({ target }) => ({
    message: `${target} can be reached from other machines, and without TLS anybody on the network could read the token.`,
    hint: 'Pass --tls-cert and --tls-key, use `ctx ssh-mode`, or pass --without-tls if the network itself is encrypted.',
  }),
  tls_file_unusable: ({ target, reason }) => ({
    message: `${target} cannot be used for TLS: ${reason}.`,
    hint: '--tls-cert takes a PEM file with the chain, --tls-key its private key, which nobody else may read.',
  }),
  remote_unreachable: ({ target, reason }) => ({
    message: `${target} cannot be reached: ${reason}.`,
    hint: 'Check that `ctx serve` runs there, and that the address and the port are right.',
  }),
  remote_token_refused: ({ target, file }) => ({
    message: `${target} does not accept the token in ${file}.`,
    hint: 'Copy the server’s token file again; --token-file names another one.',
  }),
  remote_refused: ({ target, status, said }) => ({
    message: `${target} refused the connection (${status}): ${said}.`,
  }),
  remote_certificate: ({ target, reason }) => ({
    message: `The certificate of ${target} is not trusted: ${reason}.`,
    hint: 'If you use your own certificate authority, set NODE_EXTRA_CA_CERTS=ca.pem.',
  }),
  remote_not_ctx: ({ target, reason }) => ({
    message: `ctx cannot talk to ${target}: ${reason}.`,
    hint: 'Start `ctx serve` there, in the same version as here.',
  }),
  remote_version: ({ target, ours, theirs }) => ({
    message: `ctx ${theirs} is at ${target}, and this is ctx ${ours}.`,
    hint: `Install the same version on both: \`npm install -g ctx-cli@${ours}\`.`,
  }),
  remote_lost: ({ target, session }) => ({
    message: `The connection to ${target} was lost.`,
    hint:
      session === undefined
        ? 'Try again.'
        : `The run continues there. Connect again with --session ${session} to follow it.`,
  }),
  remote_untrue: ({ target, reason }) => ({
    message: `${target} sent an inconsistent session: ${reason}.`,
    hint: 'Do not rely on it. Verify the session on that machine: `ctx verify --last`.',
  }),
  remote_failed: ({ target, said, said_hint }) => ({
    message: `${target}: ${said}`,
    ...(said_hint !== undefined && { hint: said_hint.endsWith('.') ? said_hint : `${said_hint}.` }),
  }),
  remote_unknown: ({ target, known, nearest }) => ({
    message: `There is no remote \`${target}\` in this project.`,
    hint:
      known.length === 0
        ? '`ctx remote add NAME URL` adds one.'
        : didYouMean(nearest, `Remotes: ${known.join(', ')}.`),
  }),
  remote_exists: ({ target, url }) => ({
    message: `\`${target}\` is already the name of ${url}.`,
    hint: `\`ctx remote remove ${target}\` first, or take another name.`,
  }),
  remotes_unusable: ({ target, reason }) => ({
    message: `The remotes in ${target} cannot be used: ${reason}.`,
    hint: 'Fix or delete the file; `ctx remote add` writes it.',
  }),
  ssh_missing: () => ({
    message: 'There is no ssh on your PATH.',
    hint: 'Install it: `apt-get install openssh-client`, or the OpenSSH package of your system.',
  }),
  ssh_failed: ({ target, host, said }) => ({
    message: `ssh could not connect to ${target}: ${said}`,
    hint: `Try it by hand: \`ssh ${host} true\`.`,
  }),
  ssh_host_key: ({ target, host, said }) => ({
    message: `The host key of ${target} is unknown or has changed: ${said}`,
    hint: `Check it yourself, once: \`ssh ${host} true\`.`,
  }),
  ssh_denied: ({ target, said }) => ({
    message: `${target} denied access: ${said}`,
    hint: 'ssh-mode cannot ask for a password. Use a key; if it has a passphrase, add it to the agent: `ssh-add`.',
  }),
  ssh_ctx_missing: ({ target, install }) => ({
    message: `There is no ctx on ${target}.`,
    hint: `Install it there: \`${install}\`.`,
  }),
  ssh_folder_missing: ({ target, folder }) => ({
    message: `There is no folder ${folder} on ${target}.`,
    hint: 'Name an existing one: USER@HOST:DIR, relative to the home folder or absolute.',
  }),
} satisfies Partial<WordsFor<Codes>>;
