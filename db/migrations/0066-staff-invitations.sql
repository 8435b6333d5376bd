-- Invitations of staff (D66).
set local citus.multi_shard_modify_mode = 'sequential';

-- The latest invitation of a person; a new one replaces it.
create table staff_invitations (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  staff_id bigint not null,
  token_hash bytea not null,
  expires_at timestamptz not null,
  -- null: it can still be accepted
  used_at timestamptz,
  constraint staff_invitations_pk primary key (business_id, id),
  constraint staff_invitations_person unique (business_id, staff_id),
  constraint staff_invitations_token unique (business_id, token_hash),
  constraint staff_invitations_length check (octet_length(token_hash) = 32)
);
select app.protect('staff_invitations');
select app.distribute('staff_invitations', 'tenant');
alter table staff_invitations
  add constraint staff_invitations_staff foreign key (business_id, staff_id) references staff (business_id, id);

-- As registry.staff_memberships has it, so that a lost membership can be restored; null: the email has
-- not been confirmed.
alter table staff add column email_hash bytea;
alter table staff add constraint staff_email_hash_length check (octet_length(email_hash) = 32);
