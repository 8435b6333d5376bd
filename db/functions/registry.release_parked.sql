-- The businesses whose jobs have to return to the queue, because the command that moved them has ended without closing
-- them: the lock of silla businesses move is free. From now on the jobs are not parked.
create or replace function registry.release_parked() returns uuid[]
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_business_id uuid;
  v_released uuid[] := '{}';
begin
  for v_business_id in
    select moving.business_id from registry.business_moves moving
    where moving.jobs_parked and moving.phase = 'leaving' order by moving.business_id
  loop
    if pg_try_advisory_xact_lock_shared(hashtextextended(v_business_id::text, 93)) then
      update registry.business_moves set jobs_parked = false
      where business_id = v_business_id and phase = 'leaving';
      v_released := v_released || v_business_id;
    end if;
  end loop;
  return v_released;
end $$;

revoke all on function registry.release_parked() from public;
grant execute on function registry.release_parked() to silla_worker;
