-- A dispute that was closed can be opened again by an appeal, so that reports are ordered by when the
-- processor made them. A bank's inquiry is no dispute: the salon is notified once.
set local citus.multi_shard_modify_mode = 'sequential';

-- null: recorded by release 0.2.0, which has only the time at which it received the report
alter table disputes add column reported_at timestamptz;

create table inquiries (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  payment_id bigint not null,
  -- of the dispute that it may become
  dispute_ref text not null,
  created_at timestamptz not null,
  constraint inquiries_pk primary key (business_id, id),
  constraint inquiries_ref unique (business_id, dispute_ref)
);
select app.protect('inquiries');
select app.distribute('inquiries', 'tenant');
alter table inquiries
  add constraint inquiries_payment foreign key (business_id, payment_id) references payments (business_id, id);
create index inquiries_by_payment on inquiries (business_id, payment_id);
