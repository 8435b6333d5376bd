-- Returns the jobs of a business that does not move after all to the queue (jobs.park). It stays the tenant of
-- this transaction. Platform staff only.
create or replace function jobs.unpark(p_business_id uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform set_config('app.business_id', p_business_id::text, true);
  perform jobs.restore(coalesce((
    select jsonb_agg(parked.job order by parked.id)
    from jobs.parked parked
    where (parked.job -> 'payload' ->> 'businessId')::uuid = p_business_id), '[]'));
  delete from jobs.parked where (job -> 'payload' ->> 'businessId')::uuid = p_business_id;
end $$;

revoke all on function jobs.unpark(uuid) from public;
grant execute on function jobs.unpark(uuid) to silla_admin;
