-- What prevents one more booking (app.customer_blocker) for the customer that p_constraints name, or
-- null.
create or replace function app.booking_blocker(
  p_business_id uuid, p_constraints jsonb, p_phone text, p_points int, p_now timestamptz)
returns text language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_requested_id bigint := (p_constraints ->> 'customerId')::bigint;
  v_email_key text := p_constraints ->> 'emailKey';
  v_customer jsonb;
begin
  perform app.set_tenant(p_business_id);
  if v_requested_id is not null then
    select to_jsonb(customer) into v_customer
    from app.customers customer
    where customer.business_id = p_business_id and customer.id = v_requested_id;
  else
    select to_jsonb(customer) into v_customer
    from app.customers customer
    where customer.business_id = p_business_id and customer.email_key = v_email_key;
  end if;
  if v_customer ->> 'merged_into' is not null then
    select to_jsonb(customer) into v_customer
    from app.customers customer
    where customer.business_id = p_business_id
      and customer.id = (v_customer ->> 'merged_into')::bigint;
  end if;
  return app.customer_blocker(
    p_business_id, p_constraints, v_customer, p_phone, p_points, p_now);
end $$;
