import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import {
  type AuditLogFilter,
  auditLog,
  type Change,
  resumeBusiness,
  seal,
  suspendBusiness,
} from '@silla/core'
import { parseDate } from '@silla/slots'
import commands from '../../cli/src/all-commands.ts'
import { auditDetail } from '../../cli/src/format/audit-detail.ts'
import { testApi } from '../support/api.ts'
import { dataOf } from '../support/assertions.ts'
import {
  assertDetailHasWords,
  latestTransaction,
  tablesWithoutAuditEntry,
} from '../support/audit.ts'
import { testDatabase } from '../support/database.ts'
import { jobsDatabase, runJobs } from '../support/jobs.ts'
import { fakeStripe } from '../support/processor.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { missVisit, openCardSalon } from '../support/saved-cards.ts'
import { testSecrets } from '../support/secrets.ts'
import { invited } from '../support/staff-members.ts'
import { offerFreeTimes } from '../support/waitlist.ts'
import { zoneAtDaytime } from '../support/zone-at-daytime.ts'
import { runMany } from './run-silla.ts'
import { salonYaml } from './salon-yaml.ts'

const { admin, urls, witness } = await testDatabase()
const { clock } = await testApi()
const folder = mkdtempSync(join(tmpdir(), 'silla-audit-'))
after(() => rmSync(folder, { recursive: true }))

/** Read-only commands; test/cli/examples.test.ts checks that they change nothing. */
const readOnly =
  /:(list|show|search|status|diff|doctor|schema|translate|week|bash|zsh)$|^(catalog|businesses):export$|^payments:(reconcile|payouts|export)$/

/**
 * Commands about the database and the webhook, which belong to no salon, and about archives and moves, which
 * have tests of their own (test/archives, test/moves).
 */
const withoutSalon =
  /^db:(setup|migrate|reset|backup|restore|nodes|passwords:\w+)$|^stripe:webhook:|^businesses:(archive|restore|move)$/

test('every command that changes a salon writes an audit entry in the transaction of the change; a dry run or a failed command writes none', async () => {
  const lines = await changes()
  const changing = Object.keys(commands).filter(
    (id) => !readOnly.test(id) && !withoutSalon.test(id),
  )
  assert.deepEqual(
    Object.keys(lines).sort(),
    changing.sort(),
    'add a command line for it to changes(), or add it to readOnly',
  )

  // these two have --dry-run only with --all
  const hasDryRun = (id: string) =>
    'dry-run' in (commands[id]?.flags ?? {}) && !/^(mail:retry|keys:create)$/.test(id)
  const done = Object.entries(lines).flatMap(([id, line]) =>
    hasDryRun(id) ? [`${id} ${line} --dry-run --json`, `${id} ${line}`] : [`${id} ${line}`],
  )
  const notRepeatable =
    /^bookings:(cancel|no-show)$|^businesses:(resume|create)$|^customers:erase$|^payments:charge-fee$|:retry$|^keys:revoke$|^till:void$|^stripe:disconnect$/
  const again = done.filter((line) => notRepeatable.test(line.split(' ')[0] ?? ''))

  const since = await latestTransaction()
  const before = await auditEntries()
  const ran = await runMany([...done, ...again].map(wordsOf), await environment(), folder)
  for (const [index, line] of done.entries()) {
    assert.deepEqual([ran[index]?.code, ran[index]?.stderr], [0, ''], line)
    if (line.includes(' --dry-run')) assert.equal(ran[index]?.json().dryRun, true, line)
  }

  const entries = (await auditEntries()).slice(before.length)
  assert.deepEqual(entries.map(({ action }) => action.replaceAll('.', ':')).sort(), changing.sort())
  assert.deepEqual([...new Set(entries.map(({ operator }) => operator))], ['marta@desk'])
  for (const entry of entries) assertDetailHasWords(entry)
  assert.deepEqual(await tablesWithoutAuditEntry(since), [])
})

