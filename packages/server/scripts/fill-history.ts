import { withClient } from '../src/db/migrate.ts';
import { embeddedOwner } from './embedded-owner.ts';

/**
 * Puts 30 days of machines that were online into the embedded database of a running server, for pictures:
 * `node scripts/fill-history.ts DATA ORGANIZATION MACHINES`. Offices: full on working days, nearly empty at night.
 */
const [folder = '', organization = '', machines = '0'] = process.argv.slice(2);

const HOURS = `
  insert into fleet_hours (organization_id, hour, online, total)
    select $1::uuid, hour, round(total * share * (0.92 + 0.08 * random())), total
    from generate_series(date_trunc('hour', now()) - interval '29 days', date_trunc('hour', now()) - interval '1 hour',
        interval '1 hour') as hour,
      lateral (select case when hour < now() - interval '12 days' then ceil($2::int * 0.8) else $2::int end as total) as t,
      lateral (select case
          when extract(isodow from hour) > 5 then 0.08
          when extract(hour from hour) between 8 and 16 then 0.93
          when extract(hour from hour) in (6, 7, 17, 18) then 0.5
          else 0.1 end as share) as s
    on conflict do nothing`;

await withClient(embeddedOwner(folder), async (client) => {
  await client.query(HOURS, [organization, machines]);
});
