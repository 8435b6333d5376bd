-- The business that a processor account belongs to. Used for incoming events, before a tenant is
-- known; the account is the only reliable reference to the business in an event (D23).
create or replace function registry.find_processor_account(p_account_ref text)
returns table (
  business_id uuid, slug text, mode text, status text, disconnected_at timestamptz,
  clock_offset_milliseconds bigint)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select account.business_id, business.slug, business.mode, business.status,
      account.disconnected_at, business.clock_offset_milliseconds
    from registry.processor_accounts account
    join registry.businesses business on business.business_id = account.business_id
    where account.account_ref = p_account_ref;
end $$;

revoke all on function registry.find_processor_account(text) from public;
grant execute on function registry.find_processor_account(text)
  to silla_api, silla_worker, silla_admin;
