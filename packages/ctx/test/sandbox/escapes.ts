// Ways out, as a table: what is tried, and what would prove that it worked. Each has to work without a sandbox.

import { processors } from '../../src/sandbox/seccomp/tables.js';
import { greeting, secret, type World } from './world.js';

export interface Escape {
  readonly name: string;
  readonly as?: 'root' | 'user';
  /** Where rules for the network could make a difference: tried with some hosts allowed, too. */
  readonly withHosts?: true;
  /** Tried as well where programs inside may make sandboxes of their own. */
  readonly nested?: true;
  /** One call after the other. */
  readonly calls: readonly string[];
  readonly proof: (output: string, world: World) => boolean;
}

const printsSecret = (output: string) => output.includes(secret);
const printsGreeting = (output: string) => output.includes(greeting);
const says = (output: string) => output.includes('BREACHED');
const changed = (path: string) => (_: string, world: World) => world.textOf(path)?.includes('evil') === true;
const gone = (path: string) => (_: string, world: World) => world.textOf(path) === undefined;
const andSay = (command: string) => `${command} && echo BREACHED`;

const numbers = processors[process.arch]?.denied ?? {};
const rawCall = (number: number | undefined, words: string) =>
  `perl -e 'my ($b, $t, $d, $v) = ("\\0" x 256, "user", "ctx-escape", "x"); print "BREACHED" if syscall(${number}, ${words}) >= 0'`;
const connectTo = (where: string) =>
  `"$NODE" -e 'require("net").connect(${where}).on("error", () => {}).pipe(process.stdout)'`;

