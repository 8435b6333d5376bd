-- What the salon writes about a customer, and what the customer has agreed to (D74). An allergy is health
-- data: its text is encrypted with a key that is not in the database.
set local citus.multi_shard_modify_mode = 'sequential';

create table customer_notes (
  business_id uuid not null,
  -- random, and chosen before the row is written: the encryption of a text is bound to it
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  customer_id bigint not null,
  kind text not null,
  body text,
  sealed_body bytea,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint customer_notes_pk primary key (business_id, id),
  constraint customer_notes_kind check (kind in ('note', 'formula', 'preference', 'allergy')),
  constraint customer_notes_body check (
    num_nonnulls(body, sealed_body) = 1 and (kind = 'allergy') = (sealed_body is not null))
);
select app.protect('customer_notes');
select app.distribute('customer_notes', 'tenant');
alter table customer_notes
  add constraint customer_notes_customer foreign key (business_id, customer_id) references customers (business_id, id);
create index customer_notes_by_customer on customer_notes (business_id, customer_id, created_at);

-- The latest one of a kind counts; the earlier ones prove what was agreed to before.
create table customer_consents (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  customer_id bigint not null,
  kind text not null,
  granted boolean not null,
  means text not null,
  wording text not null,
  recorded_at timestamptz not null,
  -- orders those of one instant
  ordinal int not null,
  constraint customer_consents_pk primary key (business_id, id),
  constraint customer_consents_ordinal unique (business_id, customer_id, kind, ordinal),
  constraint customer_consents_kind check (kind in ('marketing', 'health')),
  constraint customer_consents_means check (means in ('in_person', 'paper', 'phone', 'email', 'online'))
);
select app.protect('customer_consents');
select app.distribute('customer_consents', 'tenant');
alter table customer_consents
  add constraint customer_consents_customer foreign key (business_id, customer_id) references customers (business_id, id);
