// The runs that one file tells of: its own, opened or gone on with, and those of subagents that stand in the same file.

import type { RecordBodies } from '../protocol/records.js';
import type { Log } from '../session/log.js';
import { Lane } from './lane.js';
import { type LogSoFar, untoldAgent } from './log-so-far.js';
import type { Lanes } from './read-source.js';
import { RunWriter } from './run-writer.js';
import type { SourceToAppend } from './source-to-append.js';

export interface SourceRuns extends Lanes {
  told(): {
    readonly runs: readonly string[];
    readonly spawned: ReadonlyMap<string, { readonly run_id: string; readonly call_id: string }>;
    readonly orphans: number;
  };
}

const capture = { model: 'imported', tools: 'imported', clock: 'imported', ids: 'imported' } as const;
/** A file can name a subagent on each line. */
const mostLanes = 1000;
/** An id has at most 128 characters; the rest is for a number. */
const longestName = 120;

export function sourceRuns(
  log: Log,
  sofar: LogSoFar,
  what: SourceToAppend,
  retells: readonly string[],
): SourceRuns {
  const lanes = new Map<string, Lane>();
  const opened: string[] = [];
  const own = new Lane(openOwn, sofar);
  lanes.set('', own);

  function open(
    body: Pick<RecordBodies['run.opened'], 'run_id' | 'parent' | 'continues' | 'retells'>,
  ): RunWriter {
    const { host, facts, settings } = what;
    const version = facts.version === undefined ? {} : { version: facts.version };
    const agent = { name: host, ...version, protocol: 'transcript' } as const;
    opened.push(body.run_id);
    log.append('run.opened', { agent, settings, pool: [], capture, ...body, derived: ['settings'] });
    const run = sofar.runs.get(body.run_id);
    if (run === undefined) throw new TypeError('the log does not fold what it appends');
    return new RunWriter(log, run);
  }

  /** A run that waits for more is gone on with. */
  function openOwn(): RunWriter {
    const waiting = [...sofar.runs.values()].find(
      (run) => !run.closed && run.source?.name === what.name && run.parent === what.parent?.run_id,
    );
    if (waiting !== undefined) return new RunWriter(log, waiting);
    const toRetell = retells.filter((id) => !sofar.retold.has(id));
    const last = toRetell.pop();
    // One run retells one; the others are retold by runs without a turn.
    for (const other of toRetell) openNext(other).closeRun();
    return openNext(last);
  }

  function openNext(retold: string | undefined): RunWriter {
    const run_id = freeRunId(what.runName);
    const again = retold === undefined ? {} : { retells: retold };
    if (what.parent !== undefined) return open({ run_id, parent: what.parent, ...again });
    const continues =
      sofar.main !== undefined && retold === undefined ? { continues: sofar.main.run_id } : {};
    const isPlanned = sofar.main === undefined && sofar.origin?.kind === 'imported';
    if (!isPlanned)
      log.append('session.appended', {
        runs: [{ run_id, prompts: [], settings: what.settings, ...continues }],
      });
    return open({ run_id, ...continues, ...again });
  }

  function openInside(name: string, call_id: string | undefined, within: string | undefined): RunWriter {
    const agent = idPart(name);
    const untold = untoldAgent(sofar, agent);
    return open({
      run_id: freeRunId(`${what.runName}-${agent}`),
      parent: { run_id: (lanes.get(within ?? '') ?? own).begin(), ...(call_id !== undefined && { call_id }) },
      ...(untold !== undefined && { retells: untold }),
    });
  }

  function freeRunId(name: string): string {
    const wanted = name.slice(0, longestName);
    if (!sofar.runs.has(wanted)) return wanted;
    for (let number = 2; ; number++) if (!sofar.runs.has(`${wanted}-${number}`)) return `${wanted}-${number}`;
  }

  return {
    lane(name, call_id, within) {
      if (name === undefined) return own;
      const key = lanes.size < mostLanes ? name : 'others';
      const lane = lanes.get(key) ?? new Lane(() => openInside(key, call_id, within), sofar);
      lanes.set(key, lane);
      return lane;
    },
    all: () => [...lanes.values()],
    told() {
      const spawned = new Map<string, { readonly run_id: string; readonly call_id: string }>();
      let orphans = 0;
      for (const lane of lanes.values()) {
        orphans += lane.orphans;
        for (const [agent_id, call_id] of lane.spawned)
          spawned.set(agent_id, { run_id: lane.begin(), call_id });
      }
      return { runs: opened, spawned, orphans };
    },
  };
}

/** What a host calls something, as a part of an id. */
export function idPart(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '').slice(0, 60) || 'x';
}