export const escapes: readonly Escape[] = [
  {
    name: 'read an SSH key',
    nested: true,
    withHosts: true,
    calls: ['cat ~/.ssh/id_ed25519'],
    proof: printsSecret,
  },
  { name: "read the pad's key", calls: ['cat ~/.config/ctx/identity.txt'], proof: printsSecret },
  { name: 'read cloud credentials', calls: ['cat ~/.aws/credentials'], proof: printsSecret },
  {
    name: 'change the shell start-up file',
    calls: ['echo evil >> ~/.bashrc'],
    proof: changed('home/.bashrc'),
  },
  {
    name: 'plant a program in PATH',
    calls: ['echo evil > ~/.local/bin/tool'],
    proof: changed('home/.local/bin/tool'),
  },
  { name: 'read .env', nested: true, withHosts: true, calls: ['cat .env'], proof: printsSecret },
  { name: 'read a secret six folders down', calls: ['cat a/b/c/d/e/.env.production'], proof: printsSecret },
  { name: 'read a private key in the project', calls: ['cat server.pem'], proof: printsSecret },
  { name: 'read what `hide` names', calls: ['cat hidden/list.txt'], proof: printsSecret },
  {
    name: 'move a hidden folder and read it',
    calls: ['mv hidden seen', 'cat seen/list.txt'],
    proof: printsSecret,
  },
  {
    name: 'move the parent of a secret, and read it in the next call',
    calls: ['mv a moved', 'cat moved/b/c/d/e/.env.production'],
    proof: printsSecret,
  },
  { name: 'link a secret under another name', calls: ['ln .env stolen', 'cat stolen'], proof: printsSecret },
  {
    name: 'copy the whole project elsewhere',
    calls: ['cp -r . "/tmp/copy-$DRIVER"; cat "/tmp/copy-$DRIVER/.env"'],
    proof: printsSecret,
  },
  {
    name: 'make git track a secret, and read it in the next call',
    calls: ['git add -f .env && git commit -qm x', 'git show HEAD:.env'],
    proof: printsSecret,
  },
  { name: 'follow a planted link', calls: ['ln -s ~/.ssh keys', 'cat keys/id_ed25519'], proof: printsSecret },
  {
    name: "go through another process's root",
    calls: ['cat /proc/$PPID/root$HOME/.ssh/id_ed25519'],
    proof: printsSecret,
  },
  { name: 'read the session log', calls: ['cat .context/sessions/s.jsonl'], proof: printsSecret },
  {
    name: 'forge the session log',
    nested: true,
    withHosts: true,
    calls: ['echo evil >> .context/sessions/s.jsonl'],
    proof: changed('home/project/.context/sessions/s.jsonl'),
  },
  {
    name: 'delete the session log',
    calls: ['rm -rf .context/sessions'],
    proof: gone('home/project/.context/sessions/s.jsonl'),
  },
  {
    name: 'put another memory in its place',
    calls: ['mv .context old && mkdir .context'],
    proof: gone('home/project/.context/tasks.md'),
  },
  { name: 'read the pad', nested: true, calls: ['cat .context/scratchpad.md'], proof: printsSecret },
  {
    name: 'change the memory itself',
    calls: ['echo evil >> .context/tasks.md'],
    proof: changed('home/project/.context/tasks.md'),
  },
  {
    name: 'leave a git hook',
    nested: true,
    calls: ['echo evil > .git/hooks/pre-commit'],
    proof: changed('home/project/.git/hooks/pre-commit'),
  },
  {
    name: 'set a program in git’s settings',
    calls: ['git config core.fsmonitor "echo evil"'],
    proof: changed('home/project/.git/config'),
  },
  {
    name: 'put another .git in its place',
    calls: ['mv .git old && git init -q && git config alias.x "!evil"'],
    proof: changed('home/project/.git/config'),
  },
  {
    name: 'add an MCP server',
    calls: ['echo evil > .mcp.json'],
    proof: changed('home/project/.mcp.json'),
  },
  {
    name: "change a host's settings",
    calls: ['echo evil > .claude/settings.json'],
    proof: changed('home/project/.claude/settings.json'),
  },
  {
    name: "change an editor's tasks",
    calls: ['rm -r .vscode; mkdir -p .vscode; echo evil > .vscode/tasks.json'],
    proof: changed('home/project/.vscode/tasks.json'),
  },
  {
    name: 'write beside the project',
    calls: ['echo evil > "$BASE/outside.txt"'],
    proof: changed('outside.txt'),
  },
  { name: 'leave a file in /tmp', calls: ['echo evil > "$BASE/litter"'], proof: changed('litter') },
  { name: 'send a process a signal', calls: [andSay('kill -CONT "$VICTIM"')], proof: says },
  {
    name: 'see ctx itself',
    nested: true,
    withHosts: true,
    calls: [andSay('kill -0 "$DRIVER"')],
    proof: says,
  },
  { name: "read another process's environment", calls: ['cat "/proc/$VICTIM/environ"'], proof: printsSecret },
  {
    name: 'read an inherited descriptor',
    withHosts: true,
    calls: ['cat /proc/self/fd/251 <&251; cat <&251'],
    proof: printsSecret,
  },
  {
    name: 'reach a server on this machine',
    withHosts: true,
    calls: ['cat < "/dev/tcp/127.0.0.1/$PORT"'],
    proof: printsGreeting,
  },
  {
    name: 'reach an abstract socket',
    nested: true,
    withHosts: true,
    calls: [connectTo('"\\0" + process.env.ABSTRACT')],
    proof: printsGreeting,
  },
  {
    name: 'reach a socket beside the project',
    withHosts: true,
    calls: [connectTo('process.env.BASE + "/agent.sock"')],
    proof: printsGreeting,
  },
  {
    name: 'reach a socket in a folder that is shown',
    withHosts: true,
    calls: [connectTo('process.env.BASE + "/shown/service.sock"')],
    proof: printsGreeting,
  },
  {
    name: 'change a folder that is only shown',
    calls: ['echo evil > "$BASE/shown/readme.txt"'],
    proof: changed('shown/readme.txt'),
  },
  { name: 'make a user namespace', withHosts: true, calls: [andSay('unshare -Ur true')], proof: says },
  { name: 'mount something', calls: [andSay('unshare -Urm mount -t tmpfs none /mnt')], proof: says },
  {
    name: 'put a key into the keyring',
    nested: true,
    withHosts: true,
    calls: [rawCall(numbers['add_key'], '$t, $d, $v, 1, -2')],
    proof: says,
  },
  { name: 'trace processes', nested: true, calls: [rawCall(numbers['ptrace'], '0, 0, 0, 0')], proof: says },
  {
    name: 'use io_uring',
    nested: true,
    calls: [rawCall(processors[process.arch]?.absent['io_uring_setup'], '1, $b')],
    proof: says,
  },
  {
    name: 'speak to the hypervisor (AF_VSOCK)',
    withHosts: true,
    calls: [rawCall(processors[process.arch]?.socket, '40, 1, 0')],
    proof: says,
  },
  {
    name: 'set the program that the kernel runs on a crash',
    as: 'root',
    calls: [andSay('v=$(cat /proc/sys/kernel/core_pattern); echo "$v" > /proc/sys/kernel/core_pattern')],
    proof: says,
  },
  { name: 'read password hashes', as: 'root', calls: [andSay('grep -q ^root: /etc/shadow')], proof: says },
  { name: 'make a device', as: 'root', calls: [andSay('mknod device c 1 3')], proof: says },
  { name: 'change the system', as: 'root', calls: [andSay('touch /etc && touch -c /usr')], proof: says },
  // Ways that lead through what is set up from outside before the next call.
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
    calls: [rawCall(numbers['userfaultfd'], '1')],
    proof: says,
  },
  { name: 'find the session’s keyring', calls: [rawCall(numbers['keyctl'], '0, -3, 0')], proof: says },
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
      `perl -e 'my $h = pack("Ii", 128, 0) . ("\\0" x 128); my ($m, $p) = (pack("i", 0), "."); syscall(${process.arch === 'arm64' ? 264 : 303}, -100, $p, $h, $m, 0) == 0 and syscall(${numbers['open_by_handle_at']}, -100, $h, 0) >= 0 and print "BREACHED"'`,
    ],
    proof: says,
  },
];
