-- The same as app.insert_audit_entry writes.
update app.audit_entries entry
set topic = due.topic, record_id = due.record_id
from (
  select id, topic,
    case when jsonb_typeof(detail -> name) = 'number' then (detail -> name)::bigint end as record_id
  from (
    select id, detail, split_part(action, '.', 1) as topic,
      case split_part(action, '.', 1)
        when 'calendars' then 'feedId'
        when 'recovery' then 'codeId'
        when 'waitlist' then 'entryId'
        when 'webhooks' then 'endpointId'
        else rtrim(split_part(action, '.', 1), 's') || 'Id'
      end as name
    from app.audit_entries where business_id = $1 and audit_entries.topic is null limit 1000) found) due
where entry.business_id = $1 and entry.id = due.id
