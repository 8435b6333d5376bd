-- What a salon offers and who does it. Texts are one object per language ({"es": ..., "en": ..., "ar": ...});
-- a handle is the name a salon file knows the row by; what leaves the catalogue turns inactive, because bookings refer to it.
set local citus.multi_shard_modify_mode = 'sequential';

create table categories (
  business_id uuid not null,
  id bigint generated always as identity (cache 32),
  handle text not null,
  kind text not null default 'service',
  name jsonb not null,
  description jsonb not null default '{}',
  image_url text not null default '',
  position int not null default 0,
  active boolean not null default true,
  constraint categories_pk primary key (business_id, id),
  constraint categories_handle unique (business_id, handle),
  constraint categories_kind check (kind in ('service', 'product'))
);
select app.protect('categories');
select app.distribute('categories', 'tenant');
alter table categories add constraint categories_business foreign key (business_id) references businesses (business_id);

create table services (
  business_id uuid not null,
  id bigint generated always as identity (cache 32),
  handle text not null,
  category_id bigint not null,
  name jsonb not null,
  description jsonb not null default '{}',
  duration_minutes int not null,
  price_cents bigint not null,
  offer_price_cents bigint,
  points_awarded int not null default 0,
  points_price int not null default 0,
  image_url text not null default '',
  gallery_urls text[] not null default '{}',
  bookable_online boolean not null default true,
  featured boolean not null default false,
  position int not null default 0,
  active boolean not null default true,
  constraint services_pk primary key (business_id, id),
  constraint services_handle unique (business_id, handle),
  constraint services_duration check (duration_minutes between 5 and 720),
  constraint services_price check (price_cents between 0 and 100000000),
  constraint services_offer check (offer_price_cents between 0 and price_cents),
  constraint services_points check (points_awarded >= 0 and points_price >= 0)
);
select app.protect('services');
select app.distribute('services', 'tenant');
alter table services add constraint services_category foreign key (business_id, category_id) references categories (business_id, id);
create index services_by_category on services (business_id, category_id);

-- Whatever a claim can hold; rooms and chairs are kinds to come.
create table resources (
  business_id uuid not null,
  id bigint generated always as identity (cache 32),
  kind text not null,
  constraint resources_pk primary key (business_id, id),
  constraint resources_kind check (kind in ('professional'))
);
select app.protect('resources');
select app.distribute('resources', 'tenant');
alter table resources add constraint resources_business foreign key (business_id) references businesses (business_id);

-- A professional's id is the id of its resource.
create table professionals (
  business_id uuid not null,
  id bigint not null,
  handle text not null,
  name text not null,
  title jsonb not null default '{}',
  bio jsonb not null default '{}',
  specialties jsonb not null default '[]',
  image_url text not null default '',
  gallery_urls text[] not null default '{}',
  position int not null default 0,
  active boolean not null default true,
  constraint professionals_pk primary key (business_id, id),
  constraint professionals_handle unique (business_id, handle)
);
select app.protect('professionals');
select app.distribute('professionals', 'tenant');
alter table professionals add constraint professionals_resource foreign key (business_id, id) references resources (business_id, id);

create table professional_services (
  business_id uuid not null,
  id bigint generated always as identity (cache 32),
  professional_id bigint not null,
  service_id bigint not null,
  constraint professional_services_pk primary key (business_id, id),
  constraint professional_services_pair unique (business_id, professional_id, service_id)
);
select app.protect('professional_services');
select app.distribute('professional_services', 'tenant');
alter table professional_services
  add constraint offers_professional foreign key (business_id, professional_id) references professionals (business_id, id);
alter table professional_services
  add constraint offers_service foreign key (business_id, service_id) references services (business_id, id);
create index professional_services_by_service on professional_services (business_id, service_id);

create table shifts (
  business_id uuid not null,
  id bigint generated always as identity (cache 32),
  professional_id bigint not null,
  weekday int not null,
  start_minute int not null,
  end_minute int not null,
  constraint shifts_pk primary key (business_id, id),
  constraint shifts_weekday check (weekday between 1 and 7),
  constraint shifts_span check (0 <= start_minute and start_minute < end_minute and end_minute <= 1440)
);
select app.protect('shifts');
select app.distribute('shifts', 'tenant');
alter table shifts
  add constraint shifts_professional foreign key (business_id, professional_id) references professionals (business_id, id);
create index shifts_by_professional on shifts (business_id, professional_id, weekday, start_minute);

-- An exception replaces the shifts of its day; the two arrays run in parallel and are empty when the professional is off.
create table schedule_exceptions (
  business_id uuid not null,
  id bigint generated always as identity (cache 32),
  professional_id bigint not null,
  day date not null,
  reason jsonb not null default '{}',
  start_minutes int[] not null default '{}',
  end_minutes int[] not null default '{}',
  constraint schedule_exceptions_pk primary key (business_id, id),
  constraint schedule_exceptions_day unique (business_id, professional_id, day),
  constraint schedule_exceptions_parallel check (cardinality(start_minutes) = cardinality(end_minutes))
);
select app.protect('schedule_exceptions');
select app.distribute('schedule_exceptions', 'tenant');
alter table schedule_exceptions
  add constraint exceptions_professional foreign key (business_id, professional_id) references professionals (business_id, id);
