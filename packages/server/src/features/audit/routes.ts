import { AuditEntry, exportAudit, type ListedAuditEntry, listAudit, listOwnAudit } from '@berth/contract/api/audit';
import type { CsvSeparator } from '@berth/contract/api/csv';
import type { Database, Tx } from '../../db/connection.ts';
import { csvLine, Download, startedStream } from '../../http/download.ts';
import { listQuery } from '../../http/filter/list-query.ts';
import { pick } from '../../http/filter/parse.ts';
import { type Route, route } from '../../http/route.ts';
import { auditListing, presentEntry, presentListed } from './present.ts';
import { type ChainId, type EntryRow, listNamedEntries, pagesOf } from './store.ts';
import { verifyAuditRoute } from './verify.ts';

export function auditRoutes({ db }: { readonly db: Database }): Route[] {
  return [listAuditRoute, listOwnAuditRoute, exportAuditRoute(db), verifyAuditRoute];
}

const listAuditRoute = route(listAudit, ({ query, tx, organizationId }) => entriesOf(tx, organizationId, query.filter));

const listOwnAuditRoute = route(listOwnAudit, ({ query, tx, caller }) => entriesOf(tx, caller.userId, query.filter));

async function entriesOf(tx: Tx, chain: ChainId, filter: string | undefined): Promise<ListedAuditEntry[]> {
  const list = listQuery(filter, auditListing);
  const rows = await listNamedEntries(tx, chain, list);
  return rows.map((row) => pick(presentListed(row), list.fields));
}

const COLUMNS = Object.keys(AuditEntry.properties) as (keyof AuditEntry)[];

const MEDIA_TYPES = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' } as const;

function exportAuditRoute(db: Database): Route {
  return route(exportAudit, async ({ query, organizationId }) => {
    const { where } = listQuery(query.filter, auditListing);
    const pages = pagesOf(db, organizationId, where);
    const content = await startedStream(query.format === 'csv' ? csvOf(pages, query.separator) : jsonOf(pages));
    const filename = `audit-${organizationId}.${query.format}`;
    return new Download({ mediaType: MEDIA_TYPES[query.format], filename, content }).asValue();
  });
}

async function* csvOf(
  pages: AsyncIterable<readonly EntryRow[]>,
  separator: CsvSeparator | undefined,
): AsyncGenerator<string> {
  let head = csvLine(COLUMNS, separator);
  for await (const page of pages) {
    const lines = page.map((row) => {
      const entry = presentEntry(row);
      return csvLine(
        COLUMNS.map((column) => cell(entry[column])),
        separator,
      );
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
