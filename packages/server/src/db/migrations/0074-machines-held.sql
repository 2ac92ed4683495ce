-- Who a rollout holds back shows what they are to show: they are not among those behind. In an index of its own, nearly
-- always empty, so that nothing more is read of the others.
create index machines_held on machines (organization_id, machine_id, held_revision) where held_revision is not null;
