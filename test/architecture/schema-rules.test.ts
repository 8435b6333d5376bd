import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  compareSchemas,
  expectedSchema,
  readSchema,
  schemaFile,
  schemaSqlOf,
  withoutFunctionFiles,
} from '@silla/db'
import { languages } from '@silla/locale'
import { testDatabase } from '../support/database.ts'
import { assertNoRows } from './assert-no-rows.ts'
import { sources } from './sources.ts'

// The rules of tenancy and of a distributed Postgres, read from the catalogue. A failure names what
// breaks the rule.

/** Keyed by the business alone: one row each. */
const rootTables = ['businesses', 'business_settings', 'consistency_checks', 'event_positions']

/** Their ids are those of a resource and of a customer. */
const sharedIdTables = ['professionals', 'resource_units', 'customer_accounts']

/** Only the database and platform staff see their ids, which are an order of insertion. */
const internalTables = [
  'api_key_uses',
  'audit_entries',
  'booking_lines',
  'booking_transitions',
  'claims',
  'closing_days',
  'events',
  'idempotency_keys',
  'opening_hours',
  'order_lines',
  'processor_accounts',
  'processor_customers',
  'processor_events',
  'professional_services',
  'refresh_tokens',
  'schedule_exceptions',
  'service_resource_types',
  'shifts',
  'sign_in_challenges',
  'sign_in_codes',
]

const rule = (title: string, offenders: string, howToFix: string) =>
  void test(title, () => assertNoRows(offenders, howToFix))

const tenantTables = `(select c.oid, c.relname from pg_class c where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition)`

const tenantTablesAndPartitions = tenantTables.replace(' and not c.relispartition', '')

test('there are tenant tables to look at', async () => {
  const { witness } = await testDatabase()
  const [row] = await witness.unsafe<{ count: number }[]>(
    `select count(*)::int as count from ${tenantTables} t`,
  )
  assert.ok((row?.count ?? 0) >= 17)
})

test('db/schema.json and db/schema.sql are what the migrations make', async () => {
  const { witness } = await testDatabase()
  const found = await readSchema(witness)
  const schema = withoutFunctionFiles(found)
  const howToFix = 'npm run schema, and commit db/schema.json and db/schema.sql'
  const differing = compareSchemas(expectedSchema(), found)
  assert.deepEqual(
    differing.map(({ object, part }) => `${object}: ${part}`),
    [],
    howToFix,
  )
  const text = readFileSync(schemaFile.replace(/json$/, 'sql'), 'utf8')
  assert.ok(text === schemaSqlOf(schema), howToFix)
})

rule(
  'every column of a language accepts exactly the languages of @silla/locale',
  `select a.attrelid::regclass || '.' || a.attname as name
   from pg_attribute a join pg_class c on c.oid = a.attrelid
   where c.relkind in ('r', 'p') and c.relnamespace in ('app'::regnamespace, 'registry'::regnamespace)
     and a.attname in ('language', 'main_language') and not exists (
       select from pg_constraint k where k.conrelid = a.attrelid and k.contype = 'c' and a.attnum = any(k.conkey)
         and pg_get_constraintdef(k.oid) like '%ARRAY[${languages.map((language) => `''${language}''::text`).join(', ')}]%')`,
  'replace its check constraint in a new migration (CONTRIBUTING.md, Adding a language)',
)

rule(
  'every table begins with business_id uuid not null',
  `select relname as name from ${tenantTables} t where not exists (
     select from pg_attribute a where a.attrelid = t.oid and a.attnum = 1
       and a.attname = 'business_id' and a.atttypid = 'uuid'::regtype and a.attnotnull)`,
  'make business_id uuid not null the first column',
)

