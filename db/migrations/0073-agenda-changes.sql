-- Changes of what the agenda shows that are no events (D69, D70): somebody begins to pay online, a note is
-- written on a card, bookings are imported. Rows are only inserted, so that no writer waits for another;
-- every night they are counted into event_positions and deleted.
set local citus.multi_shard_modify_mode = 'sequential';

create table agenda_changes (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  constraint agenda_changes_pk primary key (business_id, id)
);
select app.protect('agenda_changes');
select app.distribute('agenda_changes', 'tenant');
alter table agenda_changes
  add constraint agenda_changes_business foreign key (business_id) references businesses (business_id);

alter table event_positions add column counted_changes bigint not null default 0;
