import { listTags } from '@berth/contract/api/fleet';
import { route } from '../../../http/route.ts';
import { countTags } from './store.ts';

const LIMIT = 1_000;

export const listTagsRoute = route(listTags, ({ tx, organizationId }) => countTags(tx, organizationId, LIMIT));
