-- Signed deliveries whose body is no event that this release can read: which one and what is wrong with it, nothing of its contents.
set local citus.multi_shard_modify_mode = 'sequential';

create table registry.unreadable_events (
  event_ref text not null,
  livemode boolean not null,
  fault text not null,
  received_at timestamptz not null,
  constraint unreadable_events_pk primary key (event_ref)
);
select app.distribute('registry.unreadable_events', 'reference');
grant select, insert, update, delete on registry.unreadable_events to silla_admin;
