-- The same as every statement that writes a name: also of customers whom a program of 0.2.0 has changed since.
update app.customers customer
set (
    search_name, search_word_2, search_word_3, search_word_4, search_word_5, search_word_6, phone_reversed
  ) = (select words.* from app.search_columns(customer.name, customer.phone) words)
from (
  select id from app.customers
  where business_id = $1 and (
    search_name is null or search_name <> app.search_name(name)
    or phone_reversed is distinct from nullif(reverse(phone), ''))
  limit 1000) due
where customer.business_id = $1 and customer.id = due.id
