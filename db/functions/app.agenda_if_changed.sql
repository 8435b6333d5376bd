-- The agenda of some days (app.read_agenda), unless its state is the one that the caller knows (D69). The
-- first row is 'state' with [catalogVersion, position, state]; the others follow when the state is
-- another one, or none is known.
--
-- The state is read first: what is written meanwhile may be among the rows, and has a later state and a
-- later position, so that a reader who continues from the position misses nothing. It is the state of the
-- whole salon (app.agenda_state), so that it takes a few look-ups, whatever the days contain.
create or replace function app.agenda_if_changed(
  p_business_id uuid, p_from timestamptz, p_before timestamptz, p_since timestamptz,
  p_touched timestamptz, p_blocked_since timestamptz, p_professional_id bigint,
  p_shows_contacts boolean, p_shows_notes boolean, p_now timestamptz, p_known text)
returns table (kind text, content text)
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_catalog_version bigint;
  v_position bigint;
  v_state text;
  v_is_known boolean;
begin
  select found.catalog_version, found."position",
    found.catalog_version || ' ' || found.events || ' ' || found.others
  into v_catalog_version, v_position, v_state
  from app.agenda_state(p_business_id, p_now) found;
  if v_state is null then
    return;
  end if;
  kind := 'state';
  content := json_build_array(v_catalog_version, v_position, v_state);
  return next;
  v_is_known := v_state is not distinct from p_known;
  if v_is_known then
    return;
  end if;
  return query
  select part.kind, part.content
  from app.read_agenda(
    p_business_id, p_from, p_before, p_since, p_touched, p_blocked_since, p_professional_id,
    p_shows_contacts, p_shows_notes, p_now) part;
end $$;
