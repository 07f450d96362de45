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
    findings.add('fence_untrue', seq, 'the policy that was in force is not the one of its settings');
  const [planned, said] = [settings.open_paths ?? [], fence?.open_paths ?? []];
  if (planned.length !== said.length || planned.some((path, i) => path !== said[i]))
    findings.add('fence_untrue', seq, 'the protected paths that were opened are not those of its settings');
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
      'the run is said to be of ctx itself, and captured from another agent',
    );
  if (agent.name !== 'ctx' && !foreignSources.includes(capture.model))
    findings.add(
      'capture_untrue',
      seq,
      `the answers are said to be ${capture.model}, and come from ${agent.name}`,
    );
  if (sources.has('imported') && !hasSources)
    findings.add(
      'capture_untrue',
      seq,
      'the run is said to be imported, and no file was looked at before it',
    );
  const isScript = settings.model.startsWith('script:');
  const isRecording = settings.model.startsWith('replay:');
  if (capture.model === 'scripted' && !isScript)
    findings.add('capture_untrue', seq, 'the model is said to be scripted, and is not a script');
  if (capture.model === 'scripted' && settings.script_digest === undefined)
    findings.add('capture_untrue', seq, 'the model is said to be scripted, and the script has no digest');
  if (capture.model === 'live' && (isScript || isRecording))
    findings.add(
      'capture_untrue',
      seq,
      `the model is said to be live, and is a ${isScript ? 'script' : 'recording'}`,
    );
  const answersOfAnother = isRecording && settings.recording_head !== undefined;
  if (capture.model === 'recorded' && !hasParent && !answersOfAnother)
    findings.add('capture_untrue', seq, 'the model is said to be recorded, and no recording is named');
  if (capture.tools === 'recorded' && !hasParent)
    findings.add('capture_untrue', seq, 'the tools are said to be recorded, and the session has no parent');
}
