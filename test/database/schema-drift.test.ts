import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrate, openPool, schemaDrift } from '@silla/db'
import { checkDrift } from '../../cli/src/doctor/check-drift.ts'
import { atEnd } from '../support/at-end.ts'
import { testDatabase } from '../support/database.ts'

const { admin, urls } = await testDatabase()
const migrator = openPool({ url: urls.migrator, max: 1, name: 'silla-test-migrator' })
const superuser = openPool({ url: urls.prepare, max: 1, name: 'silla-test-superuser' })
atEnd(() => Promise.all([migrator.end({ timeout: 1 }), superuser.end({ timeout: 1 })]))

/** What somebody does to the database, what the doctor names, and for what is lost how it comes back. */
const changes: [statements: string, found: string, undo?: string][] = [
  [
    'alter table claims drop constraint claims_no_overlap',
    'app.claims: constraint claims_no_overlap',
  ],
  [
    'alter table booking_lines drop constraint lines_booking',
    'app.booking_lines: constraint lines_booking',
  ],
  [
    'alter table bookings drop constraint bookings_money',
    'app.bookings: constraint bookings_money',
  ],
  ['alter table bookings drop constraint bookings_code', 'app.bookings: constraint bookings_code'],
  [
    'alter table api_key_uses drop constraint api_key_uses_pk',
    'app.api_key_uses: constraint api_key_uses_pk',
  ],
  [
    'alter table bookings drop constraint bookings_span, add constraint bookings_span check (starts_at <= ends_at)',
    'app.bookings: constraint bookings_span',
  ],
  [
    'alter table bookings drop constraint bookings_span, add constraint bookings_span check (starts_at < ends_at) not valid',
    'app.bookings: constraint bookings_span',
  ],
  [
    'alter table bookings add constraint short_names check (length(contact_name) < 9)',
    'app.bookings: constraint short_names',
  ],
  ['drop index bookings_by_start', 'app.bookings: index bookings_by_start'],
  [
    'drop index bookings_by_phone; create index bookings_by_phone on bookings (business_id)',
    'app.bookings: index bookings_by_phone',
  ],
  [
    'create unique index one_name on bookings (business_id, contact_name)',
    'app.bookings: index one_name',
  ],
  [
    'drop index registry.processor_accounts_connected',
    'registry.processor_accounts: index processor_accounts_connected',
  ],
  [
    'set role silla_worker; drop index jobs.jobs_failed; set role silla_owner',
    'jobs._private_jobs: index jobs_failed',
  ],
  ['alter table bookings alter column language drop default', 'app.bookings: column language'],
  ["alter table bookings alter column language set default 'en'", 'app.bookings: column language'],
  [
    'alter table bookings alter column contact_name drop not null',
    'app.bookings: column contact_name',
  ],
  ['alter table bookings alter column expires_at set not null', 'app.bookings: column expires_at'],
  [
    'alter table bookings alter column contact_name type varchar(20)',
    'app.bookings: column contact_name',
  ],
  ['alter table mails add column sender text not null', 'app.mails: column sender'],
  [
    'alter table bookings drop column cancel_reason',
    'app.bookings: column cancel_reason',
    'alter table bookings add column cancel_reason text',
  ],
  [
    'alter table bookings rename column notes to remarks',
    'app.bookings: column notes, app.bookings: column remarks',
    'alter table bookings rename column remarks to notes; alter table bookings alter column notes set not null',
  ],
  [
    'alter table blocks rename to old_blocks',
    'app.blocks: column business_id',
    'alter table old_blocks rename to blocks',
  ],
  ['alter table idempotency_keys set unlogged', 'app.idempotency_keys: persistence'],
  [
    'alter table claims alter column id drop identity',
    'app.claims: column id, app.claims_id_seq: grant silla_admin, app.claims_id_seq: grant silla_api, ' +
      'app.claims_id_seq: grant silla_worker',
  ],
  ['drop policy tenant on bookings', 'app.bookings: policy tenant'],
  ['alter policy tenant on customers using (true)', 'app.customers: policy tenant'],
  ['create policy everybody on payments using (true)', 'app.payments: policy everybody'],
  ['alter table bookings disable row level security', 'app.bookings: row security'],
  ['alter table bookings no force row level security', 'app.bookings: row security'],
  ['alter table registry.api_keys enable row level security', 'registry.api_keys: row security'],
  ['revoke insert on bookings from silla_api', 'app.bookings: grant silla_api'],
  ['revoke all on bookings from silla_worker', 'app.bookings: grant silla_worker'],
  ['grant delete on registry.api_keys to silla_api', 'registry.api_keys: grant silla_api'],
  ['grant select (contact_email) on bookings to public', 'app.bookings: grant public'],
  ['revoke usage on schema registry from silla_api', 'schema registry: grant silla_api'],
  ['revoke usage on sequence claims_id_seq from silla_api', 'app.claims_id_seq: grant silla_api'],
  ['drop function app.touch_catalog(uuid)', 'app.touch_catalog(p_business_id uuid): function'],
  [
    'create or replace function app.touch_catalog(p_business_id uuid) returns bigint language plpgsql set search_path = pg_catalog, pg_temp as $$ begin return 1; end $$',
    'app.touch_catalog(p_business_id uuid): body',
  ],
  [
    'alter function app.touch_catalog(uuid) security definer',
    'app.touch_catalog(p_business_id uuid): function',
  ],
  [
    'alter function app.touch_catalog(uuid) reset search_path',
    'app.touch_catalog(p_business_id uuid): function',
  ],
  [
    'create function app.touch_catalog(p_business_id text) returns text language sql as $$ select p_business_id $$',
    'app.touch_catalog(p_business_id text): function',
  ],
  [
    'revoke execute on function registry.find_key(bytea) from silla_api',
    'registry.find_key(p_key_hash bytea): grant silla_api',
  ],
  [
    'grant execute on function registry.business_ids() to public',
    'registry.business_ids(): grant public',
  ],
  ['create rule keep as on delete to claims do instead nothing', 'app.claims: rule keep'],
  [
    'create function app.stop() returns trigger language plpgsql as $$ begin return null; end $$; create trigger stop before insert on bookings execute function app.stop()',
    'app.bookings: trigger stop',
  ],
  ['superuser: alter table app.bookings disable trigger all', 'app.bookings: foreign keys'],
  [
    "superuser: do $$ declare v_name text; begin for v_name in select tgname from pg_trigger where tgrelid = 'app.bookings'::regclass and tgisinternal loop execute format('alter table app.bookings enable replica trigger %I', v_name); end loop; end $$",
    'app.bookings: foreign keys',
  ],
  ['alter sequence claims_id_seq maxvalue 2000000000', 'app.claims: column id'],
  ['alter sequence claims_id_seq minvalue -1 increment by -1', 'app.claims: column id'],
  ['alter sequence claims_id_seq cache 1', 'app.claims: column id'],
  [
    'alter table claims alter column id set generated by default set cycle',
    'app.claims: column id',
  ],
  [
    'grant select, insert on bookings to silla_api with grant option',
    'app.bookings: grant silla_api',
  ],
  [
    'grant usage on schema registry to silla_worker with grant option',
    'schema registry: grant silla_worker',
  ],
  [
    "superuser: update pg_index set indisvalid = false where indexrelid = 'app.bookings_pk'::regclass",
    'app.bookings: constraint bookings_pk',
  ],
  [
    "superuser: update pg_index set indisready = false where indexrelid = 'app.claims_no_overlap'::regclass",
    'app.claims: constraint claims_no_overlap',
  ],
  ['alter table bookings set (autovacuum_enabled = off)', 'app.bookings: autovacuum'],
  [
    'alter table mails_default add constraint no_mail check (attempts < 0) not valid',
    'app.mails: partition mails_default constraint no_mail',
  ],
  ['alter table events_default set unlogged', 'app.events: partition events_default persistence'],
  [
    'create or replace function app.stop() returns trigger language plpgsql as $$ begin return null; end $$; create trigger stop before insert on mails_default for each row execute function app.stop()',
    'app.mails: partition mails_default trigger stop',
  ],
  [
    'create unique index one_mail on mails_default (business_id)',
    'app.mails: partition mails_default index one_mail',
  ],
  [
    'alter table mails_default alter column sent_at set not null',
    'app.mails: partition mails_default column sent_at',
  ],
  [
    'alter table mails_default set (autovacuum_enabled = off)',
    'app.mails: partition mails_default autovacuum',
  ],
  ['alter table bookings set (toast.autovacuum_enabled = off)', 'app.bookings: autovacuum'],
  [
    'alter table bookings alter column contact_name type text collate "und-x-icu"',
    'app.bookings: column contact_name',
  ],
  [
    'superuser: create table public.old_bookings () inherits (app.bookings)',
    'app.bookings: child public.old_bookings',
  ],
  [
    'alter default privileges in schema app grant select, delete on tables to public, silla_api',
    'role silla_owner: default privileges in schema app on tables',
  ],
  [
    'alter default privileges revoke execute on functions from public',
    'role silla_owner: default privileges on functions',
  ],
  [
    'alter default privileges grant insert on tables to silla_api',
    'role silla_owner: default privileges on tables',
  ],
  [
    'superuser: alter default privileges for role silla_worker in schema jobs grant usage on sequences to silla_api',
    'role silla_worker: default privileges in schema jobs on sequences',
  ],
]

