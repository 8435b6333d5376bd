-- Stores a code for an email address that may be nobody's (D61). Returns null, or when the next code may
-- be requested; it is then not stored.
--
-- p_email_hashes: the current one first
-- p_client_hash: null when the client address is not known
create or replace function registry.insert_staff_code(
  p_public_id uuid, p_email_hashes bytea[], p_code_hash bytea, p_client_hash bytea,
  p_per_client int, p_per_email int, p_now timestamptz, p_expires_at timestamptz)
returns timestamptz language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_hour_ago timestamptz := p_now - interval '1 hour';
  v_of_client timestamptz[];
  v_of_email timestamptz[];
  v_retry_at timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended(encode(p_email_hashes[1], 'hex'), 0));
  select array_agg(code.sent_at order by code.sent_at)
      filter (where code.client_hash is not distinct from p_client_hash),
    array_agg(code.sent_at order by code.sent_at)
  into v_of_client, v_of_email
  from registry.staff_codes code
  where code.email_hash = any (p_email_hashes) and code.sent_at > v_hour_ago;
  v_retry_at := greatest(
    v_of_client[cardinality(v_of_client) - p_per_client + 1],
    v_of_email[cardinality(v_of_email) - p_per_email + 1]) + interval '1 hour';
  if v_retry_at is not null then
    return v_retry_at;
  end if;
  insert into registry.staff_codes (
    public_id, email_hash, code_hash, client_hash, sent_at, expires_at)
  values (
    p_public_id, p_email_hashes[1], p_code_hash, p_client_hash, p_now, p_expires_at);
  return null;
end $$;

revoke all on function registry.insert_staff_code(
  uuid, bytea[], bytea, bytea, int, int, timestamptz, timestamptz) from public;
grant execute on function registry.insert_staff_code(
  uuid, bytea[], bytea, bytea, int, int, timestamptz, timestamptz) to silla_api;
