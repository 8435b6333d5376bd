-- What platform staff changed in a salon: who, what, when. Written in the transaction of the change and never touched again.
set local citus.multi_shard_modify_mode = 'sequential';

create table audit_entries (
  business_id uuid not null,
  id bigint generated always as identity (cache 32),
  occurred_at timestamptz not null,
  operator text not null,
  action text not null,
  detail jsonb not null,
  constraint audit_entries_pk primary key (business_id, id),
  constraint audit_entries_action check (action ~ '^[a-z]+(\.[a-z-]+)+$')
);
select app.protect('audit_entries');
select app.distribute('audit_entries', 'tenant');
revoke update, delete on audit_entries from silla_api, silla_worker, silla_admin;
alter table audit_entries add constraint audit_business foreign key (business_id) references businesses (business_id);
create index audit_entries_by_time on audit_entries (business_id, occurred_at, id);
