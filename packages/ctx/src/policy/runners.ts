// Commands that run what stands in their arguments. One table: who is missing here is a way around every deny rule.

export interface Runner {
  /** How many words of its own it wants before the command: `timeout 5 …`. */
  readonly operands: number;
  /** Options that take no value, beyond which the command may follow at once. Of others the next word may be the value. */
  readonly flags: RegExp;
  /** It gives its words to a shell, or splits them up: `watch 'ls; rm x'`, `env -S 'rm x'`. */
  readonly splits: boolean;
  /** More words follow from its input: `xargs`. */
  readonly feeds: boolean;
  /** With fewer words than that, and no option `-c`, it starts a shell, which reads its input: `sudo -s <<< 'rm x'`. */
  readonly orShell: number;
  /** The command stands behind such a word, and nowhere else: `git bisect run rm x`. */
  readonly behind?: RegExp;
}

const plain: Runner = { operands: 0, flags: /^$/, splits: false, feeds: false, orShell: 0 };
const anywhere = Number.MAX_SAFE_INTEGER;

/** Also `-ix 'rm x'`, where `-x` stands behind letters of its own. */
const behindInGit = /^(?:run|foreach)$|^-[A-Za-z]*x|^--(?:ex(?:ec?|tc?m?d?)?|setup|[a-z-]+-filter)(?:=|$)/;

const rows: readonly (readonly [names: string, runner: Partial<Runner>])[] = [
  // The shell's own words.
  ['command builtin exec coproc nohup setsid', { flags: /^-[cflpVv]+$/ }],
  ['time', { flags: /^-[apqVv]+$/ }],
  ['jobs', { flags: /^-[lnprsx]+$/ }],
  ['! { } if then elif else fi while until do done esac', {}],
  ['coproc', { operands: 1 }],
  // Scheduling, limits, buffers, locks.
  ['nice ionice stdbuf prlimit choom uclampset setpriv cpulimit numactl cgexec caffeinate eatmydata', {}],
  ['timeout gtimeout taskset chrt setarch coresched', { operands: 1 }],
  ['linux32 linux64 i386 x86_64 uname26 i486 i586 i686 athlon', {}],
  ['pipesz enosys schedtool trickle zrun ccache sccache distcc', {}],
  ['hwloc-bind', { operands: 1 }],
  ['flock lockf', { operands: 1, splits: true }],
  ['tini dumb-init catatonit nocache arch openvt wine box64 qemu-x86_64 qemu-aarch64', {}],
  ['dotenv dotenvx cross-env env-cmd with-env retry sem ts-node-dev dtach', { operands: 2, splits: true }],
  ['concurrently npm-run-all onchange chokidar', { operands: anywhere, splits: true }],
  [
    'op aws-vault doppler chamber infisical teller nix',
    { operands: anywhere, behind: /^(?:exec|run|--|-c|--command)$/ },
  ],
  ['logsave lckdo', { operands: 1 }],
  // Other users, roots and namespaces.
  ['sudo', { flags: /^-[AbBEHiKklnNPSsVv]+$/, splits: true }],
  ['doas pkexec gosu su-exec fakeroot fakechroot systemd-run systemd-inhibit', { operands: 1 }],
  ['setuidgid envuidgid s6-setuidgid switch_root', { operands: 1 }],
  ['systemd-cat systemd-notify systemd-socket-activate lxc-attach lxc-execute', {}],
  ['machinectl', { operands: 2 }],
  ['chroot unshare nsenter ip', { operands: 3 }],
  ['bwrap firejail proot schroot systemd-nspawn flatpak-spawn run0 wsl', { operands: anywhere }],
  ['sudo doas fakeroot fakechroot unshare nsenter systemd-run nix-shell', { orShell: 1 }],
  ['linux32 linux64 i386 x86_64 uname26 i486 i586 i686 athlon', { orShell: 1 }],
  ['chroot setarch ssh sg', { orShell: 2 }],
  ['su runuser script newgrp', { orShell: anywhere }],
  // Watching it at work.
  ['sotruss memusage', {}],
  ['gdbserver', { operands: 1 }],
  ['strace ltrace valgrind catchsegv rlwrap unbuffer dbus-run-session xvfb-run chronic entr ifne', {}],
  // Agents, proxies, clocks and tool chains that they start it with.
  [
    'ssh-agent dbus-launch sshpass proxychains proxychains4 torsocks tsocks faketime aa-exec runcon',
    { operands: 1 },
  ],
  ['gpg-agent torify usewithtor pgrphack fghack', {}],
  ['datefudge', { operands: 1 }],
  ['chpst softlimit envdir setlock daemonize dpkg-architecture capsh', { operands: 1 }],
  ['npx bunx uvx pipx uv poetry pipenv bundle direnv mise asdf nix-shell', { operands: 2, splits: true }],
  ['npm pnpm yarn bun', { operands: 1, splits: true, behind: /^(?:exec|x|dlx)$/ }],
  ['conda mamba micromamba pixi pdm rye hatch', { operands: 2, splits: true, behind: /^run$/ }],
  ['docker podman nerdctl kubectl oc lxc', { operands: anywhere, behind: /^(?:exec|run)$/ }],
  ['git', { splits: true, behind: behindInGit }],
  ['perf gdb start-stop-daemon', { operands: anywhere }],
  // Splitting, repeating, many at once.
  ['env', { flags: /^-[i0v]+$/, splits: true }],
  ['xargs gxargs', { flags: /^-[0rtpxo]+$/, feeds: true }],
  ['parallel', { splits: true, feeds: true }],
  ['watch ssh hyperfine sg newgrp tmux screen script su runuser', { operands: anywhere, splits: true }],
  ['autossh rsh slogin pdsh clush dsh parallel-ssh', { operands: anywhere, splits: true }],
  ['mosh pssh watchexec nodemon mispipe pee', { operands: anywhere, splits: true }],
  ['xterm urxvt rxvt kitty alacritty foot xfce4-terminal lxterminal', { operands: anywhere, splits: true }],
  ['xterm gnome-terminal konsole x-terminal-emulator', { operands: anywhere, splits: true }],
  ['fd fdfind', { operands: anywhere }],
  ['busybox toybox', {}],
];

