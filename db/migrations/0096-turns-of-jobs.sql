-- Which businesses have jobs that are due: workers take one job of each in turn (jobs.take).
set local citus.multi_shard_modify_mode = 'sequential';

set local role silla_worker;
-- A row is added by jobs.relay and jobs.find_turns, and deleted by jobs.take when nothing is due any more. It is
-- a note of where to look: one too many costs a look, and one that is missing is added by jobs.find_turns.
create table jobs.turns (
  task_id int not null,
  priority smallint not null,
  -- as jobs.party returns it
  party text not null,
  constraint turns_pk primary key (task_id, priority, party)
);
set local role silla_owner;
