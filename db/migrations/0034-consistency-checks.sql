-- When all rows of a business that the health checks compare were last found to agree. There is no
-- row while some of them do not.
set local citus.multi_shard_modify_mode = 'sequential';

-- event_position, catalog_version: read before the check. What Silla changes later has an event with
-- a higher position or none yet, or increments the version.
create table consistency_checks (
  business_id uuid not null,
  checked_at timestamptz not null,
  event_position bigint not null,
  catalog_version bigint not null,
  constraint consistency_checks_pk primary key (business_id)
);
select app.protect('consistency_checks');
select app.distribute('consistency_checks', 'tenant');
alter table consistency_checks
  add constraint consistency_checks_business
    foreign key (business_id) references businesses (business_id);
