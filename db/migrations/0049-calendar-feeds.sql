-- Calendar feeds (D43): addresses at which calendar apps read the bookings of a salon, or of one of
-- its professionals.
set local citus.multi_shard_modify_mode = 'sequential';

create table calendar_feeds (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  -- null: of the whole salon
  professional_id bigint,
  created_at timestamptz not null,
  constraint calendar_feeds_pk primary key (business_id, id)
);
select app.protect('calendar_feeds');
select app.distribute('calendar_feeds', 'tenant');
alter table calendar_feeds
  add constraint calendar_feeds_business foreign key (business_id) references businesses (business_id);
alter table calendar_feeds
  add constraint calendar_feeds_professional foreign key (business_id, professional_id) references professionals (business_id, id);
create index calendar_feeds_by_professional on calendar_feeds (business_id, professional_id);

-- The feed that a token gives access to. A row is deleted with its feed.
create table registry.calendar_tokens (
  token_hash bytea not null,
  business_id uuid not null,
  feed_id bigint not null,
  constraint calendar_tokens_pk primary key (token_hash),
  constraint calendar_tokens_hash_length check (octet_length(token_hash) = 32)
);
select app.distribute('registry.calendar_tokens', 'reference');
alter table registry.calendar_tokens
  add constraint calendar_tokens_business foreign key (business_id) references registry.businesses (business_id);
create index calendar_tokens_by_feed on registry.calendar_tokens (business_id, feed_id);
grant select, insert, update, delete on registry.calendar_tokens to silla_admin;

-- How the entries of a calendar name the customers.
alter table business_settings add column calendar_names text not null default 'initials';
alter table business_settings
  add constraint settings_calendar_names check (calendar_names in ('initials', 'full'));
