-- Access of platform staff to a salon, for an hour, approved by an owner (D66).
set local citus.multi_shard_modify_mode = 'sequential';

create table support_accesses (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  -- the operator, as in the audit log
  requested_by text not null,
  reason text not null,
  can_write boolean not null,
  -- without an approval
  is_emergency boolean not null,
  requested_at timestamptz not null,
  approved_at timestamptz,
  -- null: not approved, or an emergency
  approved_by bigint,
  refused_at timestamptz,
  refused_by bigint,
  -- of the request, then of the access
  expires_at timestamptz not null,
  -- SHA-256 of the token; null: not issued yet
  token_hash bytea,
  entered_at timestamptz,
  ended_at timestamptz,
  -- the member of staff; null: not ended, or by an operator
  ended_by bigint,
  constraint support_accesses_pk primary key (business_id, id),
  constraint support_accesses_token unique (business_id, token_hash),
  constraint support_accesses_length check (octet_length(token_hash) = 32)
);
select app.protect('support_accesses');
select app.distribute('support_accesses', 'tenant');
revoke insert, delete on support_accesses from silla_api, silla_worker;
alter table support_accesses
  add constraint support_accesses_approver foreign key (business_id, approved_by) references staff (business_id, id);
alter table support_accesses
  add constraint support_accesses_refuser foreign key (business_id, refused_by) references staff (business_id, id);
alter table support_accesses
  add constraint support_accesses_ender foreign key (business_id, ended_by) references staff (business_id, id);
alter table support_accesses
  add constraint support_accesses_business foreign key (business_id) references businesses (business_id);
create index support_accesses_by_time on support_accesses (business_id, requested_at, id);
create index support_accesses_by_approver on support_accesses (business_id, approved_by);
create index support_accesses_by_refuser on support_accesses (business_id, refused_by);
create index support_accesses_by_ender on support_accesses (business_id, ended_by);
