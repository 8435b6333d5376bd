-- Deletes the audit log of a salon where it is a copy that is not served (silla businesses move). Nobody else
-- deletes entries: those of a salon that is served, or was deleted, stay. Platform staff only.
create or replace function registry.delete_audit_copy(p_business_id uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (
    select from registry.business_moves moving
    where moving.business_id = p_business_id and moving.phase in ('arriving', 'returning'))
  then
    raise exception 'this salon is no copy' using errcode = '42501';
  end if;
  delete from app.audit_entries where business_id = p_business_id;
end $$;

revoke all on function registry.delete_audit_copy(uuid) from public;
grant execute on function registry.delete_audit_copy(uuid) to silla_admin;
