// Ways through processes, sockets and the kernel.

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

const connectTo = (where: string) =>
  `"$NODE" -e 'require("net").connect(${where}).on("error", () => {}).pipe(process.stdout)'`;

export const systemEscapes: readonly Escape[] = [
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
    calls: [rawCall(deniedCalls['add_key'], '$t, $d, $v, 1, -2')],
    proof: says,
  },
  {
    name: 'trace processes',
    nested: true,
    calls: [rawCall(deniedCalls['ptrace'], '0, 0, 0, 0')],
    proof: says,
  },
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
];