rule(
  'row-level security is on and forced, with exactly the two policies of app.protect',
  `select t.relname as name from ${tenantTablesAndPartitions} t join pg_class c on c.oid = t.oid
   where not (c.relrowsecurity and c.relforcerowsecurity) or (
     select jsonb_object_agg(p.polname, jsonb_build_array(p.polcmd, p.polpermissive, pg_get_expr(p.polqual, p.polrelid),
       pg_get_expr(p.polwithcheck, p.polrelid), (select array_agg(r::regrole::text order by r::regrole::text) from unnest(p.polroles) r)))
     from pg_policy p where p.polrelid = t.oid) is distinct from jsonb_build_object(
       'tenant', jsonb_build_array('*', true, '(business_id = (current_setting(''app.business_id''::text))::uuid)',
         '(business_id = (current_setting(''app.business_id''::text))::uuid)', array['silla_admin', 'silla_api', 'silla_worker']),
       'maintenance', jsonb_build_array('*', true, 'true', 'true', array['silla_owner']))`,
  "call app.protect('table') right after create table, and make no policy by hand",
)

rule(
  'the primary key is (business_id, id), with the month where it is partitioned, or business_id where a business has one row',
  `select relname as name from ${tenantTables} t where (
     select array_agg(a.attname::text order by k.position) from pg_constraint c
     cross join unnest(c.conkey) with ordinality as k (attnum, position)
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum
     where c.conrelid = t.oid and c.contype = 'p')
   is distinct from case when relname in (${rootTables.map((name) => `'${name}'`)}) then array['business_id']
     when exists (select from pg_partitioned_table where partrelid = t.oid) then array['business_id', 'id', 'partition_month']
     else array['business_id', 'id'] end`,
  'primary key (business_id, id)',
)

rule(
  'every index, unique and exclusion constraint is led by business_id',
  `select i.indexrelid::regclass::text as name from ${tenantTables} t join pg_index i on i.indrelid = t.oid
   where (select a.attname from pg_attribute a where a.attrelid = i.indrelid and a.attnum = i.indkey[0]) is distinct from 'business_id'`,
  'put business_id first',
)

rule(
  'an exclusion compares business_id with =',
  `select c.conname as name from pg_constraint c join ${tenantTables} t on t.oid = c.conrelid
   where c.contype = 'x' and (select o.oprname from pg_operator o where o.oid = c.conexclop[1]) <> '='`,
  'exclude using gist (business_id with =, ...)',
)

rule(
  'every foreign key of a tenant table carries the tenant along and never sets it null',
  `select c.conname as name from pg_constraint c join ${tenantTables} t on t.oid = c.conrelid
   where c.contype = 'f' and (
     c.confrelid not in (select oid from ${tenantTables} x) or c.confdeltype = 'n' or c.confupdtype <> 'a'
     or (select attname from pg_attribute where attrelid = c.conrelid and attnum = c.conkey[1]) <> 'business_id'
     or (select attname from pg_attribute where attrelid = c.confrelid and attnum = c.confkey[1]) <> 'business_id')`,
  'foreign key (business_id, x_id) references xs (business_id, id)',
)

rule(
  'constraints are named by us, within 50 characters',
  `select c.conname as name from pg_constraint c join ${tenantTables} t on t.oid = c.conrelid
   where c.contype in ('c', 'f', 'u', 'x', 'p') and (length(c.conname) > 50 or c.conname ~ '_(check|fkey|pkey|excl)\\d*$')`,
  'write: constraint <name> check (...)',
)

rule(
  'ids are random, except those of internal tables, which are bigint identities with a cache of 32',
  `select t.relname::text as name from ${tenantTables} t
   join pg_attribute a on a.attrelid = t.oid and a.attname = 'id'
   left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
   left join pg_sequence s on s.seqrelid = pg_get_serial_sequence(t.oid::regclass::text, 'id')::regclass
   where t.relname not in (${sharedIdTables.map((name) => `'${name}'`)})
     and (a.atttypid <> 'bigint'::regtype or case when t.relname in (${internalTables.map((name) => `'${name}'`)})
       then a.attidentity <> 'a' or s.seqcache <> 32
       else a.attidentity <> '' or s.seqrelid is not null
         or pg_get_expr(d.adbin, d.adrelid) is distinct from
           '(1 + (((''x''::text || "right"((gen_random_uuid())::text, 12)))::bit(48))::bigint)' end)`,
  "id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint",
)