test("the audit log is filtered by command, operator and day in the salon's time zone, with pages", async () => {
  const salon = await openSalon({ timezone: 'America/New_York', now: '2030-03-04T23:30' })
  await suspendBusiness(admin, salon.slug, salon.clock)
  salon.setTime('2030-03-05T00:30')
  await resumeBusiness(admin, salon.slug, salon.clock)
  const read = async (filter: Partial<AuditLogFilter>) => {
    const { entries, total } = await auditLog(admin, salon.slug, {
      offset: 0,
      limit: 10,
      ...filter,
    })
    return [entries.map(({ action }) => action), total]
  }
  const [monday, tuesday] = [parseDate('2030-03-04'), parseDate('2030-03-05')]
  assert.deepEqual(
    await read({ days: () => ({ from: tuesday, to: null }), action: 'businesses' }),
    [['businesses.resume'], 1],
  )
  assert.deepEqual(
    await read({ days: () => ({ from: null, to: monday }), action: 'businesses', limit: 1 }),
    [['businesses.suspend'], 2],
  )
  assert.deepEqual(await read({ operator: 'silla_admin', action: 'businesses', offset: 2 }), [
    ['businesses.apply'],
    3,
  ])
  assert.deepEqual(await read({ operator: 'somebody' }), [[], 0])
  assert.deepEqual(await read({ action: 'business' }), [[], 0])
  const list = ['audit', 'list', '-b', salon.slug]
  const [late, early, unknown] = await runMany(
    [
      [
        ...list,
        '--action',
        'businesses suspend',
        '--operator',
        'silla_admin',
        '--to',
        '2030-03-04',
      ],
      [...list, '--action', ' businesses:resume ', '--to', '2030-03-04'],
      [...list, '--operator', 'somebody'],
    ],
    { CLI_DATABASE_URL: urls.cli },
  )
  assert.match(late?.stdout ?? '', /\n2030-03-04 23:30 +silla_admin +businesses\.suspend\n$/)
  assert.deepEqual(
    [early?.stdout, unknown?.stdout],
    [`${salon.slug} has no matching entries.\n`, early?.stdout],
  )
})

test('a page after the last one shows the total, in every list', async () => {
  const salon = await openSalon({
    payments: true,
    professionals: [{ name: 'Ana', exceptions: { '2030-03-08': null } }],
    closings: { '2030-03-09': null },
  })
  dataOf(await salon.guest.createIntent(await booked(salon, '10:00')))
  const time = { desde: '2030-03-05T09:00', hasta: '2030-03-05T10:00', motivo: 'Curso' }
  dataOf(await salon.backend.post('/bloqueos/', { peluquero_id: salon.id('Ana'), ...time }), 201)
  dataOf(await heldTime(salon), 201)
  dataOf(await waitingFor(salon, '2030-03-07'), 201)
  await invited(salon, { email: 'luis@example.com' })
  await salon.staff('owner')
  await supportOf(salon, true)
  const visit = await booked(salon, '11:00')
  const tip = { reserva_id: visit.id, metodo: 'efectivo', monto: 0, propina: 1 }
  dataOf(await salon.backend.post('/cobros/', tip), 201)
  await witness`
    insert into messages (
      business_id, kind, channel, to_phone, language, payload, cause, created_at)
    values (
      ${salon.businessId}, 'booking_confirmed', 'sms', '+34600112233', 'es', '{}', 'list', now())`
  await runJobs(salon)
  const url = 'https://till.example/'
  const endpoint = dataOf(await salon.backend.post('/webhooks/endpoints/', { url }), 201)
  dataOf(await salon.backend.post(`/webhooks/endpoints/${endpoint.id}/probar/`), 201)
  const lists = Object.entries(commands).flatMap(([id, { flags }]) =>
    'page' in (flags ?? {}) ? [id] : [],
  )
  assert.ok(lists.length >= 10)
  const about: Record<string, string> = {
    'catalog:list': ' services',
    'customers:search': ' lucia',
    'webhooks:deliveries:list': ` ${endpoint.id}`,
  }
  const lines = lists.map(
    (id) =>
      `${id}${about[id] ?? ''} ${id === 'businesses:list' ? '' : `-b ${salon.slug} `}--page 9`,
  )
  for (const [index, { stdout }] of (
    await runMany(lines.map(wordsOf), await environment())
  ).entries())
    assert.match(
      stdout,
      /^No entries on this page\. Page 9 of 1 \(\d+ entries\)\.\n$/,
      `${lines[index]}`,
    )
})

const heldTime = (salon: TestSalon) =>
  salon.guest.post('/retenciones/', {
    servicio_ids: [salon.id('Corte')],
    peluquero_id: salon.id('Ana'),
    fecha: '2030-03-06',
    hora_inicio: '10:00',
  })

const waitingFor = (salon: TestSalon, day: string) =>
  salon.guest.post('/lista-espera/', {
    servicio_ids: [salon.id('Corte')],
    desde: day,
    hasta: day,
    nombre: 'Eva Ruiz',
    email: 'eva@example.com',
  })

