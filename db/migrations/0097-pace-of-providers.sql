-- All workers together send a provider of messages no more than it accepts (jobs.reserve_pace).
set local citus.multi_shard_modify_mode = 'sequential';

set local role silla_worker;
create table jobs.paces (
  provider text not null,
  -- when the next message may be sent
  next_at timestamptz not null,
  constraint paces_pk primary key (provider)
);
set local role silla_owner;
