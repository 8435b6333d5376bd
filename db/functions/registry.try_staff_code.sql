-- Counts a try of a code before it is compared. The outcome is 'tried', or why it may not be: 'unknown',
-- also when it was used, 'expired', 'exhausted'.
--
-- p_tries: how many one code allows
-- p_extra_tries: how many all codes of an email allow within an hour beyond the first one of each
create or replace function registry.try_staff_code(
  p_public_id uuid, p_tries int, p_extra_tries int, p_now timestamptz)
returns table (outcome text, email_hash bytea, code_hash bytea)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_code record;
  v_extra int;
begin
  select code.public_id, code.email_hash, code.code_hash, code.expires_at, code.tries, code.used_at
  into v_code from registry.staff_codes code
  where code.public_id = p_public_id for update;
  if v_code.public_id is null or v_code.used_at is not null then
    return query select 'unknown', null::bytea, null::bytea;
    return;
  end if;
  if v_code.expires_at <= p_now then
    return query select 'expired', null::bytea, null::bytea;
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(encode(v_code.email_hash, 'hex'), 0));
  select coalesce(sum(greatest(code.tries - 1, 0)), 0) into v_extra
  from registry.staff_codes code
  where code.email_hash = v_code.email_hash and code.sent_at > p_now - interval '1 hour';
  if v_code.tries >= p_tries or (v_code.tries > 0 and v_extra >= p_extra_tries) then
    return query select 'exhausted', null::bytea, null::bytea;
    return;
  end if;
  update registry.staff_codes code set tries = code.tries + 1 where code.public_id = p_public_id;
  return query select 'tried', v_code.email_hash, v_code.code_hash;
end $$;

revoke all on function registry.try_staff_code(uuid, int, int, timestamptz) from public;
grant execute on function registry.try_staff_code(uuid, int, int, timestamptz) to silla_api;