rule(
  'no triggers, no inheritance, no enums, no materialized views',
  `select t.tgname::text as name from pg_trigger t join ${tenantTables} x on x.oid = t.tgrelid where not t.tgisinternal
   union all select inhrelid::regclass::text from pg_inherits where inhrelid in (select oid from ${tenantTables} x)
   union all select typname::text from pg_type where typnamespace in ('app'::regnamespace, 'registry'::regnamespace) and typtype = 'e'
   union all select relname::text from pg_class where relkind = 'm'`,
  'use text with a check; announce changes with pg_notify; keep tables plain',
)

rule(
  'one owner holds everything, the running roles nothing',
  `select c.oid::regclass::text as name from pg_class c
   where c.relnamespace in ('app'::regnamespace, 'registry'::regnamespace) and c.relowner <> 'silla_owner'::regrole
   union all select p.oid::regprocedure::text from pg_proc p
   where p.pronamespace in ('app'::regnamespace, 'registry'::regnamespace) and p.proowner <> 'silla_owner'::regrole`,
  'create it as silla_migrator, which acts as silla_owner',
)

rule(
  'running roles may read and write rows and nothing more',
  `select g.table_name || ' ' || g.grantee || ' ' || g.privilege_type as name from information_schema.role_table_grants g
   where g.table_schema in ('app', 'registry') and g.grantee <> 'silla_owner' and (
     g.privilege_type not in ('SELECT', 'INSERT', 'UPDATE', 'DELETE')
     or g.grantee not in ('silla_api', 'silla_worker', 'silla_admin')
     or (g.table_schema = 'registry' and g.grantee <> 'silla_admin'))`,
  'grant only through app.protect; the registry is for silla_admin alone',
)

rule(
  'running roles have no way past row-level security',
  `select rolname::text as name from pg_roles r where rolname in ('silla_api', 'silla_worker', 'silla_admin') and (
     rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication
     or exists (select from pg_auth_members m where m.member = r.oid))`,
  'see db/src/setup/roles.ts',
)

rule(
  'functions are plpgsql, volatile unless updates write what they compute, their parameters begin with p_, and only the registry’s run as the owner, with a fixed path',
  `select p.oid::regprocedure::text as name from pg_proc p join pg_language l on l.oid = p.prolang
   where p.pronamespace in ('app'::regnamespace, 'registry'::regnamespace) and (
     l.lanname <> 'plpgsql' or (p.provolatile <> 'v' and p.proname not in ('search_columns', 'search_name'))
     or exists (select from unnest(p.proargnames[1:p.pronargs]) argument where argument !~ '^p_')
     or (p.prosecdef and (p.pronamespace <> 'registry'::regnamespace or p.proconfig is null or has_function_privilege('public', p.oid, 'execute'))))`,
  'see db/functions for examples',
)

rule(
  'the jobs are the worker’s alone: others reach them through functions that run as the worker, with a fixed path',
  `select c.oid::regclass::text as name from pg_class c where c.relnamespace = 'jobs'::regnamespace and c.relowner <> 'silla_worker'::regrole
   union all select g.table_name || ' ' || g.grantee from information_schema.role_table_grants g
   where g.table_schema = 'jobs' and g.grantee <> 'silla_worker'
   union all select p.oid::regprocedure::text from pg_proc p where p.pronamespace = 'jobs'::regnamespace and (
     p.proowner <> 'silla_worker'::regrole
     or (p.prosecdef and (p.proconfig is null or has_function_privilege('public', p.oid, 'execute'))))`,
  'see db/functions/jobs.enqueue.sql',
)

test('every kind of email may be stored', () => {
  const [source] = sources('db/src/types/mail.ts')
  const [insert] = sources('db/functions/app.insert_mail.sql')
  const [, kinds = ''] = /type MailKind =([\s\S]*?)\n\n/.exec(source?.text ?? '') ?? []
  const [, listed = ''] = /p_kind not in \(([\s\S]*?)\)/.exec(insert?.text ?? '') ?? []
  const namesIn = (text: string) => [...text.matchAll(/'(\w+)'/g)].map(([, name]) => name).sort()
  assert.deepEqual(namesIn(listed), namesIn(kinds), 'app.insert_mail lists the kinds of MailKind')
})
