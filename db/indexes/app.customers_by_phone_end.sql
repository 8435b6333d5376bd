create index concurrently customers_by_phone_end on app.customers (business_id, phone_reversed, id) where phone_reversed is not null;
