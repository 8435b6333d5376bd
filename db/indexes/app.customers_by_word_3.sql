create index concurrently customers_by_word_3 on app.customers (business_id, search_word_3, search_name, id) where search_word_3 is not null;
