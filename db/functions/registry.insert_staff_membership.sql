-- Records that somebody with a confirmed email works at the transaction's business (D60).
create or replace function registry.insert_staff_membership(p_staff_id bigint, p_email_hash bytea)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into registry.staff_memberships (business_id, staff_id, email_hash)
  values (current_setting('app.business_id')::uuid, p_staff_id, p_email_hash)
  on conflict on constraint staff_memberships_pk do update set email_hash = excluded.email_hash;
end $$;

revoke all on function registry.insert_staff_membership(bigint, bytea) from public;
grant execute on function registry.insert_staff_membership(bigint, bytea) to silla_api, silla_admin;
