// Ways that lead through what is set up from outside before the next call.

import { processors } from '../../src/sandbox/seccomp/tables.js';
import {
  andSay,
  changed,
  deniedCalls,
  type Escape,
  printsGreeting,
  printsSecret,
  rawCall,
  says,
} from './escape.js';

export const laterEscapes: readonly Escape[] = [
  {
    name: 'make git share a folder outside, and read it in the next call',
    calls: ['echo "$HOME/.ssh" > .git/commondir', 'cat ~/.ssh/id_ed25519'],
    proof: printsSecret,
  },
  {
    name: 'plant a worktree whose git folder is outside',
    calls: ['mkdir w && echo "gitdir: $HOME/.ssh" > w/.git', 'cat ~/.ssh/id_ed25519'],
    proof: printsSecret,
  },
  {
    name: 'plant a git folder that is a link',
    calls: ['mkdir w && ln -s "$HOME/.ssh" w/.git', 'cat ~/.ssh/id_ed25519 w/.git/id_ed25519'],
    proof: printsSecret,
  },
  {
    name: 'have git look for hooks outside',
    calls: ['git init -q w && git -C w config core.hooksPath "../../.ssh"', 'cat ~/.ssh/id_ed25519'],
    proof: printsSecret,
  },
  {
    name: 'plant a submodule that is a link',
    calls: ['mkdir -p .git/modules && ln -s "$HOME/.ssh" .git/modules/m', 'cat ~/.ssh/id_ed25519'],
    proof: printsSecret,
  },
  {
    name: 'put a link in the place of settings that are missing',
    calls: ['ln -s "$HOME/.ssh" .cursor', 'cat .cursor/id_ed25519'],
    proof: printsSecret,
  },
  {
    name: 'name a link like a secret',
    calls: ['ln -s "$HOME/.ssh/id_ed25519" .env.local', 'cat .env.local'],
    proof: printsSecret,
  },
  {
    name: 'lead the folder of a protected file elsewhere',
    calls: ['rm -rf .git/info; ln -s "$HOME/.ssh" .git/info', 'cat .git/info/id_ed25519'],
    proof: printsSecret,
  },
  {
    name: 'write through a planted link',
    calls: ['ln -s "$BASE/outside.txt" l', 'echo evil > l'],
    proof: changed('outside.txt'),
  },
  {
    name: 'look under the cover of a secret with mounts of one’s own',
    nested: true,
    calls: [
      `unshare -Urm sh -c 'mkdir /tmp/u; mount --bind . /tmp/u && cat /tmp/u/.env; umount -l .env; cat .env; mount -o remount,rw,bind .env; cat .env'`,
      'cat .env',
    ],
    proof: printsSecret,
  },
  {
    name: 'take the cover off a secret',
    calls: ['umount -l .env; cat .env'],
    proof: printsSecret,
  },
  {
    name: 'move another file over git’s settings',
    calls: ['printf "[alias]\\n x = !evil\\n" > e; mv -f e .git/config'],
    proof: changed('home/project/.git/config'),
  },
  {
    name: 'change git’s settings by another name',
    calls: ['ln .git/config c && echo evil >> c'],
    proof: changed('home/project/.git/config'),
  },
  {
    name: 'swap the folder of git’s settings',
    calls: ['mkdir g && cp -r .git/. g && mv .git old && mv g .git && echo evil >> .git/config'],
    proof: changed('home/project/.git/config'),
  },
  {
    name: 'read what another session’s commands left',
    calls: ['cat ~/.local/state/ctx/sandbox/other/home/token'],
    proof: printsSecret,
  },
  // What the kernel shows of the machine.
  { name: 'read shared memory', calls: ['cat "/dev/shm/$ABSTRACT"'], proof: printsSecret },
  {
    name: 'see what listens on this machine',
    withHosts: true,
    calls: [andSay('grep -qi ":$(printf %04X "$PORT") " /proc/net/tcp')],
    proof: says,
  },
  {
    name: 'list the sockets of this machine',
    withHosts: true,
    calls: [andSay('grep -q "$ABSTRACT" /proc/net/unix')],
    proof: says,
  },
  { name: 'look around in /sys', calls: [andSay('ls /sys/class >/dev/null')], proof: says },
  {
    name: 'see another process’s memory',
    calls: [andSay('grep -q stack "/proc/$VICTIM/maps"')],
    proof: says,
  },
  {
    name: 'change another process’s limits',
    calls: [andSay('prlimit --pid "$VICTIM" --nofile=64:64')],
    proof: says,
  },
  {
    name: 'handle page faults of one’s own making',
    calls: [rawCall(deniedCalls['userfaultfd'], '1')],
    proof: says,
  },
  { name: 'find the session’s keyring', calls: [rawCall(deniedCalls['keyctl'], '0, -3, 0')], proof: says },
  {
    name: 'share memory with the machine (System V)',
    calls: [
      andSay(
        'id=$(ipcmk -M 64 | grep -o "[0-9]*$"); test -n "$id" && ipcrm -m "$id" && test "$(readlink /proc/self/ns/ipc)" = "$IPC"',
      ),
    ],
    proof: says,
  },
  // Names for this machine that a list of hosts does not have.
  ...['0.0.0.0', 'localhost', '127.1', '2130706433', '0x7f000001', '[::ffff:127.0.0.1]', 'x@127.0.0.1'].map(
    (host): Escape => ({
      name: `reach a server on this machine as ${host}`,
      withHosts: true,
      calls: [`curl -s --http0.9 --max-time 5 "http://${host}:$PORT/"`],
      proof: printsGreeting,
    }),
  ),
  {
    name: 'tunnel to a server on this machine',
    withHosts: true,
    calls: [
      `p="\${HTTP_PROXY:-}"; curl -s --http0.9 --max-time 5 \${p:+--proxytunnel --proxy "$p"} "http://127.0.0.1:$PORT/"`,
    ],
    proof: printsGreeting,
  },
  {
    name: 'speak raw packets',
    as: 'root',
    withHosts: true,
    calls: [rawCall(processors[process.arch]?.socket, '17, 3, 0')],
    proof: says,
  },
  { name: 'rename the machine', as: 'root', calls: [andSay('hostname "$(hostname)"')], proof: says },
  {
    name: 'read what services keep',
    as: 'root',
    calls: [andSay('test -s /var/lib/dpkg/status')],
    proof: says,
  },
  {
    name: 'open a file by its handle',
    as: 'root',
    calls: [
      `perl -e 'my $h = pack("Ii", 128, 0) . ("\\0" x 128); my ($m, $p) = (pack("i", 0), "."); syscall(${process.arch === 'arm64' ? 264 : 303}, -100, $p, $h, $m, 0) == 0 and syscall(${deniedCalls['open_by_handle_at']}, -100, $h, 0) >= 0 and print "BREACHED"'`,
    ],
    proof: says,
  },
];
