// Words for keys that sign, and for signatures.

import type { Codes } from '../../protocol/codes.js';
import type { WordsFor } from '../wording.js';

const missed = {
  deleted: 'was deleted',
  cut_off: 'was cut off or rewritten',
  fails: 'no longer verifies',
} as const;

const andMore = (more: number) => (more === 0 ? '' : `, and ${more} more`);

export const signatureWords = {
  signing_key_missing: () => ({
    message: 'There is no SSH key to sign with.',
    hint: 'Name one with `--key FILE`, tell git (`git config user.signingkey FILE`, `gpg.format ssh`), or make one: `ssh-keygen -t ed25519`.',
  }),
  signing_key_unusable: ({ target, reason }) => ({
    message: `${target} cannot sign: ${reason}.`,
    hint: 'Name another key with `--key FILE`; nothing was written.',
  }),
  signing_passphrase: ({ target, token }) => ({
    message: token
      ? `${target} is on a security token, and nobody is at a terminal to touch it.`
      : `${target} needs its passphrase, and nobody is at a terminal to type it.`,
    hint: `Add it to the agent: \`ssh-add ${target}\`; or use a key without a passphrase, as CI does. Nothing was written.`,
  }),
  signing_agent_gone: ({ target, reason }) => ({
    message: `The SSH agent at ${target} does not answer (${reason}).`,
    hint: 'Start it again (`eval "$(ssh-agent)"`, `ssh-add`), or name a key with `--key FILE`. Nothing was written.',
  }),
  signing_refused: ({ target }) => ({
    message: `No signature was given for ${target}.`,
    hint: 'The passphrase was wrong, the agent refused, or nobody touched the token. Nothing was written.',
  }),
  signing_by_agent: () => ({
    message: 'An agent that ctx runs cannot sign in your name.',
    hint: 'Run `ctx sign` in your own terminal, or set `sign: true` in the config: ctx then signs the session when it ends.',
  }),
  signature_exists: ({ target }) => ({
    message: `${target} was made with another key, and is not replaced.`,
    hint: 'Put yours elsewhere with `--out DIR`, or remove that one first.',
  }),
  signers_malformed: ({ target, line }) => ({
    message: `${target} is not a list of allowed signers: line ${line} cannot be read.`,
    hint: 'Write `NAME TYPE KEY`, as in `alice@example.com ssh-ed25519 AAAA…`; `man ssh-keygen` has the options.',
  }),
  commit_unknown: ({ target, reason }) => ({
    message: `There is no commit \`${target}\` here: ${reason}.`,
    hint: 'Give a revision or a range, as in `HEAD` or `main..HEAD`.',
  }),
  commit_untrue: ({ target, first, more }) => ({
    message: `The commit ${target} does not match its sessions: ${first}${andMore(more)}.`,
    hint: 'With --output-format json, error.details lists every session that a commit names.',
  }),
  git_hook_changed: ({ target, kept }) => ({
    message: `${target} is not the hook that ctx installed, and ${kept} is the one that was there before it.`,
    hint: 'Decide which one you want and put it there; nothing was changed.',
  }),
  git_missing: ({ target }) => ({
    message: `${target} is in no git repository, so there is nowhere to put a hook.`,
    hint: 'Run `git init` first, or leave --git out.',
  }),
  checkpoint_broken: ({ target, line, says }) => ({
    message: `The checkpoint ${target} is broken: line ${line}: ${says}.`,
    hint: 'Compare it with a copy that you kept elsewhere; nothing was written.',
  }),
  checkpoint_missed: ({ target, state, more }, program) => ({
    message: `The session ${target}, which the checkpoint knows, ${missed[state]}${andMore(more)}.`,
    hint:
      state === 'deleted'
        ? `If you deleted it yourself, \`${program} checkpoint --forget\` says so in a signed entry. Nothing was noted.`
        : `\`${program} verify ${target}\` says more. Nothing was noted.`,
  }),
} satisfies Partial<WordsFor<Codes>>;
