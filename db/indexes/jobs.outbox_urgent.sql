create index concurrently outbox_urgent on jobs.outbox (id) where priority < 0;
