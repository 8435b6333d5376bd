-- Takes away what is still to be done for a business that is deleted; how many jobs that was. One
-- that is running now finds nothing left to do it to. Only platform staff may ask.
create function jobs.forget(p_business_id uuid) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_asked int;
  v_queued int;
begin
  delete from jobs.outbox where (payload ->> 'businessId')::uuid = p_business_id;
  get diagnostics v_asked = row_count;
  delete from jobs._private_jobs where (payload ->> 'businessId')::uuid = p_business_id;
  get diagnostics v_queued = row_count;
  return v_asked + v_queued;
end $$;

revoke all on function jobs.forget(uuid) from public;
grant execute on function jobs.forget(uuid) to silla_admin;
