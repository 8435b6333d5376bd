-- Deletes the jobs of a deleted business and returns how many there were. A job that is running now
-- finds no data. Platform staff only.
create or replace function jobs.delete_for_business(p_business_id uuid) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_waiting int;
  v_queued int;
  v_parked int;
begin
  delete from jobs.outbox where (payload ->> 'businessId')::uuid = p_business_id;
  get diagnostics v_waiting = row_count;
  delete from jobs._private_jobs where (payload ->> 'businessId')::uuid = p_business_id;
  get diagnostics v_queued = row_count;
  delete from jobs.parked where (job -> 'payload' ->> 'businessId')::uuid = p_business_id;
  get diagnostics v_parked = row_count;
  return v_waiting + v_queued + v_parked;
end $$;

revoke all on function jobs.delete_for_business(uuid) from public;
grant execute on function jobs.delete_for_business(uuid) to silla_admin;
