-- In which salons somebody works, by the hashes of a confirmed email: one, or two while the pepper is
-- replaced. One of the few look-ups that run before a tenant is known. The status is that of registry.find_key.
create or replace function registry.find_staff_memberships(p_email_hashes bytea[])
returns table (business_id uuid, staff_id bigint, slug text, status text)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select membership.business_id, membership.staff_id, business.slug,
      case when moving.phase = 'arriving' then 'moving' else business.status end
    from registry.staff_memberships membership
    join registry.businesses business on business.business_id = membership.business_id
    left join registry.business_moves moving on moving.business_id = business.business_id
    where membership.email_hash = any (p_email_hashes) and coalesce(moving.phase not in ('left', 'returning'), true)
    order by business.slug
    limit 50;
end $$;

revoke all on function registry.find_staff_memberships(bytea[]) from public;
grant execute on function registry.find_staff_memberships(bytea[]) to silla_api;
