import { AUDIT_FORMATS, exportAudit, verifyAudit } from '@berth/contract/api/audit';
import type { CsvSeparator } from '@berth/contract/api/csv';
import type { OrganizationId } from '@berth/contract/ids';
import { call, send } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload, IconShieldCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { saveFile } from '../../data/save-file.ts';
import { csvSeparator } from '../../data/spreadsheet.ts';
import { IN_CONTENT } from '../../ui/page.tsx';
import { inform, waitFor } from '../dialogs/inform.tsx';
import { showError } from '../dialogs/show-error.tsx';

interface AuditActionsProps {
  readonly orgId: OrganizationId;
  /** The conditions of the current search: the export contains what is shown. */
  readonly where: readonly object[];
}

/** Export of the log, and verification of its integrity. */
export function AuditActions({ orgId, where }: AuditActionsProps): ReactNode {
  const { t, language } = useTexts();
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconShieldCheck size={18} stroke={1.5} aria-hidden />}
        onClick={() => void verify(orgId).catch(showError)}
      >
        {t('audit.verify')}
      </Button>
      <Menu position="bottom-end" portalProps={IN_CONTENT}>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
            rightSection={<IconChevronDown size={16} stroke={1.5} aria-hidden />}
          >
            {t('audit.export')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {AUDIT_FORMATS.map((format) => (
            <Menu.Item
              key={format}
              onClick={() =>
                void download(orgId, where, { format, separator: csvSeparator(language) }).catch(showError)
              }
            >
              {t(`audit.export.${format}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

async function download(
  id: OrganizationId,
  where: readonly object[],
  options: { readonly format: (typeof AUDIT_FORMATS)[number]; readonly separator: CsvSeparator },
): Promise<void> {
  const filter = where.length === 0 ? {} : { filter: JSON.stringify({ where: { and: where } }) };
  const response = await waitFor(
    ({ t }) => t('audit.export'),
    send(exportAudit, { params: { id }, query: { ...filter, ...options } }),
  );
  saveFile(`audit.${options.format}`, await response.blob());
}

async function verify(id: OrganizationId): Promise<void> {
  const { intact, entries, brokenAt, head, disputedBy } = await waitFor(
    ({ t }) => t('audit.verify'),
    call(verifyAudit, { params: { id } }),
  );
  await inform(({ t }) => ({
    title: t('audit.verify.title'),
    message: intact
      ? t('audit.verify.intact', { count: entries, head: head?.slice(0, 16) ?? '–' })
      : disputedBy.length > 0
        ? t('audit.verify.disputed', { count: disputedBy.length, number: brokenAt ?? 0 })
        : t('audit.verify.broken', { number: brokenAt ?? 0 }),
  }));
}
