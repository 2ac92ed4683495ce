import type { FastifyInstance } from 'fastify';
import { startAlertChecks } from '../features/alerts/check-job.ts';
import type { AlertDeps } from '../features/alerts/deps.ts';
import { startAlertMails } from '../features/alerts/mail-job.ts';
import { alertRoutes } from '../features/alerts/routes.ts';
import { serveUnsubscribe, unsubscribeLinks } from '../features/alerts/unsubscribe.ts';
import { recordWork } from '../features/audit/record.ts';
import { languageFinder } from '../features/identity/account/store.ts';
import { selectNeeds } from '../features/machines/fleet/needs.ts';
import { listRolledBack } from '../features/rollouts/rolled-back.ts';
import { startOperatorMails } from '../features/service/operator-mails.ts';
import type { NodeState } from '../features/service/state.ts';
import type { Route } from '../http/route.ts';
import { deriveKey } from '../platform/seal.ts';
import type { Base } from './base.ts';
import type { Billing } from './billing.ts';

export interface Alerts {
  readonly routes: readonly Route[];
  /** Ends emails when a mail program asks for it. */
  serve(http: FastifyInstance): void;
}

/** Composes emails about machines, rollouts and credits. */
export function createAlerts(base: Base, { readCredits }: Billing): Alerts {
  const { db, clock, logger, limiter, mailer, publicUrl, serverKey, stops } = base;
  const links = unsubscribeLinks(deriveKey(serverKey, 'unsubscribe links'), publicUrl);
  const deps: AlertDeps = {
    db,
    clock,
    logger,
    mailer,
    publicUrl,
    languageOf: languageFinder(db.system),
    selectNeeds,
    listRolledBack,
    readCredits,
    links,
  };
  if (base.jobs) {
    stops.use(startAlertChecks(deps));
    stops.use(startAlertMails(deps));
  }
  return {
    routes: alertRoutes,
    serve: (http) => serveUnsubscribe(http, { db, links, limiter, publicUrl, recordWork }),
  };
}

/** Mails the platform administrators what the installation lacks. */
export function mailOperatorsOf(base: Base, state: NodeState): void {
  const { config, db, clock, logger, mailer, publicUrl, stops } = base;
  const operators = config.platformAdmins;
  if (!base.jobs || operators.length === 0) return;
  const deps = { ...state, clock, logger, mailer, publicUrl, operators, languageOf: languageFinder(db.system) };
  stops.use(startOperatorMails(deps));
}
