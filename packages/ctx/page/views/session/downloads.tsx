// The session as files: what `ctx report`, `ctx export` and the transcript would write.

import { useState } from 'preact/hooks';
import type { SessionRow } from '../../../src/dashboard/api.js';
import { downloadBlob } from '../../parts/download.js';
import { useDashboard } from '../../state/dashboard.js';
import { faultOf } from '../../state/fetched.js';
import { sessionPath } from '../../state/route.js';

const files = [
  { name: 'Report', path: 'report', ending: 'html' },
  { name: 'Export', path: 'export?format=data', ending: 'zip' },
  { name: 'Export: OpenTelemetry', path: 'export?format=otlp', ending: 'zip' },
  { name: 'Export: trajectory (ATIF)', path: 'export?format=atif', ending: 'zip' },
  { name: 'Summary in Markdown', path: 'export?format=markdown', ending: 'md' },
  { name: 'Transcript in Markdown', path: 'transcript?format=markdown', ending: 'md' },
  { name: 'Transcript as JSON', path: 'transcript?format=json', ending: 'json' },
] as const;

export function Downloads({ row }: { readonly row: SessionRow }) {
  const { ask, toast } = useDashboard();
  const [busy, setBusy] = useState('');
  const fetchFile = async ({ name, path, ending }: (typeof files)[number]) => {
    setBusy(name);
    try {
      const { blob, name: given } = await ask.file(`/api${sessionPath(row.key)}/${path}`);
      const [kind = ''] = path.split('?');
      const end = blob.type.includes('zip') ? 'zip' : ending;
      downloadBlob(given ?? `${row.session_id.replace(/[^\w.-]/g, '_')}.${kind}.${end}`, blob);
    } catch (error) {
      toast.set(faultOf(error).message);
    }
    setBusy('');
  };
  return (
    <details class="menu">
      <summary class="btn">Download</summary>
      <ul class="card">
        {files.map((file) => (
          <li key={file.name}>
            <button
              type="button"
              class="btn bare"
              disabled={busy !== ''}
              onClick={() => void fetchFile(file)}
            >
              {busy === file.name ? 'Preparing' : file.name}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
