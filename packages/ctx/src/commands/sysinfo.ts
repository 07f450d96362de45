import * as t from 'typebox';
import { clawable } from '../cli/command.js';
import { columns, type Style, styled, type Terminal } from '../cli/terminal.js';
import { diskSpace } from '../machine/disk-space.js';
import { load } from '../machine/load.js';
import { memoryPressure, sysctl } from '../machine/memory-pressure.js';
import type { Level } from '../machine/thresholds.js';
import { closed } from '../protocol/closed.js';

const level = t.Enum(['ok', 'warning', 'danger']);

export default clawable({
  name: 'sysinfo',
  group: 'about',
  summary: 'Show memory pressure, disk and load of this machine',
  description:
    'Memory pressure is the kernel’s own signal (pressure stall information on Linux, the VM pressure level on macOS), not how full memory is. Disk is that of the current folder; load is the five-minute average per CPU. A signal that this machine does not have is reported as unsupported, with the reason.',
  examples: [
    { line: 'ctx sysinfo', says: 'is this machine fit for an agent run?' },
    { line: 'ctx sysinfo --output-format json', says: 'the same for a program' },
  ],
  arguments: {},
  flags: {},
  returns: t.Object(
    {
      level,
      memory: t.Union([
        t.Object(
          {
            supported: t.Literal(true),
            source: t.String(),
            level,
            facts: t.Union([
              t.Object({ some_avg10: t.Number(), full_avg10: t.Number() }, closed),
              t.Object({ pressure_level: t.Integer() }, closed),
              t.Object({ available_percent: t.Number() }, closed),
            ]),
          },
          closed,
        ),
        t.Object({ supported: t.Literal(false), reason: t.String() }, closed),
      ]),
      disk: t.Object(
        {
          path: t.String(),
          total_bytes: t.Integer(),
          available_bytes: t.Integer(),
          used_percent: t.Number(),
          level,
        },
        closed,
      ),
      load: t.Object({ five_minutes: t.Number(), cpus: t.Integer(), per_cpu: t.Number(), level }, closed),
    },
    closed,
  ),
  async run(_, { cwd }) {
    const memory = memoryPressure({ platform: process.platform, psiFile: '/proc/pressure/memory', sysctl });
    const disk = diskSpace(cwd);
    const cpu = load();
    const levels = [disk.level, cpu.level, memory.supported ? memory.level : 'ok'];
    return { level: worst(levels), memory, disk, load: cpu };
  },
  render({ memory, disk, load: cpu }, terminal) {
    const rows = [
      memory.supported
        ? ['memory', shown(memory.level, terminal), factsInWords(memory.facts)]
        : ['memory', 'unknown', memory.reason],
      [
        'disk',
        shown(disk.level, terminal),
        `${disk.used_percent} % used, ${gibibytes(disk.available_bytes)} free, ${disk.path}`,
      ],
      ['load', shown(cpu.level, terminal), `${cpu.per_cpu} for each of ${cpu.cpus} CPUs over five minutes`],
    ];
    return columns(rows);
  },
});

function worst(levels: readonly Level[]): Level {
  return levels.includes('danger') ? 'danger' : levels.includes('warning') ? 'warning' : 'ok';
}

function shown(value: Level, terminal: Terminal): string {
  const styles: Record<Level, Style> = { ok: 'green', warning: 'yellow', danger: 'red' };
  return styled(terminal, styles[value], value);
}

function factsInWords(
  facts:
    | { some_avg10: number; full_avg10: number }
    | { pressure_level: number }
    | { available_percent: number },
): string {
  if ('available_percent' in facts) return `${facts.available_percent} % of the memory is available`;
  return 'pressure_level' in facts
    ? `pressure level ${facts.pressure_level}`
    : `some tasks waited ${facts.some_avg10} % of the last 10 s, all tasks ${facts.full_avg10} %`;
}

function gibibytes(bytes: number): string {
  return `${(bytes / 2 ** 30).toFixed(1)} GiB`;
}
