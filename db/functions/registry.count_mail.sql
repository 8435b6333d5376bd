-- Counts an email to a recipient, caused by a client address: both within the last hour, over all
-- salons. Returns null, or when it may be sent if there were as many as allowed; it is then not counted
-- unless p_anyway. Those who reach a limit are announced to the API (registry.blocked_mails).
--
-- p_recipient: as in packages/core/src/notifications/mail-keys.ts
-- p_client_hash: of the client address, as registry.blocked_mails hashes; null: not known
create or replace function registry.count_mail(
  p_recipient text, p_per_recipient int, p_client_hash bytea, p_per_client int, p_anyway boolean,
  p_now timestamptz)
returns timestamptz language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_hour_ago timestamptz := p_now - interval '1 hour';
  v_hashes bytea[];
  v_limits int[];
  v_sent timestamptz[];
  v_blocked timestamptz;
  v_until timestamptz;
begin
  -- rows are locked in the order of their hashes
  select array_agg(counted.hash order by counted.hash),
    array_agg(counted.per_hour order by counted.hash)
  into v_hashes, v_limits
  from (
    select sha256(key.key || convert_to(p_recipient, 'UTF8')), p_per_recipient
    from registry.mail_hash_keys key
    union all
    select p_client_hash, p_per_client where p_client_hash is not null) as counted (hash, per_hour);

  for v_place in 1 .. cardinality(v_hashes) loop
    insert into registry.mail_counts (key_hash, sent_at) values (v_hashes[v_place], '{}')
    on conflict on constraint mail_counts_pk do nothing;
    select count.sent_at into strict v_sent
    from registry.mail_counts count where count.key_hash = v_hashes[v_place]
    for update;
    v_sent := array(select one.at from unnest(v_sent) as one (at)
      where one.at > v_hour_ago order by one.at);
    v_until := greatest(v_until,
      v_sent[cardinality(v_sent) - v_limits[v_place] + 1] + interval '1 hour');
  end loop;
  if v_until is not null and not p_anyway then
    return v_until;
  end if;

  for v_place in 1 .. cardinality(v_hashes) loop
    select count.sent_at into strict v_sent
    from registry.mail_counts count where count.key_hash = v_hashes[v_place];
    -- so that a row stays small, whatever has to be sent
    v_sent := array(select one.at from unnest(v_sent || p_now) as one (at)
      where one.at > v_hour_ago order by one.at desc limit greatest(100, v_limits[v_place]));
    v_sent := array(select one.at from unnest(v_sent) as one (at) order by one.at);
    v_blocked := v_sent[cardinality(v_sent) - v_limits[v_place] + 1] + interval '1 hour';
    update registry.mail_counts set sent_at = v_sent, blocked_until = greatest(blocked_until, v_blocked)
    where key_hash = v_hashes[v_place];
    if v_blocked is not null then
      perform pg_notify('silla_mails', encode(v_hashes[v_place], 'hex') || ' '
        || floor(extract(epoch from v_blocked) * 1000)::bigint);
    end if;
  end loop;
  return null;
end $$;

revoke all on function registry.count_mail(text, int, bytea, int, boolean, timestamptz) from public;
grant execute on function registry.count_mail(text, int, bytea, int, boolean, timestamptz)
  to silla_worker;
