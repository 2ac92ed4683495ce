import type { ConfigureWired } from '@berth/contract/bridge/network';
import { useTexts } from '@berth/web/i18n/store.ts';
import { useState } from 'react';
import { Choices } from '../parts/choices.tsx';
import { Field } from '../parts/field.tsx';
import { useSession } from '../state/session.ts';
import { SubForm } from './sub-form.tsx';
import { useChange } from './use-network.ts';

interface WiredAddressProps {
  readonly device: string;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** How a wired connection gets its address: by DHCP, or manually. */
export function WiredAddress({ device, onDone, onCancel }: WiredAddressProps) {
  const { t } = useTexts();
  const { bridge } = useSession();
  const [mode, setMode] = useState<'dhcp' | 'manual'>('dhcp');
  const [address, setAddress] = useState('');
  const [gateway, setGateway] = useState('');
  const [servers, setServers] = useState('');
  const { working, failed, run } = useChange();
  const list = readServers(servers);
  const valid = isAddressWithPrefix(address) && (gateway === '' || isIpv4(gateway)) && list !== undefined;

  function apply(): void {
    const manual = { address, gateway: gateway === '' ? null : gateway, servers: list ?? [] };
    const input: ConfigureWired = { device, manual: mode === 'dhcp' ? null : manual };
    void run(async () => bridge?.call('configure_wired', input), onDone);
  }

  return (
    <SubForm
      title={t('screens.network.wired')}
      submit={t('screens.network.apply')}
      ready={mode === 'dhcp' || valid}
      working={working}
      failure={failed ? t('screens.network.advancedFailed') : undefined}
      onSubmit={apply}
      onCancel={onCancel}
    >
      <Choices
        label={t('screens.network.address')}
        name="address-mode"
        value={mode}
        options={[
          { value: 'dhcp', label: t('screens.network.dhcp') },
          { value: 'manual', label: t('screens.network.manual') },
        ]}
        onChange={setMode}
      />
      {mode === 'manual' && (
        <>
          <Field
            label={t('screens.network.ip')}
            placeholder="192.0.2.10/24"
            value={address}
            error={address === '' || isAddressWithPrefix(address) ? undefined : t('screens.network.ipRule')}
            onChange={setAddress}
          />
          <Field label={t('screens.network.gateway')} placeholder="192.0.2.1" value={gateway} onChange={setGateway} />
          <Field
            label={t('screens.network.servers')}
            placeholder="192.0.2.1, 192.0.2.2"
            value={servers}
            onChange={setServers}
          />
        </>
      )}
    </SubForm>
  );
}

const PART = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const ADDRESS = `${PART}(?:\\.${PART}){3}`;
const IPV4 = new RegExp(`^${ADDRESS}$`);
const WITH_PREFIX = new RegExp(`^${ADDRESS}/(?:[1-9]|[12]\\d|3[0-2])$`);

export function isIpv4(text: string): boolean {
  return IPV4.test(text);
}

/** An address with its prefix length: 192.0.2.10/24. */
export function isAddressWithPrefix(text: string): boolean {
  return WITH_PREFIX.test(text);
}

/** Addresses separated by commas or spaces; undefined if one is invalid. */
export function readServers(text: string): string[] | undefined {
  const servers = text.split(/[\s,;]+/).filter(Boolean);
  return servers.every(isIpv4) ? servers : undefined;
}