test('the detail of an audit entry is one line; long lists are cut', () => {
  const fields = ['price', 'duration'].map((field) => ({ field, from: '10', to: '12' }))
  const change = (name: string): Change => ({ area: 'services', kind: 'changed', name, fields })
  const text = auditDetail({
    changes: ['a', 'b', 'c', 'd', 'e'].map(change),
    allowedOrphaned: false,
  })
  const each = (name: string) => `services ${name} changed (price, duration)`
  assert.equal(
    text,
    `changes ${each('a')}; ${each('b')}; ${each('c')}; and 2 more, allowedOrphaned false`,
  )
  assert.equal(
    auditDetail({ name: 'web', kind: '', fee: null, rows: { 'services added': 2 } }),
    'name web, kind -, fee -, rows services added 2',
  )
})

/**
 * Each changing command as it does something, about salons where there is something to do; in an
 * order that works.
 */
async function changes(): Promise<Record<string, string>> {
  const byHand = await openSalon({
    professionals: ['Ana'],
    products: [{ name: 'Cera', stock: 5 }],
    settings: { confirmsByHand: true },
  })
  const waiting = await booked(byHand, '10:00')
  const ill = await openSalon({ professionals: ['Ana', 'Bea'] })
  const taken = await booked(ill, '10:00')
  const cash = { reserva_id: taken.id, metodo: 'efectivo', monto: 5 }
  const entry = dataOf(await ill.backend.post('/cobros/', cash), 201)
  await runJobs(byHand)
  const email = await oneOf(witness`
    update mails set state = 'failed', sent_at = null where business_id = ${byHand.businessId} returning id`)
  const message = await oneOf(witness`
    insert into messages (
      business_id, kind, channel, to_phone, language, payload, cause, state, created_at)
    values (
      ${byHand.businessId}, 'booking_confirmed', 'sms', '+34600112233', 'es', '{"id": 1}', 'audit',
      'failed', now())
    returning id`)
  await witness`update products set taken = taken + 1 where business_id = ${byHand.businessId}`
  await witness`update bookings set local_start = local_start + interval '1 hour'
    where business_id = ${byHand.businessId} and id = ${waiting.id}`
  const withCards = await openCardSalon()
  const missedWithCard = await missVisit(withCards)
  const past = await openSalon({ professionals: ['Ana'], now: '2020-03-04T08:00' })
  const [done, missed] = [await booked(past, '10:00'), await booked(past, '11:00')]
  const timezone = zoneAtDaytime()
  const today = await openSalon({
    ...{ professionals: ['Ana'], timezone, hours: '00:00-24:00' },
    now: `${Temporal.Now.plainDateISO(timezone)}T00:00`,
  })
  const present = await booked(today, '23:30')
  const salon = await openSalon({ payments: true, professionals: ['Ana'] })
  const [paid, doomed] = [await booked(salon, '10:00'), await booked(salon, '11:00')]
  const intent = await salon.guest.createIntent(paid)
  salon.stripe.pay(intent)
  dataOf(await salon.guest.confirmPayment(intent, { codigo: paid.codigo }))
  const jobs = await jobsDatabase()
  const payload = jobs.json({ businessId: salon.businessId, bookingId: doomed.id })
  const job = await oneOf(
    jobs`select id from jobs.add_job('complete-booking', ${payload}::json, max_attempts => 1)`,
  )
  await jobs`select id from jobs.permanently_fail_jobs(array[${job}::bigint], 'the chair broke')`
  const payment = await oneOf(
    witness`select id from payments where business_id = ${salon.businessId}`,
  )
  const [browserKey, serverKey] = await witness`
    select key_id from registry.api_keys where business_id = ${salon.businessId} order by kind`
  writeFileSync(join(folder, 'norte.yaml'), salonYaml({ slug: 'norte' }))
  writeFileSync(
    join(folder, 'prices.csv'),
    'handle,category,name,duration,price\ncorte,cabello,Corte,30,21.50\n',
  )
  writeFileSync(join(folder, 'clients.csv'), 'Client ID,First Name,Email\n1,Eva,eva@example.com\n')
  writeFileSync(
    join(folder, 'visits.csv'),
    'id,name,start,service,professional\n1,Eva,2020-03-04 16:00,Corte,Ana\n',
  )

  const time = { desde: '2030-03-05T09:00', hasta: '2030-03-05T10:00', motivo: 'Curso' }
  const newBlock = { peluquero_id: byHand.id('Ana'), ...time }
  const block = dataOf(await byHand.backend.post('/bloqueos/', newBlock), 201)
  const calendar = dataOf(await byHand.backend.post('/calendarios/', {}), 201)
  const hold = dataOf(await heldTime(byHand), 201)
  const accepting = dataOf(await waitingFor(byHand, '2030-03-08'), 201)
  const declining = dataOf(await waitingFor(byHand, '2030-03-11'), 201)
  await offerFreeTimes(byHand)
  const waitingEntry = dataOf(await waitingFor(byHand, '2030-03-07'), 201)
  const person = await invited(byHand, { email: 'ana@example.com' })
  const [approved, requested] = [await supportOf(byHand, true), await supportOf(byHand, false)]
  const { backend } = byHand
  const newEndpoint = async () =>
    dataOf(await backend.post('/webhooks/endpoints/', { url: 'https://till.example/' }), 201)
  const [endpoint, unused] = [await newEndpoint(), await newEndpoint()]
  await witness`
    update event_endpoints set sealed_secret = ${seal(
      'whsec_before',
      { current: previousKey, previous: null },
      `event-endpoint:${unused.id}`,
    )} where business_id = ${byHand.businessId} and id = ${unused.id}`
  const tried = await backend.post(`/webhooks/endpoints/${endpoint.id}/probar/`)
  const delivery = dataOf(tried, 201)
  await deliverAtOnce()
  const place = '--mode test --timezone Europe/Madrid --currency EUR --country ES'
  const b = `-b ${salon.slug}`
  return {
    'businesses:create': `sur --name Sur ${place}`,
    'businesses:apply': 'norte.yaml --yes',
    'businesses:delete': 'norte --yes --moved-to https://new.example',
    'businesses:forget': 'norte',
    'businesses:suspend': past.slug,
    'businesses:resume': past.slug,
    'businesses:update': `${salon.slug} --horizon-days 60`,
    'blocks:create': `${b} --professional Ana --from 2030-03-05T09:00 --to 10:00 --reason Curso`,
    'blocks:delete': `${block.id} -b ${byHand.slug}`,
    'bookings:create':
      `${b} --professional Ana --service Corte --day 2030-03-04 --time 16:00 --name Eva --email ` +
      'eva@example.com',
    'bookings:import': `visits.csv ${b} --from generic`,
    'bookings:arrive': `${present.codigo} -b ${today.slug}`,
    'bookings:undo-arrival': `${present.codigo} -b ${today.slug}`,
    'bookings:change-lines': `${doomed.codigo} ${b} --price Corte=20 --reason Largo --yes`,
    'bookings:confirm': `${waiting.codigo} -b ${byHand.slug}`,
    'bookings:complete': `${done.codigo} -b ${past.slug}`,
    'bookings:no-show': `${missed.codigo} -b ${past.slug}`,
    'bookings:realign': `-b ${byHand.slug} --yes`,
    'bookings:reassign': `-b ${ill.slug} --from Ana --day 2030-03-04 --yes`,
    'bookings:reschedule': `${doomed.codigo} ${b} --time 17:00 --yes`,
    'bookings:cancel': `${doomed.codigo} ${b} --yes`,
    'calendars:create': b,
    'calendars:revoke': `${calendar.id} -b ${byHand.slug}`,
    'catalog:import': `prices.csv ${b} --part services --yes`,
    'customers:block': `lucia@example.com ${b}`,
    'customers:unblock': `lucia@example.com ${b}`,
    'customers:export': `lucia@example.com ${b}`,
    'customers:import': `clients.csv ${b} --from fresha`,
    'customers:adjust-points': `lucia@example.com ${b} --points 5 --reason Gracias`,
    'db:reencrypt': '--yes',
    'db:repair': `-b ${byHand.slug} --yes`,
    'holds:release': `${hold.id} -b ${byHand.slug}`,
    'jobs:retry': `${job}`,
    'keys:create': `${b} --kind secret`,
    'keys:rotate': `${browserKey?.keyId} ${b}`,
    'keys:revoke': `${serverKey?.keyId} ${b}`,
    'mail:retry': `${email} -b ${byHand.slug}`,
    'messages:retry': `${message} -b ${byHand.slug}`,
    'messages:senders:set': `${b} whatsapp 106540352242922`,
    'messages:templates:set': `${b} silla_booking_reminder_1 es approved`,
    'messages:senders:remove': `${b} whatsapp`,
    'payments:refund': `${payment} ${b} --yes`,
    'payments:charge-fee': `${missedWithCard.codigo} -b ${withCards.slug} --yes`,
    'payments:waive-fee': `${missedWithCard.codigo} -b ${withCards.slug} --yes`,
    'customers:merge': `lucia@example.com eva@example.com ${b} --yes`,
    'customers:erase': `lucia@example.com ${b} --yes`,
    'schedule:closures:add': `${b} --day 2031-05-05`,
    'schedule:closures:remove': `${b} --day 2031-05-05 --yes`,
    'schedule:overrides:add': `Ana ${b} --day 2031-05-06`,
    'schedule:overrides:remove': `Ana ${b} --day 2031-05-06 --yes`,
    'schedule:holidays:import': `${b} --year 2027 --country FR`,
    'schedule:hours:set': `sunday closed ${b} --yes`,
    'schedule:shifts:set': `Ana tuesday 09:00-12:00 ${b} --yes`,
    'clock:set': `${byHand.slug} ${new Date().getFullYear() + 1}-12-31T09:00`,
    'staff:sessions': `${person.id} -b ${byHand.slug} --end-all`,
    'staff:update': `${person.id} -b ${byHand.slug} --name Lola`,
    'staff:deactivate': `${person.id} -b ${byHand.slug}`,
    'staff:invite': `${b} --email lola@example.com --name Lola`,
    'support:open': `-b ${byHand.slug} --reason Help --emergency`,
    'support:enter': `${approved} -b ${byHand.slug}`,
    'support:close': `${requested} -b ${byHand.slug}`,
    'stripe:disconnect': `${salon.slug} --yes`,
    'stripe:connect': `${byHand.slug} --return-url https://salon.example/thanks`,
    'waitlist:add': `${b} --service Corte --from tomorrow --name Eva --email eva@example.com`,
    'waitlist:accept': `${accepting.id} -b ${byHand.slug}`,
    'waitlist:decline': `${declining.id} -b ${byHand.slug}`,
    'till:charge': `--booking ${taken.codigo} -b ${ill.slug} --method card --amount 2 --yes`,
    'till:sell': `-b ${byHand.slug} --product Cera --name Pablo --yes`,
    'till:void': `${entry.id} -b ${ill.slug} --reason Error --yes`,
    'waitlist:remove': `${waitingEntry.id} -b ${byHand.slug}`,
    'webhooks:deliveries:redeliver': `${endpoint.id} ${delivery.id} -b ${byHand.slug}`,
    'webhooks:endpoints:create': `http://localhost:4000/ ${b} --type reserva.creada`,
    'webhooks:endpoints:delete': `${unused.id} -b ${byHand.slug}`,
    'webhooks:endpoints:rotate': `${endpoint.id} -b ${byHand.slug}`,
    'webhooks:endpoints:update': `${endpoint.id} -b ${byHand.slug} --description Caja`,
    'webhooks:test': `${endpoint.id} -b ${byHand.slug}`,
  }
}

