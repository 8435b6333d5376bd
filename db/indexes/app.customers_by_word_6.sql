create index concurrently customers_by_word_6 on app.customers (business_id, search_word_6, search_name, id) where search_word_6 is not null;
