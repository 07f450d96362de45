// Whether the capture manifest of a run is true, as far as its records can show it.

import { digestOf } from '../../disk/digest.js';
import { canonical } from '../../protocol/json.js';
import type { CaptureSource, RecordOf } from '../../protocol/records.js';
import type { Findings } from './findings.js';

const foreignSources: readonly CaptureSource[] = ['driven', 'captured', 'imported'];

/** What the run could do is told twice: by its settings, and by how it was fenced in. */
export function checkFence({ seq, settings, fence }: RecordOf<'run.opened'>, findings: Findings) {
  const digest = fence?.policy_digest;
  if (digest !== undefined && digest !== digestOf(canonical(settings.policy)))
    findings.add('fence_untrue', seq, 'the recorded policy does not match the run’s settings');
  const [planned, said] = [settings.open_paths ?? [], fence?.open_paths ?? []];
  if (planned.length !== said.length || planned.some((path, i) => path !== said[i]))
    findings.add('fence_untrue', seq, 'the opened protected paths do not match the run’s settings');
}

export interface CaptureFacts {
  /** Whether the session names the one that it was replayed from. */
  readonly hasParent: boolean;
  /** Whether a file of another agent was looked at before. */
  readonly hasSources: boolean;
}

export function checkCapture(
  { seq, agent, settings, capture }: RecordOf<'run.opened'>,
  { hasParent, hasSources }: CaptureFacts,
  findings: Findings,
) {
  const sources = new Set<CaptureSource>([capture.model, capture.tools]);
  const isForeign = foreignSources.some((source) => sources.has(source));
  if (isForeign && agent.name === 'ctx')
    findings.add(
      'capture_untrue',
      seq,
      'the run is declared as ctx’s own, but was captured from another agent',
    );
  if (agent.name !== 'ctx' && !foreignSources.includes(capture.model))
    findings.add(
      'capture_untrue',
      seq,
      `the answers are declared as ${capture.model}, but come from ${agent.name}`,
    );
  if (sources.has('imported') && !hasSources)
    findings.add(
      'capture_untrue',
      seq,
      'the run is declared as imported, but no source file is recorded before it',
    );
  const isScript = settings.model.startsWith('script:');
  const isRecording = settings.model.startsWith('replay:');
  if (capture.model === 'scripted' && !isScript)
    findings.add('capture_untrue', seq, 'the model is declared as scripted, but is not a script');
  if (capture.model === 'scripted' && settings.script_digest === undefined)
    findings.add('capture_untrue', seq, 'the model is declared as scripted, but the script has no digest');
  if (capture.model === 'live' && (isScript || isRecording))
    findings.add(
      'capture_untrue',
      seq,
      `the model is declared as live, but is a ${isScript ? 'script' : 'recording'}`,
    );
  const answersOfAnother = isRecording && settings.recording_head !== undefined;
  if (capture.model === 'recorded' && !hasParent && !answersOfAnother)
    findings.add('capture_untrue', seq, 'the model is declared as recorded, but no recording is named');
  if (capture.tools === 'recorded' && !hasParent)
    findings.add('capture_untrue', seq, 'the tools are declared as recorded, but the session has no parent');
}
