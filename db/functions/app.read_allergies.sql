-- The encrypted allergies of a customer, the oldest first, and an entry in the audit log that they were
-- read: the one is not possible without the other (D74).
--
-- p_audit: as p_audit of app.insert_audit_entry, with an operator
create or replace function app.read_allergies(
  p_business_id uuid, p_customer_id bigint, p_audit jsonb)
returns table (id bigint, sealed_body bytea, created_at timestamptz, updated_at timestamptz)
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if coalesce(p_audit, 'null') = 'null' then
    raise exception 'health data is not read without an entry in the audit log';
  end if;
  perform app.set_business(p_business_id);
  perform app.insert_audit_entry(p_business_id, p_audit, null);
  return query
    select note.id, note.sealed_body, note.created_at, note.updated_at
    from app.customer_notes note
    where note.business_id = p_business_id and note.customer_id = p_customer_id
      and note.kind = 'allergy'
    order by note.created_at, note.id;
end $$;
