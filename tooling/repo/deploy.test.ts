import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { renderChart } from './chart.ts';

const ROOT = join(import.meta.dirname, '../..');
const CHART = join(ROOT, 'deploy/helm/berth');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const README_VARIABLES = new Set(read('README.md').match(/\b(?:BERTH_\w+|DATABASE_URL|NATS_URL|SMTP_URL)\b/g));

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>> | readonly string[];
  readonly image?: string;
  readonly command?: readonly string[];
}

describe('the compose file', () => {
  const { services, volumes } = parse(read('deploy/compose.yaml'), { merge: true }) as {
    services: Readonly<Record<string, Service>>;
    volumes: Readonly<Record<string, unknown>>;
  };

  it('names only existing services, volumes, files and settings', () => {
    for (const [name, { depends_on = [], volumes: mounts = [], image }] of Object.entries(services)) {
      const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
      for (const other of needed) expect(services, name).toHaveProperty([other]);
      for (const mount of mounts) {
        const [source = ''] = mount.split(':');
        if (source.startsWith('./')) expect(read(join('deploy', source))).not.toBe('');
        else expect(volumes, name).toHaveProperty([source]);
      }
      expect(image, name).toMatch(/\w/);
    }
    for (const node of ['node-1', 'node-2']) {
      const names = Object.keys(services[node]?.environment ?? {});
      expect(names).toEqual(expect.arrayContaining(['DATABASE_URL', 'NATS_URL', 'BERTH_SECRET', 'BERTH_PUBLIC_URL']));
      expect(names.filter((name) => !README_VARIABLES.has(name))).toEqual([]);
    }
  });

  it('gives the archive to the database user, which writes and reads WAL segments there', () => {
    const database = services.database;
    const owner = services['archive-owner'];
    expect(database?.depends_on).toMatchObject({ 'archive-owner': { condition: 'service_completed_successfully' } });
    expect(owner).toMatchObject({
      image: database?.image,
      user: 'root',
      entrypoint: ['chown', 'postgres:postgres', '/archive'],
      volumes: ['archive:/archive'],
    });
    const command = database?.command?.find((each) => each.startsWith('archive_command='))?.slice(16) ?? '';
    const folder = mkdtempSync(join(tmpdir(), 'berth-archive-'));
    try {
      const archive = (content: string) => {
        writeFileSync(join(folder, 'segment'), content);
        const filled = command.replaceAll('/archive', folder).replaceAll('%p', join(folder, 'segment'));
        return spawnSync('sh', ['-c', filled.replaceAll('%f', '000000010000000000000001')]).status;
      };
      expect(archive('changes')).toBe(0);
      // PostgreSQL repeats a segment after a crash; different content under the same name is an error.
      expect(archive('changes')).toBe(0);
      expect(archive('other changes')).not.toBe(0);
      expect(gunzipSync(readFileSync(join(folder, '000000010000000000000001.gz'))).toString()).toBe('changes');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('runs nodes that may write only their data', () => {
    for (const node of ['node-1', 'node-2']) {
      expect(services[node]).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
    }
  });

  it("keeps the operator's secrets out of commits and images", () => {
    for (const list of ['.gitignore', '.dockerignore'])
      expect(read(list).split('\n'), list).toContainEqual(expect.stringMatching(/^\/?deploy\/compose\.env$/));
  });

  it('requires each secret, and contains none', () => {
    const text = read('deploy/compose.yaml');
    const asked = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name));
    const offered = read('deploy/compose.env.example').match(/^\w+(?==)/gm);
    expect([...asked].sort()).toEqual([...(offered ?? [])].sort());
    expect(text).toMatch(/\$\{BERTH_SECRET:\?/);
    expect(read('deploy/compose.env.example')).toMatch(/^BERTH_SECRET=$/m);
  });
});

describe('the image of the server', () => {
  it('contains its bill of materials', () => {
    const [, build = '', image = ''] = read('deploy/server/Dockerfile').split(/^FROM .*$/m);
    const [, command = '', file = ''] = /(npm run -s sbom -- [\w/ -]+) > (\S+)$/m.exec(build) ?? [];
    expect(command).not.toBe('');
    const bill = spawnSync('sh', ['-c', command], { cwd: ROOT, encoding: 'utf8' });
    expect(bill.status).toBe(0);
    const { bomFormat, components } = JSON.parse(bill.stdout) as { bomFormat: string; components: { name: string }[] };
    expect(bomFormat).toBe('CycloneDX');
    // Of the server and of its pages.
    expect(components.map(({ name }) => name)).toEqual(expect.arrayContaining(['fastify', 'react']));
    // docs/operations.md: /berth/sbom.cdx.json.
    expect(image).toMatch(new RegExp(`^WORKDIR /berth\\n(?:#.*\\n|COPY .*\\n)*COPY --from=build .*${file} \\./$`, 'm'));
  });
});

describe('the proxy', () => {
  it('drops a node that announces its shutdown before it refuses connections, and one that crashed', () => {
    const text = read('deploy/Caddyfile');
    const seconds = (name: string) => Number(new RegExp(`\\b${name} (\\d+)s`).exec(text)?.[1]);
    expect(text).toContain('health_uri /ready');
    expect(seconds('health_interval')).toBeLessThan(5);
    expect(seconds('fail_duration')).toBeGreaterThan(0);
  });
});

describe('the Helm chart', () => {
  it('renders Kubernetes objects that reference each other correctly', () => {
    const objects = renderChart(CHART);
    const deployment = objects.get('deployment.yaml');
    const labels = { 'app.kubernetes.io/name': 'berth', 'app.kubernetes.io/instance': 'company' };
    expect(deployment).toMatchObject({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'company' },
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { securityContext: { runAsNonRoot: true } } },
      },
    });
    expect(objects.get('service.yaml')).toMatchObject({ kind: 'Service', spec: { selector: labels } });
    expect(objects.get('disruption-budget.yaml')).toMatchObject({ spec: { selector: { matchLabels: labels } } });
    expect(objects.get('ingress.yaml')).toMatchObject({
      spec: {
        rules: [{ host: 'berth.example.org', http: { paths: [{ backend: { service: { name: 'company' } } }] } }],
      },
    });
    const [container] = containersOf(deployment);
    expect(container).toMatchObject({
      image: 'berth-server:0.1.0',
      envFrom: [{ secretRef: { name: 'berth' } }],
      readinessProbe: { httpGet: { path: '/ready', port: 'http' } },
      lifecycle: { preStop: { exec: { command: ['sleep', '5'] } } },
    });
    expect(container?.env.map(({ name }) => name).filter((name) => !README_VARIABLES.has(name))).toEqual([]);
    const mounted = container?.volumeMounts.map(({ name }) => name).sort();
    expect(mounted).toEqual(
      volumesOf(deployment)
        .map(({ name }) => name)
        .sort(),
    );
  });

  it('follows its values', () => {
    const objects = renderChart(CHART, { replicas: 5, ingress: { enabled: false }, filesClaim: 'debug-files' });
    expect(objects.get('ingress.yaml')).toBeNull();
    expect(objects.get('deployment.yaml')).toMatchObject({ spec: { replicas: 5 } });
    expect(volumesOf(objects.get('deployment.yaml'))).toContainEqual({
      name: 'data',
      persistentVolumeClaim: { claimName: 'debug-files' },
    });
    expect(() => renderChart(CHART, { host: null })).toThrow('there is no value .Values.host');
  });
});

interface Named {
  readonly name: string;
}
interface Pod {
  readonly containers: readonly (Named & { readonly env: readonly Named[]; readonly volumeMounts: readonly Named[] })[];
  readonly volumes: readonly Named[];
}
const podOf = (deployment: unknown): Pod => (deployment as { spec: { template: { spec: Pod } } }).spec.template.spec;
const containersOf = (deployment: unknown) => podOf(deployment).containers;
const volumesOf = (deployment: unknown) => podOf(deployment).volumes;

it('starts the server with the same limits of memory everywhere', () => {
  const limits = /--max-semi-space-size=\d+|--heap-growing-percent=\d+/g;
  const wanted = read('tooling/start.mjs').match(limits);
  expect(wanted).toHaveLength(2);
  const starts = [
    'deploy/server/Dockerfile',
    'deploy/deb-server/files/usr/lib/systemd/system/berth-server.service',
    'e2e/kit/server.ts',
  ];
  for (const path of starts) expect(read(path).match(limits), path).toEqual(wanted);
  // After a rush of machines, the gateway sets it back.
  const usual = /usual: (\d+)/.exec(read('packages/server/src/gateway/reconnect-memory.ts'))?.[1];
  expect(wanted).toContain(`--heap-growing-percent=${usual}`);
});
