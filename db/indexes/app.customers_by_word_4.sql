create index concurrently customers_by_word_4 on app.customers (business_id, search_word_4, search_name, id) where search_word_4 is not null;
