-- Whether this is the first use of a code, which it becomes.
create or replace function registry.use_staff_code(p_public_id uuid, p_now timestamptz)
returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_used uuid;
begin
  update registry.staff_codes code set used_at = p_now
  where code.public_id = p_public_id and code.used_at is null
  returning code.public_id into v_used;
  return v_used is not null;
end $$;

revoke all on function registry.use_staff_code(uuid, timestamptz) from public;
grant execute on function registry.use_staff_code(uuid, timestamptz) to silla_api;