/** In place of a worker: tests of endpoints are delivered when they are requested. */
async function deliverAtOnce(): Promise<void> {
  await witness`
    create function deliver_at_once() returns trigger language plpgsql as
    $$begin new.state = 'delivered'; new.next_attempt_at = null; return new; end$$`
  await witness`
    create trigger deliver before insert on event_deliveries
    for each row execute function deliver_at_once()`
}

const booked = async (salon: TestSalon, time: string) =>
  dataOf(await salon.guest.book('Ana', time), 201)

async function oneOf(rows: PromiseLike<readonly { id?: number }[]>): Promise<number> {
  const [row] = await rows
  return row?.id ?? 0
}

/** An access of support that the operator has requested. */
async function supportOf({ businessId }: TestSalon, isApproved: boolean): Promise<number> {
  const [row] = await witness<{ id: number }[]>`
    insert into support_accesses (
      business_id, requested_by, reason, can_write, is_emergency, requested_at, approved_at,
      expires_at)
    values (${businessId}, 'marta@desk', 'Help', false, false, now(),
      ${isApproved ? new Date() : null}, now() + interval '1 hour')
    returning id`
  return row?.id ?? 0
}

const auditEntries = () =>
  witness<
    { operator: string; action: string; detail: Record<string, unknown> }[]
  >`select operator, action, detail from audit_entries order by xmin::text::bigint`

function wordsOf(line: string): string[] {
  const [id = '', ...words] = line.split(' ')
  return [...id.split(':'), ...words]
}

const previousKey = Buffer.alloc(32, 'the key before')

async function environment(): Promise<Record<string, string>> {
  const stripe = await fakeStripe(clock)
  return {
    CLI_DATABASE_URL: urls.cli,
    SILLA_OPERATOR: 'marta@desk',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
    STRIPE_API_BASE: stripe.url,
    SILLA_LOOPBACK_ENDPOINTS: 'on',
    SECRETS_KEY: testSecrets.secretsKeys.current.toString('base64'),
    SECRETS_KEY_PREVIOUS: previousKey.toString('base64'),
  }
}