/** All rows with the name, one upon the other. A table by name takes a hook longer to make than a script takes to read. */
export function runnerOf(name: string): Runner | undefined {
  let found: Runner | undefined;
  for (const [names, runner] of rows) {
    if (` ${names} `.includes(` ${name} `)) found = { ...plain, ...found, ...runner };
  }
  return found ?? (isLoader(name) ? plain : undefined);
}

/** The system's own, which starts every program: `/lib64/ld-linux-x86-64.so.2 /bin/rm x`. */
function isLoader(name: string): boolean {
  return name.startsWith('ld') && /^ld(?:-[\w.-]+)?\.so(?:\.\d+)?$/.test(name);
}

const shells =
  /^(?:[rl]?bash|sh|[rd]ash|ash|[rm]?ksh(?:93)?|[rz]sh|zsh|yash|posh|fish|t?csh|su|runuser|script)(?:[-.\d]*|-static)$|^(?:exe|capsh)$/;

/** Each of them has one of these in its name. To make the expression takes a hook longer than to look for them. */
const shellLetters = ['sh', 'su', 'runuser', 'script', 'exe'];

/** Programs that run a script: of an option `-c`, of a file, or of their input. `/proc/self/exe` is the shell itself. */
export function isShell(name: string): boolean {
  return shellLetters.some((letters) => name.includes(letters)) && shells.test(name);
}

/** They change what later words mean, or keep a script for later; what comes of it cannot be read off the script. */
export const beyondReading = new Set(
  'case function select alias hash enable fc history bind complete compgen at batch crontab'.split(' '),
);

/** They read their arguments, or what variables hold, as expressions: `test -v 'a[$(rm x)]'` runs rm. */
export const evaluators = new Set(
  'let declare typeset local readonly export unset read mapfile readarray printf wait getopts test [ [[ shopt set'.split(
    ' ',
  ),
);

/** Variables that name a script, or hold one. */
export const scriptVariables =
  /^(?:BASH_ENV|ENV|PS4|PROMPT_COMMAND|SHELLOPTS|BASHOPTS|BASH_FUNC_|BASH_ALIASES|BASH_CMDS|GIT_CONFIG|LESSOPEN|LESSCLOSE)/;

/** Variables whose value is a command that programs run: `GIT_EDITOR='rm x' git commit`. */
const commandVariables =
  /^(?:GIT_(?:EXTERNAL_DIFF|SSH|SSH_COMMAND|PROXY_COMMAND)|\w*(?:PAGER|EDITOR|BROWSER|ASKPASS|_RSH)|VISUAL|SVN_SSH|FCEDIT)$/;

/** What a program would run that reads the variable; nothing where no program takes it for a command. */
export function commandHeldBy(variable: string, value: string): string | undefined {
  // It is given a script: `SHELL=/bin/rm flock x -c y`.
  if (variable === 'SHELL') return `${value} -c true`;
  return commandVariables.test(variable) ? value : undefined;
}

/** Whether what it is set to may be run. */
export function holdsCommands(variable: string): boolean {
  return scriptVariables.test(variable) || commandHeldBy(variable, '') !== undefined;
}

/** They set the variables that are named to them, to what nobody can read off the script. */
export const setters = new Set('read mapfile readarray printf getopts'.split(' '));

const shellNames = 'sh bash rbash dash ash zsh ksh mksh yash fish csh tcsh'.split(' ');

/** Every name above, and the words that command-meanings.ts itself looks for. */
export function namesOfRunners(): readonly string[] {
  return [
    ...rows.flatMap(([names]) => names.split(' ')),
    ...shellNames,
    ...beyondReading,
    ...evaluators,
    ...'eval trap . source find for git'.split(' '),
  ];
}
