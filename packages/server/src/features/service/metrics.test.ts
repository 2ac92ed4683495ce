import { readFileSync } from 'node:fs';
import { notifyMachine, readMachine } from '@berth/contract/api/machines';
import { ping } from '@berth/contract/api/service';
import { eventually } from '@berth/testing/wait';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMailer } from '../../platform/mail.ts';
import { addMachine, createTenant } from '../../testing/fleet.ts';
import { bootServer, sharedServer } from '../../testing/server.ts';

const token = 'a-token-for-prometheus';
const server = await sharedServer({ config: { metricsToken: token } });

const scrape = (bearer?: string) =>
  fetch(`${server.url}/metrics`, bearer === undefined ? {} : { headers: { authorization: `Bearer ${bearer}` } });

async function values() {
  const text = await (await scrape(token)).text();
  const read = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    );
  return {
    online: read('berth_machines_online'),
    connected: read('berth_machines_connected'),
    waiting: read('berth_queue_waiting{queue="commands"}'),
    oldest: read('berth_queue_oldest_timestamp_seconds{queue="commands"}'),
    failed: read('berth_commands_finished_total{outcome="failed"}'),
  };
}

describe('/metrics', () => {
  // A machine's message: the first one already counts.
  beforeAll(async () => {
    const machine = await addMachine(server, await createTenant(server));
    const link = await machine.connect(server.url);
    await link.next('welcome');
    await link.close();
    await eventually(async () =>
      expect(await (await scrape(token)).text()).toMatch(/^berth_work_duration_seconds_count\{/m),
    );
  });

  it('requires its token', async () => {
    for (const wrong of [undefined, '', 'another', `${token}x`]) {
      expect((await scrape(wrong)).status).toBe(401);
    }
    const { status, headers } = await scrape(token);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/plain');
  });

  it('counts calls by their path pattern, without IDs', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    await server.call(readMachine, { params: { id: machine.id }, token: tenant.owner.token });
    await server.call(ping);
    const text = await (await scrape(token)).text();
    expect(text).toMatch(
      /berth_http_request_duration_seconds_count\{[^}]*route="\/api\/machines\/:id"[^}]*status="200"[^}]*\} 1/,
    );
    expect(text).toContain('process_resident_memory_bytes');
    expect(text).not.toContain(machine.id);
    expect(text).not.toContain(tenant.owner.email);
  });

  it('counts mails that the mail server does not take', async () => {
    const mailer = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', outbox: '', from: 'berth@example.org' });
    const failed = async () =>
      /^berth_mails_total\{outcome="failed"\} (\d+)$/m.exec(await (await scrape(token)).text())?.[1];
    const before = Number(await failed());
    await expect(mailer.send({ to: 'lena@example.org', subject: 'Code', text: '1' })).rejects.toThrow();
    expect(Number(await failed())).toBe(before + 1);
  });

  it('follows Prometheus naming: counters end in _total, all have help text and a unit', async () => {
    const text = await (await scrape(token)).text();
    const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
    expect(types.length).toBeGreaterThan(20);
    for (const [, name = '', type] of types) {
      expect(name.endsWith('_total'), `${name} is a ${type}`).toBe(type === 'counter');
      expect(text).toMatch(new RegExp(`^# HELP ${name} \\S`, 'm'));
      expect(name).not.toMatch(
        /_(?:milliseconds|minutes|hours|kilobytes|megabytes|percent)\b|(?:counter|gauge|histogram)/,
      );
    }
  });

  it('has every metric and label of the dashboard', async () => {
    await server.call(ping);
    const text = await (await scrape(token)).text();
    const { panels }: { panels: { title: string; targets: { expr: string }[] }[] } = JSON.parse(
      readFileSync(new URL('../../../../../deploy/grafana/berth.json', import.meta.url), 'utf8'),
    );
    for (const { title, targets } of panels) {
      for (const { expr } of targets) {
        const named = expr.match(/\b(?:berth|process|nodejs)_\w+/g) ?? [];
        expect(named, title).not.toEqual([]);
        for (const name of named) expect(text, title).toMatch(new RegExp(`^${name}[{ ]`, 'm'));
        // Prometheus adds job and instance.
        const labels = [...expr.matchAll(/(?:by \(|[{,] ?)(\w+)(?=[=,)]|, ?le\b)/g)].map(([, label]) => label);
        for (const label of labels)
          if (label !== 'job' && label !== 'instance') expect(text, title).toMatch(new RegExp(`[{,]${label}="`));
      }
    }
    expect(panels.length).toBeGreaterThan(5);
  });

  it('has every metric of the alert rules', async () => {
    await server.call(ping);
    const text = await (await scrape(token)).text();
    const rules = readFileSync(new URL('../../../../../deploy/prometheus/alerts.yaml', import.meta.url), 'utf8');
    const expressions = [...rules.matchAll(/^ +expr: (.+)$/gm)].map(([, expression = '']) => expression);
    expect(expressions.length).toBeGreaterThan(4);
    for (const expression of expressions) {
      const named = expression.match(/\b(?:berth|process|nodejs)_\w+/g) ?? [];
      expect(named, expression).not.toEqual([]);
      for (const name of named) expect(text, expression).toMatch(new RegExp(`^${name}[{ ]`, 'm'));
    }
  });

  it('tells the use of both database pools', async () => {
    const text = await (await scrape(token)).text();
    for (const role of ['app', 'system']) {
      expect(text).toMatch(new RegExp(`^berth_database_pool_busy\\{role="${role}"\\} \\d+$`, 'm'));
      expect(text).toMatch(new RegExp(`^berth_database_pool_waiting\\{role="${role}"\\} 0$`, 'm'));
    }
  });

  it('tells what waits, since when, and how commands ended', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const before = await values();
    await server.call(notifyMachine, { params: { id: machine.id }, body: { msg: 'Hello' }, token: tenant.owner.token });
    const queued = await values();
    expect(queued.waiting).toBe(before.waiting + 1);
    expect(queued.oldest).toBeGreaterThan(0);

    const link = await machine.connect(server.url);
    const command = await link.next('command');
    link.send({ type: 'result', id: command.id, ok: false, output: 'No screen' });
    await eventually(async () =>
      expect(await values()).toMatchObject({ waiting: before.waiting, failed: before.failed + 1 }),
    );
    await link.close();
  });

  it('tells statements, jobs, the disk and the bus', async () => {
    await server.call(ping);
    const text = await (await scrape(token)).text();
    expect(text).toMatch(/^berth_database_statement_duration_seconds_count [1-9]/m);
    expect(text).toMatch(/^berth_work_duration_seconds_count\{work="gateway\.\w+",outcome="succeeded"\} [1-9]/m);
    expect(text).toMatch(/^berth_work_last_success_timestamp_seconds\{work="gateway\.\w+"\} 1\d{9}/m);
    expect(text).toMatch(/^berth_disk_free_bytes [1-9]\d{6,}$/m);
    expect(text).toMatch(/^berth_writes_stopped 0$/m);
    expect(text).toMatch(/^berth_bus_connected 1$/m);
  });

  it('counts the connected machines', async () => {
    const machine = await addMachine(server, await createTenant(server));
    const before = await values();
    const link = await machine.connect(server.url);
    await link.next('welcome');
    expect(await values()).toMatchObject({ online: before.online + 1, connected: before.connected + 1 });
    await link.close();
  });
});

it('is off without a token', async () => {
  const quiet = await bootServer();
  try {
    const reply = await fetch(`${quiet.url}/metrics`, { headers: { authorization: 'Bearer ' } });
    expect(await reply.text()).not.toContain('berth_machines_online');
  } finally {
    await quiet.stop();
  }
});