for (const [statements, expected, undo] of changes)
  test(`the doctor finds and takes back: ${statements}`, async () => {
    await run(statements)
    const drift = await schemaDrift(admin)
    assert.equal(drift.map(({ object, part }) => `${object}: ${part}`).join(', '), expected)
    for (const { remedy } of drift) {
      if (remedy.kind === 'migrate') await migrate(urls.migrator)
      if (remedy.kind === 'sql')
        for (const statement of remedy.statements)
          await run(remedy.role === 'a superuser' ? `superuser: ${statement}` : statement)
    }
    assert.equal(
      drift.some(({ remedy }) => remedy.kind === 'restore'),
      undo !== undefined,
    )
    if (undo !== undefined) await run(undo)
    assert.deepEqual(await schemaDrift(admin), [])
  })

test('rows that violate a constraint have to be corrected before it is added again', async () => {
  await run('alter table bookings drop constraint bookings_money')
  const [finding] = await checkDrift(admin)
  const [, statement = ''] =
    /^Correct the rows that violate it, .+ Run as silla_migrator: (.+)$/.exec(finding?.fix ?? '') ??
    []
  await run(statement)
  assert.deepEqual(await schemaDrift(admin), [])
})

test('event triggers of others are a warning that names them', async () => {
  await run(
    'superuser: create function public.look() returns event_trigger language plpgsql as $$ begin end $$; create event trigger look on ddl_command_end execute function public.look()',
  )
  const [drift, found] = await checkDrift(admin)
  assert.equal(drift?.state, 'ok')
  assert.equal(
    `${found?.state}: ${found?.message}`,
    'warning: Event triggers run with every migration, and when a month gets its tables: look (ddl_command_end).',
  )
  await run('superuser: drop event trigger look')
  assert.equal((await checkDrift(admin)).length, 1)
})

test('what makes no difference for Silla is not reported', async () => {
  await run('create index more on bookings (business_id, notes)')
  await run('create table app.reports (business_id uuid not null)')
  await run('create function app.report() returns int language sql as $$ select 1 $$')
  await run('alter table bookings add column colour text')
  assert.deepEqual(await schemaDrift(admin), [])
})

async function run(statements: string) {
  const isSuper = statements.startsWith('superuser: ')
  await (isSuper ? superuser : migrator).unsafe(statements.replace('superuser: ', ''))
}
