/** The application that the operator registered for logins at machines, and the Azure cloud it is in. */
export interface AzureApplication {
  readonly authority: string;
  readonly clientId: string;
}

/** Where a tenant's administrator lets the application in: what finishes the setup (spec chapter 8). */
export function adminConsentUrl({ authority, clientId }: AzureApplication, tenant: string): string {
  return `${authority}/${encodeURIComponent(tenant)}/adminconsent?client_id=${encodeURIComponent(clientId)}`;
}
