const CODE = /^[1-3][0-9a-f]{8}$/;

const TICKETS_KEY = 'mirror-tickets';

/** A typed one-time code without spaces; null if invalid. */
export function readCode(typed: string): string | null {
  const plain = typed.toLowerCase().replaceAll(/\s/g, '');
  return CODE.test(plain) ? plain : null;
}

/** The ticket of a machine that admitted this tab before: identifies the guest to the machine. */
export function ticketOf(machine: string): string | null {
  return read()[machine] ?? null;
}

export function keepTicket(machine: string, ticket: string): void {
  sessionStorage.setItem(TICKETS_KEY, JSON.stringify({ ...read(), [machine]: ticket }));
}

function read(): Readonly<Record<string, string | undefined>> {
  return JSON.parse(sessionStorage.getItem(TICKETS_KEY) ?? '{}') as Record<string, string>;
}
