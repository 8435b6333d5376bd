-- Where the salon is served now that an API key, or an address with a token, belonged to; nothing for others.
-- One of the few look-ups that run before a tenant is known.
create or replace function registry.find_moved_hash(p_token_hash bytea) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return coalesce(
    (select moved.url
      from registry.moved_hashes known
      join registry.moved_businesses moved on moved.business_id = known.business_id
      where known.token_hash = p_token_hash),
    (select moving.url
      from registry.api_keys key
      join registry.business_moves moving on moving.business_id = key.business_id
      where key.key_hash = p_token_hash and key.revoked_at is null and moving.phase = 'left'),
    (select moving.url
      from registry.calendar_tokens token
      join registry.business_moves moving on moving.business_id = token.business_id
      where token.token_hash = p_token_hash and moving.phase = 'left'));
end $$;

revoke all on function registry.find_moved_hash(bytea) from public;
grant execute on function registry.find_moved_hash(bytea) to silla_api;
