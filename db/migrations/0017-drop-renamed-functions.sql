-- These functions have been renamed. `silla db migrate` creates functions from their files, but it
-- does not drop a function whose file is gone.
set local citus.multi_shard_modify_mode = 'sequential';

drop function if exists app.begin_attempt, app.booking_obstacle, app.examine_books,
  app.examine_businesses, app.examine_money, registry.forget_webhook;

set local role silla_worker;
drop function if exists jobs.examine, jobs.forget;
set local role silla_owner;

delete from registry.functions_applied
where name in (
  'app.begin_attempt', 'app.booking_obstacle', 'app.examine_books', 'app.examine_businesses',
  'app.examine_money', 'registry.forget_webhook', 'jobs.examine', 'jobs.forget');
