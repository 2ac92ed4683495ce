import { readFileSync } from 'node:fs';
import { readMachine } from '@berth/contract/api/machines';
import { ping } from '@berth/contract/api/service';
import { describe, expect, it } from 'vitest';
import { addMachine, createTenant } from '../../testing/fleet.ts';
import { bootServer, sharedServer } from '../../testing/server.ts';

const token = 'a-token-for-prometheus';
const server = await sharedServer({ config: { metricsToken: token } });

const scrape = (bearer?: string) =>
  fetch(`${server.url}/metrics`, bearer === undefined ? {} : { headers: { authorization: `Bearer ${bearer}` } });

describe('/metrics', () => {
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
        for (const label of labels) if (label !== 'job') expect(text, title).toMatch(new RegExp(`[{,]${label}="`));
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

  it('counts the connected machines', async () => {
    const machine = await addMachine(server, await createTenant(server));
    const online = async () => /^berth_machines_online (\d+)$/m.exec(await (await scrape(token)).text())?.[1];
    const before = Number(await online());
    const link = await machine.connect(server.url);
    await link.next('welcome');
    expect(Number(await online())).toBe(before + 1);
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
