-- Gives turns to businesses whose jobs are due and were moved to the queue one by one, as reminders
-- are: of jobs of the same priority the first one of each business runs before the second one of any
-- (jobs.relay does it for those that it moves together). Looks at p_at_most jobs that have no place yet
-- and changes nothing while they are few, because these run at once. Returns how many got a later
-- place: call it again until there are none. What a person waits for has no such place; it comes first.
create or replace function jobs.take_turns(p_at_most int) returns int
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_now timestamptz := clock_timestamp();
  v_few constant int := 100;
  v_moved int;
begin
  if (select count(*) from (
    select from jobs._private_jobs job
    where job.is_available and job.priority in (0, 1000) and job.run_at <= v_now
    limit v_few) due) < v_few
  then
    return 0;
  end if;
  with due as (
    select job.id, job.priority, job.run_at, job.payload ->> 'businessId' as business_id
    from jobs._private_jobs job
    where job.is_available and job.priority in (0, 1000) and job.run_at <= v_now
    order by job.priority, job.run_at limit p_at_most for update skip locked),
  placed as (
    select due.id, row_number() over (
      partition by due.business_id, due.priority order by due.run_at, due.id) - 1 as turn
    from due)
  update jobs._private_jobs job
  set priority = job.priority + least(placed.turn, 500)
  from placed where job.id = placed.id and placed.turn > 0;
  get diagnostics v_moved = row_count;
  return v_moved;
end $$;
