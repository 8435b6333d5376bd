import { test } from 'node:test'
import { assertNoRows } from './assert-no-rows.ts'

// The rules of Supabase's database linter (github.com/supabase/splinter) that apply to plain
// PostgreSQL, over the three schemas of Silla. 0003 (auth_rls_initplan) is
// test/isolation/policy-cost.test.ts instead, see decision 0019; 0013, 0028 and 0029 are in
// schema-rules.test.ts. graphile-worker's own objects are left out.

const schemas = `('app'::regnamespace, 'registry'::regnamespace, 'jobs'::regnamespace)`
const tables = `(select oid, relnamespace, relrowsecurity, oid::regclass::text as name from pg_class
  where relkind in ('r', 'p') and relnamespace in ${schemas}
    and (relnamespace <> 'jobs'::regnamespace or relname in ('outbox', 'workers')))`

test('unindexed_foreign_keys (0001): every foreign key has an index to find its rows by', () =>
  assertNoRows(
    `select c.conname as name from pg_constraint c join ${tables} t on t.oid = c.conrelid
   where c.contype = 'f' and not exists (
     select from pg_index i where i.indrelid = c.conrelid
       and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] = c.conkey)`,
    'create index on (business_id, x_id, ...)',
  ))

test('no_primary_key (0004): every table has a primary key', () =>
  assertNoRows(
    `select name from ${tables} t
   where not exists (select from pg_index i where i.indrelid = t.oid and i.indisprimary)`,
    'constraint <table>_pk primary key (...)',
  ))

test('multiple_permissive_policies (0006): one policy decides for each role', () =>
  assertNoRows(
    `select t.name || ' ' || role::regrole from ${tables} t
   join pg_policy p on p.polrelid = t.oid cross join unnest(p.polroles) as role
   group by t.name, role having count(*) > 1`,
    'PostgreSQL evaluates all of them for every row; write one condition',
  ))

test('policy_exists_rls_disabled (0007), rls_enabled_no_policy (0008): a table has both or neither', () =>
  assertNoRows(
    `select name from ${tables} t
   where t.relrowsecurity <> exists (select from pg_policy p where p.polrelid = t.oid)`,
    'call app.protect',
  ))

test('duplicate_index (0009): no two indexes are the same', () =>
  assertNoRows(
    `select string_agg(i.indexrelid::regclass::text, ', ') as name from pg_index i join ${tables} t on t.oid = i.indrelid
   group by i.indrelid, replace(pg_get_indexdef(i.indexrelid), split_part(i.indexrelid::regclass::text, '.', 2), '')
   having count(*) > 1`,
    'drop one of them',
  ))

test('security_definer_view (0010), materialized_view_in_api (0016), foreign_table_in_api (0017): only tables', () =>
  assertNoRows(
    `select oid::regclass::text as name from pg_class
   where relkind in ('v', 'm', 'f') and relnamespace in ('app'::regnamespace, 'registry'::regnamespace)`,
    'a view reads with the rights of its owner, for whom the maintenance policy allows every row',
  ))

test('function_search_path_mutable (0011): every function has a fixed search path', () =>
  assertNoRows(
    `select p.oid::regprocedure::text as name from pg_proc p
   where (p.pronamespace in ('app'::regnamespace, 'registry'::regnamespace)
       or p.pronamespace::regnamespace || '.' || p.proname in (select name from registry.functions_applied))
     and not coalesce(p.proconfig, '{}') @> array['search_path=pg_catalog, pg_temp']`,
    'language plpgsql set search_path = pg_catalog, pg_temp',
  ))

test('extension_in_public (0014): extensions are outside the schema public and those of tables', () =>
  assertNoRows(
    `select extname::text as name from pg_extension
   where extnamespace in ('public'::regnamespace, 'app'::regnamespace, 'registry'::regnamespace, 'jobs'::regnamespace)`,
    'see db/src/setup/schemas.ts',
  ))

test('unsupported_reg_types (0018): no column refers to the catalogue, which pg_upgrade renumbers', () =>
  assertNoRows(
    `select t.name || '.' || a.attname as name from ${tables} t join pg_attribute a on a.attrelid = t.oid
   where a.attnum > 0 and a.atttypid::regtype::text ~ '^reg' and a.atttypid <> 'regclass'::regtype`,
    'store the name as text',
  ))

test('rls_policy_always_true (0024): only the owner has a policy that allows every row', () =>
  assertNoRows(
    `select t.name || ' ' || p.polname as name from ${tables} t join pg_policy p on p.polrelid = t.oid
   where p.polroles <> array['silla_owner'::regrole::oid]
     and ('true' in (pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))
       or p.polqual is null or p.polwithcheck is null)`,
    'call app.protect',
  ))
