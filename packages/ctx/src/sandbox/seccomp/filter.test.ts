import { describe, expect, it } from 'vitest';
import { type FilterOptions, seccompFilter } from './filter.js';
import { type Processor, processors } from './tables.js';

const plain: FilterOptions = { unixSockets: true, nested: false };
const allow = 0x7fff0000;
const kill = 0x80000000;
const errno = (number: number) => 0x00050000 | number;
const [EPERM, ENOSYS, EAFNOSUPPORT] = [1, 38, 97];

describe.each(Object.entries(processors))('the filter for %s', (_, processor) => {
  const verdict = (number: number, words: readonly number[] = [], options = plain) =>
    answerTo(seccompFilter(processor, options), processor.architecture, number, words);

  it('kills a process that calls in the way of another processor', () => {
    expect(answerTo(seccompFilter(processor, plain), 0x40000003, 1, [])).toBe(kill);
  });

  it('refuses every call that leads out, and knows no io_uring', () => {
    for (const number of [...Object.values(processor.denied), ...Object.values(processor.mounting)])
      expect(verdict(number)).toBe(errno(EPERM));
    for (const number of Object.values(processor.absent)) expect(verdict(number)).toBe(errno(ENOSYS));
  });

  it('lets everything else through', () => {
    const special = specialCalls(processor);
    for (let number = 0; number < 470; number++)
      if (!special.has(number)) expect(verdict(number, [2])).toBe(allow);
  });

  it('lets mounts through where others may sandbox themselves inside', () => {
    const mount = processor.mounting['mount'] ?? 0;
    expect(verdict(mount, [], { ...plain, nested: true })).toBe(allow);
    expect(verdict(processor.denied['bpf'] ?? 0, [], { ...plain, nested: true })).toBe(errno(EPERM));
  });

  it('knows only the families of the internet, netlink and Unix', () => {
    const families = Array.from({ length: 46 }, (_, family) => family);
    expect(families.filter((family) => verdict(processor.socket, [family]) === allow)).toEqual([
      1, 2, 10, 16,
    ]);
    expect(verdict(processor.socket, [40])).toBe(errno(EAFNOSUPPORT));
    expect(verdict(processor.socket, [1], { ...plain, unixSockets: false })).toBe(errno(EAFNOSUPPORT));
  });

  it('without Unix sockets, allows pairs of streams and no pairs of datagrams', () => {
    const without = { ...plain, unixSockets: false };
    const closeOnExec = 0o2000000;
    expect(verdict(processor.socketpair, [1, 1 | closeOnExec], without)).toBe(allow);
    expect(verdict(processor.socketpair, [1, 2 | closeOnExec], without)).toBe(errno(EPERM));
    expect(verdict(processor.socketpair, [1, 2])).toBe(allow);
  });

  it('keeps input from being put into a terminal', () => {
    expect(verdict(processor.ioctl, [0, 0x5412])).toBe(errno(EPERM));
    expect(verdict(processor.ioctl, [0, 0x541c])).toBe(errno(EPERM));
    expect(verdict(processor.ioctl, [0, 0x5401])).toBe(allow);
  });
});

it('does not know the other calling convention of x86-64', () => {
  const { x64 } = processors;
  if (x64 === undefined) throw new Error('there is no table for x64');
  expect(answerTo(seccompFilter(x64, plain), x64.architecture, 0x40000000 + 101, [])).toBe(errno(ENOSYS));
});

function specialCalls({ denied, mounting, absent }: Processor): Set<number> {
  return new Set([denied, mounting, absent].flatMap((calls) => Object.values(calls)));
}

/** What the kernel would do with a call: the few instructions of classic BPF that the filter uses. */
function answerTo(filter: Buffer, architecture: number, number: number, words: readonly number[]): number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number, 0);
  data.writeUInt32LE(architecture >>> 0, 4);
  for (const [index, word] of words.entries()) data.writeUInt32LE(word, 16 + 8 * index);
  let accumulator = 0;
  for (let at = 0; at < filter.length / 8; at++) {
    const code = filter.readUInt16LE(at * 8);
    const [jt, jf, k] = [
      filter.readUInt8(at * 8 + 2),
      filter.readUInt8(at * 8 + 3),
      filter.readUInt32LE(at * 8 + 4),
    ];
    if (code === 0x20) accumulator = data.readUInt32LE(k);
    else if (code === 0x54) accumulator = (accumulator & k) >>> 0;
    else if (code === 0x15) at += accumulator === k ? jt : jf;
    else if (code === 0x35) at += accumulator >= k ? jt : jf;
    else if (code === 0x06) return k;
    else throw new Error(`instruction ${code}`);
  }
  throw new Error('the filter has no end');
}
