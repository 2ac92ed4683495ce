const STORAGE_KEY = 'mirror-tickets';

/** Tickets of machines that let this tab in before, by the machine's id: they make it known there. */
export function ticketOf(machine: string): string | null {
  return read()[machine] ?? null;
}

export function keepTicket(machine: string, ticket: string): void {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ...read(), [machine]: ticket }));
}

function read(): Readonly<Record<string, string | undefined>> {
  return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Record<string, string>;
}
