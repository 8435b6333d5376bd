-- Records a change by staff or by a secret key in its transaction, which has set the tenant.
--
-- p_audit: {operator, action, detail, at} (AuditParam in db/src/queries/audit.ts); null, in SQL or JSON:
--   nothing is recorded. Without an operator it is that of the connection
-- p_more: what the detail contains besides
create or replace function app.insert_audit_entry(p_business_id uuid, p_audit jsonb, p_more jsonb)
returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if coalesce(p_audit, 'null') = 'null' then
    return;
  end if;
  insert into app.audit_entries (business_id, occurred_at, operator, action, detail)
  values (
    p_business_id, (p_audit ->> 'at')::timestamptz,
    coalesce(
      p_audit ->> 'operator', nullif(current_setting('app.operator', true), ''), current_user),
    p_audit ->> 'action', (p_audit -> 'detail') || coalesce(p_more, '{}'));
end $$;
