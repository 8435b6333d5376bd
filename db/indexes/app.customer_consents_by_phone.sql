create index concurrently customer_consents_by_phone on app.customer_consents (business_id, phone) where phone <> '';
