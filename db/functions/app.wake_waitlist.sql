-- Enqueues the offers to a salon's waitlist (D40), in the transaction that frees time or may free it.
-- Without live entries it reads one index and writes nothing. One job is enough for many causes: it
-- looks at all that is free when it runs.
--
-- p_from, p_to: the time that was freed; earlier offers of it do not count any more. Null: any time
create or replace function app.wake_waitlist(p_business_id uuid, p_from timestamptz, p_to timestamptz)
returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (
    select from app.waitlist_entries entry
    where entry.business_id = p_business_id and entry.state in ('waiting', 'offered')) then
    return;
  end if;
  update app.waitlist_offers set counts = false
  where business_id = p_business_id and counts and outcome is not null
    and (p_to is null or starts_at < p_to) and (p_from is null or ends_at > p_from);
  perform app.enqueue('match-waitlist', '{}', null, 'match-waitlist');
end $$;
