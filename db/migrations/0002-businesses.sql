-- A salon: who it is, the rules it books by, when it is open.
set local citus.multi_shard_modify_mode = 'sequential';

create table businesses (
  business_id uuid not null,
  catalog_version bigint not null default 1,
  name text not null,
  description jsonb not null default '{}',
  email text not null default '',
  phone text not null default '',
  street text not null default '',
  city text not null default '',
  postal_code text not null default '',
  country text not null,
  latitude double precision,
  longitude double precision,
  logo_url text not null default '',
  cover_url text not null default '',
  instagram text not null default '',
  facebook text not null default '',
  website text not null default '',
  created_at timestamptz not null,
  constraint businesses_pk primary key (business_id),
  constraint businesses_country check (country ~ '^[A-Z]{2}$'),
  constraint businesses_latitude check (latitude between -90 and 90),
  constraint businesses_longitude check (longitude between -180 and 180)
);
select app.protect('businesses');
select app.distribute('businesses', 'tenant');

create table business_settings (
  business_id uuid not null,
  currency text not null,
  timezone text not null,
  main_language text not null,
  accepts_online_payments boolean not null default false,
  requires_prepayment boolean not null default false,
  confirms_by_hand boolean not null default false,
  cancellation_hours int not null default 24,
  points_enabled boolean not null default false,
  phone_required boolean not null default false,
  slot_interval_minutes int not null default 15,
  horizon_days int not null default 90,
  notice_minutes int not null default 0,
  constraint business_settings_pk primary key (business_id),
  constraint settings_currency check (currency in ('EUR', 'USD', 'GBP', 'AED')),
  constraint settings_language check (main_language in ('es', 'en', 'ar')),
  constraint settings_cancellation_hours check (cancellation_hours between 0 and 8760),
  constraint settings_slot_interval check (slot_interval_minutes in (15, 30)),
  constraint settings_horizon check (horizon_days between 1 and 365),
  constraint settings_notice check (notice_minutes between 0 and 525600)
);
select app.protect('business_settings');
select app.distribute('business_settings', 'tenant');
alter table business_settings add constraint settings_business foreign key (business_id) references businesses (business_id);

-- A weekday (1 Monday .. 7 Sunday) without a row is closed. Minutes count from local midnight; 1440 ends the day.
create table opening_hours (
  business_id uuid not null,
  id bigint generated always as identity (cache 32),
  weekday int not null,
  opens_minute int not null,
  closes_minute int not null,
  break_start_minute int,
  break_end_minute int,
  constraint opening_hours_pk primary key (business_id, id),
  constraint opening_hours_weekday unique (business_id, weekday),
  constraint opening_hours_weekday_range check (weekday between 1 and 7),
  constraint opening_hours_span check (0 <= opens_minute and opens_minute < closes_minute and closes_minute <= 1440),
  constraint opening_hours_break check (
    (break_start_minute is null and break_end_minute is null)
    or (break_start_minute is not null and break_end_minute is not null
        and opens_minute < break_start_minute and break_start_minute < break_end_minute and break_end_minute < closes_minute))
);
select app.protect('opening_hours');
select app.distribute('opening_hours', 'tenant');
alter table opening_hours add constraint opening_hours_business foreign key (business_id) references businesses (business_id);

-- Without minutes the whole day is closed.
create table closing_days (
  business_id uuid not null,
  id bigint generated always as identity (cache 32),
  day date not null,
  reason jsonb not null default '{}',
  from_minute int,
  to_minute int,
  constraint closing_days_pk primary key (business_id, id),
  constraint closing_days_span check (
    (from_minute is null and to_minute is null)
    or (from_minute is not null and to_minute is not null and 0 <= from_minute and from_minute < to_minute and to_minute <= 1440))
);
select app.protect('closing_days');
select app.distribute('closing_days', 'tenant');
alter table closing_days add constraint closing_days_business foreign key (business_id) references businesses (business_id);
create index closing_days_by_day on closing_days (business_id, day);

-- When a key was last seen, apart from the key itself: the registry has no hot columns.
create table api_key_uses (
  business_id uuid not null,
  id bigint generated always as identity (cache 32),
  key_id uuid not null,
  last_used_at timestamptz not null,
  constraint api_key_uses_pk primary key (business_id, id),
  constraint api_key_uses_key unique (business_id, key_id)
);
select app.protect('api_key_uses');
select app.distribute('api_key_uses', 'tenant');
alter table api_key_uses add constraint api_key_uses_business foreign key (business_id) references businesses (business_id);
