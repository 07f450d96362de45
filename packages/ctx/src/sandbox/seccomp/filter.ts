// The filter on system calls, as the classic BPF program that the kernel takes. bubblewrap loads it from a descriptor.

import type { Processor } from './tables.js';

export interface FilterOptions {
  readonly unixSockets: boolean;
  /** Programs inside may make namespaces and mounts of their own, as a host does that sandboxes itself. */
  readonly nested: boolean;
}

/** One instruction: code, jump if true, jump if false, constant. */
type Instruction = readonly [code: number, jt: number, jf: number, k: number];

const load = 0x20;
const jumpIfEqual = 0x15;
const jumpIfAtLeast = 0x35;
const and = 0x54;
const finish = 0x06;

const offsets = { number: 0, architecture: 4, argument: (index: number) => 16 + 8 * index };
const errno = (number: number) => 0x00050000 | number;
const answers = { kill: 0x80000000, allow: 0x7fff0000 };
const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;

const families = { unix: 1, inet: 2, inet6: 10, netlink: 16 };
const datagram = 2;
const socketTypeMask = 0xf;
/** Both put input into a terminal that somebody else reads. */
const terminalInjections = [0x5412 /* TIOCSTI */, 0x541c /* TIOCLINUX */];

export function seccompFilter(processor: Processor, options: FilterOptions): Buffer {
  const { architecture, foreignFrom, denied, mounting, absent, ioctl, socket, socketpair } = processor;
  const refused = [...Object.values(denied), ...(options.nested ? [] : Object.values(mounting))];
  const program: Instruction[] = [
    [load, 0, 0, offsets.architecture],
    [jumpIfEqual, 1, 0, architecture],
    answer(answers.kill),
    [load, 0, 0, offsets.number],
    ...(foreignFrom === undefined ? [] : onAtLeast(foreignFrom, [answer(errno(ENOSYS))])),
    ...Object.values(absent).flatMap((number) => onEqual(number, [answer(errno(ENOSYS))])),
    ...refused.flatMap((number) => onEqual(number, [answer(errno(EPERM))])),
    ...onEqual(ioctl, [
      [load, 0, 0, offsets.argument(1)],
      ...terminalInjections.flatMap((request) => onEqual(request, [answer(errno(EPERM))])),
      answer(answers.allow),
    ]),
    ...onEqual(socket, socketRule(options)),
    ...(options.unixSockets ? [] : onEqual(socketpair, pairRule)),
    answer(answers.allow),
  ];
  return encoded(program);
}

function socketRule({ unixSockets }: FilterOptions): Instruction[] {
  const { unix, ...others } = families;
  const allowed = [...Object.values(others), ...(unixSockets ? [unix] : [])];
  return [
    [load, 0, 0, offsets.argument(0)],
    ...allowed.flatMap((family) => onEqual(family, [answer(answers.allow)])),
    answer(errno(EAFNOSUPPORT)),
  ];
}

/** A datagram socket of a pair can still send to any address; a stream is bound to its other end. */
const pairRule: Instruction[] = [
  [load, 0, 0, offsets.argument(1)],
  [and, 0, 0, socketTypeMask],
  ...onEqual(datagram, [answer(errno(EPERM))]),
  answer(answers.allow),
];

function answer(value: number): Instruction {
  return [finish, 0, 0, value];
}

function onEqual(value: number, then: readonly Instruction[]): Instruction[] {
  return [[jumpIfEqual, 0, then.length, value], ...then];
}

function onAtLeast(value: number, then: readonly Instruction[]): Instruction[] {
  return [[jumpIfAtLeast, 0, then.length, value], ...then];
}

/** `struct sock_filter`, little-endian as both processors are. */
function encoded(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, [code, jt, jf, k]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(jt, index * 8 + 2);
    bytes.writeUInt8(jf, index * 8 + 3);
    bytes.writeUInt32LE(k >>> 0, index * 8 + 4);
  }
  return bytes;
}
