import { Button, FileInput, Progress, TextInput } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import { useBusy } from '@berth/web/data/use-submit.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { type ReactNode, useState } from 'react';
import { saveFile } from '../../../data/save-file.ts';
import { Notice } from '../../../ui/notice.tsx';
import styles from './shell.module.css';
import type { ShellChannel } from './shell-channel.ts';

interface Outcome {
  readonly tone: 'good' | 'bad';
  readonly text: string;
}

/** Uploads files to the machine and downloads files by their absolute path. */
export function FilesPanel({ shell }: { readonly shell: ShellChannel }): ReactNode {
  const { t } = useTexts();
  const [file, setFile] = useState<File | null>(null);
  const [folder, setFolder] = useState('/tmp/');
  const [path, setPath] = useState('');
  const [busy, during] = useBusy();
  const [outcome, setOutcome] = useState<Outcome>();
  const [percent, setPercent] = useState<number>();
  const progress = (done: number, of: number) => setPercent(Math.floor((100 * done) / of));

  async function work(run: () => Promise<string>): Promise<void> {
    setOutcome(undefined);
    try {
      setOutcome({ tone: 'good', text: await during(run) });
    } catch (error) {
      setOutcome({ tone: 'bad', text: t('remote.files.failed', { why: error instanceof Error ? error.message : '' }) });
    } finally {
      setPercent(undefined);
    }
  }

  const send = async (chosen: File): Promise<string> => {
    const stored = await shell.put(chosen, `${folder.replace(/\/*$/, '')}/${chosen.name}`, progress);
    return t('remote.files.sent', { path: stored });
  };
  const fetchIt = async (): Promise<string> => {
    const { name, content } = await shell.get(path, progress);
    saveFile(name, content);
    return t('remote.files.fetched', { name });
  };

  return (
    <section className={styles.panel} aria-label={t('remote.files')}>
      {percent !== undefined && <Progress value={percent} aria-label={t('remote.files.progress')} />}
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      <div className={styles.row}>
        <FileInput
          label={t('remote.files.file')}
          placeholder={t('remote.files.choose')}
          value={file}
          onChange={setFile}
        />
        <TextInput
          label={t('remote.files.folder')}
          value={folder}
          onChange={({ currentTarget }) => setFolder(currentTarget.value)}
        />
        <Button variant="default" disabled={!file} loading={busy} onClick={() => file && void work(() => send(file))}>
          {t('remote.files.send')}
        </Button>
      </div>
      <div className={styles.row}>
        <TextInput
          label={t('remote.files.path')}
          value={path}
          onChange={({ currentTarget }) => setPath(currentTarget.value)}
        />
        <Button variant="default" disabled={path === ''} loading={busy} onClick={() => void work(fetchIt)}>
          {t('remote.files.fetch')}
        </Button>
      </div>
    </section>
  );
}
