// The same sums as files, as the server writes them.

import { Block } from '../../parts/basics.js';
import { downloadBlob } from '../../parts/download.js';
import { useDashboard } from '../../state/dashboard.js';
import { faultOf } from '../../state/fetched.js';

export function CsvButtons({ since }: { readonly since: string }) {
  const { ask, toast } = useDashboard();
  const fetchCsv = async (by: string) => {
    try {
      const { blob, name } = await ask.file(
        `/api/stats.csv?by=${by}${since === '' ? '' : `&since=${since}`}`,
      );
      downloadBlob(name ?? `stats-by-${by}.csv`, blob);
    } catch (error) {
      toast.set(faultOf(error).message);
    }
  };
  return (
    <Block title="All figures as CSV">
      <p class="row">
        {['day', 'agent', 'model', 'project'].map((by) => (
          <button type="button" class="btn" key={by} onClick={() => void fetchCsv(by)}>
            By {by}
          </button>
        ))}
      </p>
    </Block>
  );
}
