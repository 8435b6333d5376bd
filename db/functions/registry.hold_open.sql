-- Keeps a salon from being closed for writing until this transaction ends; false when it is closed: the
-- lock is held by the command that moves it, or it has left, or is a copy that is not served yet.
create or replace function registry.hold_open(p_business_id uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- before the look-up, whose snapshot has to be taken with the lock
  if not pg_try_advisory_xact_lock_shared(hashtextextended(p_business_id::text, 92)) then
    return false;
  end if;
  return not exists (
    select from registry.business_moves moving
    where moving.business_id = p_business_id and moving.phase <> 'leaving');
end $$;

revoke all on function registry.hold_open(uuid) from public;
grant execute on function registry.hold_open(uuid) to silla_api, silla_worker, silla_admin;
