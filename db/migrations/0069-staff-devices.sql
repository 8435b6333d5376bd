-- Devices that the people of a salon share, and where they sign in with a PIN (D64).
set local citus.multi_shard_modify_mode = 'sequential';

create table staff_devices (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  token_hash bytea not null,
  name text not null,
  registered_by bigint not null,
  registered_at timestamptz not null,
  -- when somebody last signed in there
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  constraint staff_devices_pk primary key (business_id, id),
  constraint staff_devices_token unique (business_id, token_hash),
  constraint staff_devices_token_length check (octet_length(token_hash) = 32)
);
select app.protect('staff_devices');
select app.distribute('staff_devices', 'tenant');
alter table staff_devices
  add constraint staff_devices_registered_by foreign key (business_id, registered_by) references staff (business_id, id);
create index staff_devices_by_registrar on staff_devices (business_id, registered_by);

-- null: the session is on a device of the person's own
alter table staff_sessions add column device_id bigint;
-- null: it is not locked, unless nobody has used it for a while
alter table staff_sessions add column locked_at timestamptz;
alter table staff_sessions
  add constraint staff_sessions_device foreign key (business_id, device_id) references staff_devices (business_id, id);
