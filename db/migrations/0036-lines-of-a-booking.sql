-- A line is a service of a booking with the professional who does it, its time and the resources it
-- takes (D33, D34, D35): the claims of a booking follow from its lines. A booking keeps the local
-- time that was agreed, and who chose its professional (D32).
set local citus.multi_shard_modify_mode = 'sequential';

alter table bookings add column assigned_by text not null default 'customer';
alter table bookings
  add constraint bookings_assigned_by check (assigned_by in ('customer', 'business', 'system'));
-- Both are null in a booking that was made before this migration in a time zone that this server
-- does not know.
alter table bookings add column local_start timestamp;
alter table bookings add column timezone text;

do $$
declare
  v_known text[] := array(select lower(zone.name) from pg_timezone_names zone);
begin
  update bookings booking
  set timezone = settings.timezone,
    local_start = booking.starts_at at time zone settings.timezone
  from business_settings settings
  where settings.business_id = booking.business_id and lower(settings.timezone) = any (v_known);
end $$;

update bookings booking
set assigned_by = 'business'
from booking_transitions created
where created.business_id = booking.business_id and created.booking_id = booking.id
  and created.from_state is null and created.actor = 'business';

alter table booking_lines add column professional_id bigint;
alter table booking_lines add column starts_at timestamptz;
alter table booking_lines add column ends_at timestamptz;
-- minutes that alternate work, wait, work, ...
alter table booking_lines add column phase_minutes int[];
-- how long it holds the professional and the units after its end
alter table booking_lines add column buffer_minutes int not null default 0;
alter table booking_lines add column unit_ids bigint[] not null default '{}';
-- On the first line of each professional who is not that of the booking: when the visit starts. It
-- is how the lists of that professional find the booking.
alter table booking_lines add column visit_starts_at timestamptz;

-- timestamptz plus an interval depends on the zone of the session, which Citus refuses in an UPDATE
update booking_lines line
set professional_id = booking.professional_id,
  starts_at = (booking.starts_at at time zone 'UTC'
    + make_interval(mins => timed.ends_after - line.duration_minutes)) at time zone 'UTC',
  ends_at = (booking.starts_at at time zone 'UTC'
    + make_interval(mins => timed.ends_after)) at time zone 'UTC',
  phase_minutes = array[line.duration_minutes]
from bookings booking, (
  select each.business_id, each.id,
    (sum(each.duration_minutes) over (
      partition by each.business_id, each.booking_id order by each.position))::int as ends_after
  from booking_lines each) timed
where booking.business_id = line.business_id and booking.id = line.booking_id
  and timed.business_id = line.business_id and timed.id = line.id;

alter table booking_lines alter column professional_id set not null;
alter table booking_lines alter column starts_at set not null;
alter table booking_lines alter column ends_at set not null;
alter table booking_lines alter column phase_minutes set not null;
alter table booking_lines add constraint lines_span check (starts_at < ends_at);
alter table booking_lines add constraint lines_phases check (cardinality(phase_minutes) % 2 = 1);
alter table booking_lines add constraint lines_buffer check (buffer_minutes between 0 and 120);
alter table booking_lines
  add constraint lines_professional
  foreign key (business_id, professional_id) references professionals (business_id, id);
-- The professional of a booking is that of its first line.
alter table bookings drop constraint bookings_professional;
create index booking_lines_by_professional
  on booking_lines (business_id, professional_id, visit_starts_at) where visit_starts_at is not null;
