-- Stores the address at which customers reach the API. Returns whether it was another one before.
create or replace function registry.change_public_address(p_url text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_before text;
begin
  insert into registry.public_address (url) values ('')
  on conflict on constraint public_address_pk do nothing;
  select address.url into strict v_before from registry.public_address address for update;
  if v_before = p_url then
    return false;
  end if;
  update registry.public_address set url = p_url where only_row;
  return true;
end $$;

revoke all on function registry.change_public_address(text) from public;
grant execute on function registry.change_public_address(text) to silla_worker;
