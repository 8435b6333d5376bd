-- Somebody no longer works at the transaction's business (D66).
create or replace function registry.delete_staff_membership(p_staff_id bigint)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from registry.staff_memberships member
  where member.business_id = current_setting('app.business_id')::uuid
    and member.staff_id = p_staff_id;
end $$;

revoke all on function registry.delete_staff_membership(bigint) from public;
grant execute on function registry.delete_staff_membership(bigint) to silla_api, silla_admin;
