-- Reserves the next p_messages places at a provider of messages, which accepts p_per_second, and returns in how
-- many milliseconds the first of them is; the others follow at even intervals. All workers reserve from one row.
create or replace function jobs.reserve_pace(
  p_provider text, p_messages int, p_per_second double precision)
returns double precision language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_now timestamptz := clock_timestamp();
  v_length interval := make_interval(secs => p_messages / p_per_second);
  v_next timestamptz;
begin
  insert into jobs.paces (provider, next_at)
  values (p_provider, v_now + v_length)
  on conflict on constraint paces_pk do update
  set next_at = greatest(paces.next_at, v_now) + v_length
  returning next_at into v_next;
  return greatest(0, extract(epoch from v_next - v_length - v_now) * 1000);
end $$;
