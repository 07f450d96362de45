// The reports of all sessions below one index: each is a report that holds, and the index names every one.

import { hash } from 'node:crypto';
import { join } from 'node:path';
import { indexName, metaOf, overviewSchema, pageDigests, pagesIn } from '../report/page.js';
import { checkReport } from './check-report.js';
import { type Findings, newFindings } from './findings.js';
import { bytesOf, entriesOf, filesOfFolder } from './folder-files.js';

export interface CheckedReports {
  readonly files: number;
  readonly bytes: number;
}

export function checkReports(folder: string, findings: Findings): CheckedReports {
  const listed = listedIn(folder, findings);
  let [files, bytes] = [1, bytesOf(join(folder, indexName))?.length ?? 0];
  for (const entry of entriesOf(folder)) {
    const { name } = entry;
    if (name === indexName) continue;
    if (!entry.isDirectory()) {
      findings.add(
        entry.isFile() ? 'file_unexpected' : 'entry_irregular',
        name,
        'it is not the folder of a report',
      );
      continue;
    }
    const sha256 = listed?.get(`${name}/${indexName}`);
    if (listed !== undefined && sha256 === undefined)
      findings.add('page_untrue', name, 'the index does not name it');
    const own = newFindings();
    const pages = filesOfFolder(join(folder, name), own);
    checkReport(pages, own, false);
    for (const { code, file = '', message } of own.list) findings.add(code, `${name}/${file}`, message);
    const index = pages.get(indexName);
    if (sha256 !== undefined && index !== undefined && hash('sha256', index) !== sha256)
      findings.add(
        'page_untrue',
        `${name}/${indexName}`,
        'it is not the page that the index was generated with',
      );
    listed?.delete(`${name}/${indexName}`);
    files += pages.size;
    for (const page of pages.values()) bytes += page.length;
  }
  for (const name of listed?.keys() ?? [])
    findings.add('page_missing', name, 'the index names it, but it is missing');
  return { files, bytes };
}

/** The reports that the index names, each with the digest of its own index; nothing where it does not hold itself. */
function listedIn(folder: string, findings: Findings): Map<string, string> | undefined {
  const index = bytesOf(join(folder, indexName));
  const digests = index === undefined ? undefined : pageDigests(index);
  if (index === undefined || digests === undefined || metaOf(index, 'report')[0] !== overviewSchema)
    findings.add('page_malformed', indexName, 'it does not begin like an index of reports');
  else if (digests.claimed !== digests.actual)
    findings.add('page_digest_mismatch', indexName, 'its bytes do not match its digest');
  else return pagesIn(index);
  return undefined;
}
