-- How a service passes (D34), what it needs beside a professional (D35), and the settings of visits
-- (D32, D37, D40). Phases are minutes that alternate work, wait, work, ...; null is unbroken work.
set local citus.multi_shard_modify_mode = 'sequential';

alter table services add column phase_minutes int[];
alter table services add column buffer_minutes int not null default 0;
-- A check may not contain a sub-select, so the sum is written out.
alter table services add constraint services_phases check (
  phase_minutes is null
  or (array_ndims(phase_minutes) = 1 and array_lower(phase_minutes, 1) = 1
    and cardinality(phase_minutes) in (1, 3, 5, 7, 9)
    and array_position(phase_minutes, null) is null and 5 <= all (phase_minutes)
    and phase_minutes[1] + coalesce(phase_minutes[2], 0) + coalesce(phase_minutes[3], 0)
      + coalesce(phase_minutes[4], 0) + coalesce(phase_minutes[5], 0)
      + coalesce(phase_minutes[6], 0) + coalesce(phase_minutes[7], 0)
      + coalesce(phase_minutes[8], 0) + coalesce(phase_minutes[9], 0) = duration_minutes));
alter table services add constraint services_buffer check (buffer_minutes between 0 and 120);

-- A professional's own terms for a service; null is as the service. Own phases have an own duration.
alter table professional_services add column duration_minutes int;
alter table professional_services add column phase_minutes int[];
alter table professional_services add column price_cents bigint;
alter table professional_services
  add constraint offers_duration check (duration_minutes between 5 and 720);
alter table professional_services add constraint offers_phases check (
  phase_minutes is null
  or (duration_minutes is not null
    and array_ndims(phase_minutes) = 1 and array_lower(phase_minutes, 1) = 1
    and cardinality(phase_minutes) in (1, 3, 5, 7, 9)
    and array_position(phase_minutes, null) is null and 5 <= all (phase_minutes)
    and phase_minutes[1] + coalesce(phase_minutes[2], 0) + coalesce(phase_minutes[3], 0)
      + coalesce(phase_minutes[4], 0) + coalesce(phase_minutes[5], 0)
      + coalesce(phase_minutes[6], 0) + coalesce(phase_minutes[7], 0)
      + coalesce(phase_minutes[8], 0) + coalesce(phase_minutes[9], 0) = duration_minutes));
alter table professional_services
  add constraint offers_price check (price_cents between 0 and 100000000);

-- A unit of a resource type is a resource, as a professional is one: claims name either.
alter table resources drop constraint resources_kind;
alter table resources add constraint resources_kind check (kind in ('professional', 'unit'));

-- What a salon has a number of, such as wash basins; a handle is its name in the salon file.
create table resource_types (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  handle text not null,
  name jsonb not null,
  position int not null default 0,
  active boolean not null default true,
  constraint resource_types_pk primary key (business_id, id),
  constraint resource_types_handle unique (business_id, handle)
);
select app.protect('resource_types');
select app.distribute('resource_types', 'tenant');
alter table resource_types
  add constraint resource_types_business foreign key (business_id) references businesses (business_id);

-- A unit's id is the id of its resource. Units that the salon no longer has are inactive, because
-- bookings refer to them.
create table resource_units (
  business_id uuid not null,
  id bigint not null,
  resource_type_id bigint not null,
  number int not null,
  active boolean not null default true,
  constraint resource_units_pk primary key (business_id, id),
  constraint resource_units_number unique (business_id, resource_type_id, number),
  constraint resource_units_from_one check (number >= 1)
);
select app.protect('resource_units');
select app.distribute('resource_units', 'tenant');
alter table resource_units
  add constraint resource_units_resource foreign key (business_id, id) references resources (business_id, id);
alter table resource_units
  add constraint resource_units_type
  foreign key (business_id, resource_type_id) references resource_types (business_id, id);

-- A service takes one unit of each type it needs, for its whole time.
create table service_resource_types (
  business_id uuid not null,
  id bigint generated always as identity (cache 32),
  service_id bigint not null,
  resource_type_id bigint not null,
  constraint service_resource_types_pk primary key (business_id, id),
  constraint service_resource_types_pair unique (business_id, service_id, resource_type_id)
);
select app.protect('service_resource_types');
select app.distribute('service_resource_types', 'tenant');
alter table service_resource_types
  add constraint needs_service foreign key (business_id, service_id) references services (business_id, id);
alter table service_resource_types
  add constraint needs_resource_type
  foreign key (business_id, resource_type_id) references resource_types (business_id, id);
create index service_resource_types_by_type on service_resource_types (business_id, resource_type_id);

-- How a person is chosen when the customer leaves it open (D32); null reschedule_hours is as
-- cancellation_hours (D37); how long an offer of the waitlist stands (D40).
alter table business_settings add column assignment text not null default 'balanced';
alter table business_settings add column reschedule_hours int;
alter table business_settings add column reschedule_limit int not null default 5;
alter table business_settings add column waitlist_offer_minutes int not null default 15;
alter table business_settings
  add constraint settings_assignment check (assignment in ('balanced', 'priority'));
alter table business_settings
  add constraint settings_reschedule_hours check (reschedule_hours between 0 and 8760);
alter table business_settings
  add constraint settings_reschedule_limit check (reschedule_limit between 0 and 100);
alter table business_settings
  add constraint settings_waitlist_offer check (waitlist_offer_minutes between 5 and 1440);
