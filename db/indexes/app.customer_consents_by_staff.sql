create index concurrently customer_consents_by_staff on app.customer_consents (business_id, staff_id) where staff_id is not null;
