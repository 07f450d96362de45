// Words for the sandbox, and what programs inside of it may ask for.

import type { SandboxCause } from '../../protocol/code-facts.js';
import type { Codes } from '../../protocol/codes.js';
import type { WordsFor } from '../wording.js';

const withoutIt = '`--no-sandbox` runs without one.';

const causes: Record<SandboxCause, (target: string, said: string) => { message: string; hint: string }> = {
  missing: () => ({
    message: 'There is no sandbox: bubblewrap (`bwrap`) is not installed.',
    hint: `Install it: \`apt install bubblewrap\`, \`dnf install bubblewrap\`, \`pacman -S bubblewrap\`. ${withoutIt}`,
  }),
  too_old: (target, said) => ({
    message: `There is no sandbox: ${target} is version ${said}, and 0.8.0 or later is needed.`,
    hint: `Install a newer bubblewrap. ${withoutIt}`,
  }),
  namespaces_off: (_, said) => ({
    message: `There is no sandbox: user namespaces are turned off here (${said}).`,
    hint: `As root: \`sysctl kernel.unprivileged_userns_clone=1 user.max_user_namespaces=15000\`. ${withoutIt}`,
  }),
  namespaces_used_up: (_, said) => ({
    message: `There is no sandbox: no more user namespaces can be made here (${said}).`,
    hint: `Raise the limit (\`sysctl user.max_user_namespaces=15000\`), or leave the sandbox that ctx itself runs in. ${withoutIt}`,
  }),
  apparmor: (target, said) => ({
    message: `There is no sandbox: AppArmor keeps ${target} from using its namespaces (${said}).`,
    hint: `Install the profile that allows it (\`apt install apparmor-profiles\`, then load \`bwrap-userns-restrict\`), or \`sysctl kernel.apparmor_restrict_unprivileged_userns=0\`. ${withoutIt}`,
  }),
  container: (_, said) => ({
    message: `There is no sandbox: this container forbids mounts (${said}).`,
    hint: `Start it with \`--security-opt seccomp=unconfined --security-opt apparmor=unconfined\`, or use the container as the sandbox: ${withoutIt}`,
  }),
  capability: (_, said) => ({
    message: `There is no sandbox: users cannot be mapped into a namespace here (${said}).`,
    hint: `Root in a container needs the capability SETFCAP (\`--cap-add SETFCAP\`), or run ctx as another user. ${withoutIt}`,
  }),
  no_filter: (_, said) => ({
    message: `There is no sandbox: the kernel does not support system call filters (${said}).`,
    hint: `A kernel with CONFIG_SECCOMP_FILTER is needed. ${withoutIt}`,
  }),
  platform: (target, said) => ({
    message: `There is no sandbox: \`${target}\` does not exist on ${said}.`,
    hint: `bubblewrap is for Linux, seatbelt for macOS. ${withoutIt}`,
  }),
  processor: (target) => ({
    message: `There is no sandbox: ctx has no system call filter for ${target} processors.`,
    hint: `x64 and arm64 are supported. ${withoutIt}`,
  }),
  nested_seatbelt: (_, said) => ({
    message: `There is no sandbox: ctx itself already runs in one, and macOS does not nest them (${said}).`,
    hint: `Start ctx outside of it. ${withoutIt}`,
  }),
  nested_root: () => ({
    message: '`nested: true` does not work as root.',
    hint: 'Run ctx as another user, or leave `nested` out.',
  }),
  inherited: (target) => ({
    message: `There is no sandbox: ctx was started with the open descriptor ${target}, which only bash could close.`,
    hint: `Install bash, or start ctx without that descriptor. ${withoutIt}`,
  }),
  workspace_home: (target) => ({
    message: `There is no sandbox for ${target}: it holds your home folder, with all keys in it.`,
    hint: `Work in a project's own folder, or name one with \`workspace\`. ${withoutIt}`,
  }),
  workspace_system: (target) => ({
    message: `There is no sandbox for ${target}: it holds the system's own folders.`,
    hint: `Work in a project's own folder, or name one with \`workspace\`. ${withoutIt}`,
  }),
  workspace_mount: (target, said) => ({
    message: `There is no sandbox: ${target} cannot show a folder inside (${said}).`,
    hint: `Check that you may list and enter the folder it names; some network file systems cannot be shown. ${withoutIt}`,
  }),
  path_missing: (target) => ({
    message: `The sandbox cannot show \`${target}\`: it does not exist.`,
    hint: 'Correct the path under `sandbox.read` or `sandbox.write`, or create the folder.',
  }),
  no_private_folder: (target) => ({
    message: `There is no sandbox: there is no folder for temporary files outside the workspace (${target}).`,
    hint: `Point TMPDIR to a folder outside of the project. ${withoutIt}`,
  }),
  program: (target, said) => ({
    message: `There is no sandbox: ${target} did not start (${said}).`,
    hint: `\`ctx doctor\` tries it again. ${withoutIt}`,
  }),
};

export const sandboxWords = {
  sandbox_unavailable: ({ why, target, said }) => causes[why](target, said ?? ''),
  sandbox_host_invalid: ({ target }) => ({
    message: `\`${target}\` under \`sandbox.network\` is not a host.`,
    hint: 'Write `example.com`, `*.example.com`, `example.com:8443`, or `git.corp=10.1.2.3` for a machine of your own network.',
  }),
  memory_denied: ({ target, reason }) => ({
    message: `\`ctx ${target}\` is denied in this run: ${reason}.`,
    hint: 'The rules of the run deny it. Ask the user to change them and to start the run again.',
  }),
  memory_unreachable: ({ target, reason }) => ({
    message: `\`ctx ${target}\` needs the ctx outside the sandbox, which does not answer (${reason}).`,
    hint: 'Try it again. With `network: open`, set `unix_sockets: true` under `sandbox` in the config.',
  }),
} satisfies Partial<WordsFor<Codes>>;
