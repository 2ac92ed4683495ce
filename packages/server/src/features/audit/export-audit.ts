import { AuditEntry, exportAudit } from '@berth/contract/api/audit';
import type { Database } from '../../db/connection.ts';
import { Download, startedStream } from '../../http/download.ts';
import { listQuery } from '../../http/filter/list-query.ts';
import { type Route, route } from '../../http/route.ts';
import { csvLine } from '../../platform/csv.ts';
import { pagesOf } from './pages.ts';
import { auditListing, presentEntry } from './present.ts';
import type { EntryRow } from './store.ts';

const COLUMNS = Object.keys(AuditEntry.properties) as (keyof AuditEntry)[];

const MEDIA_TYPES = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' } as const;

export function exportAuditRoute(db: Database): Route {
  return route(exportAudit, async ({ query, organizationId }) => {
    const { where } = listQuery(query.filter, auditListing);
    const pages = pagesOf(db, organizationId, where);
    const content = await startedStream(query.format === 'csv' ? csvOf(pages) : jsonOf(pages));
    const filename = `audit-${organizationId}.${query.format}`;
    return new Download({ mediaType: MEDIA_TYPES[query.format], filename, content }).asValue();
  });
}

async function* csvOf(pages: AsyncIterable<readonly EntryRow[]>): AsyncGenerator<string> {
  let head = csvLine(COLUMNS);
  for await (const page of pages) {
    const lines = page.map((row) => {
      const entry = presentEntry(row);
      return csvLine(COLUMNS.map((column) => cell(entry[column])));
    });
    yield head + lines.join('');
    head = '';
  }
  if (head !== '') yield head;
}

async function* jsonOf(pages: AsyncIterable<readonly EntryRow[]>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const page of pages) {
    yield before + page.map((row) => JSON.stringify(presentEntry(row))).join(',\n');
    before = ',\n';
  }
  yield before === ',\n' ? '\n]\n' : '[\n]\n';
}

function cell(value: unknown): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
