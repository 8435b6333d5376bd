import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setClock } from '@silla/core'
import { assertError, dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { jobsDatabase, runJobs } from '../support/jobs.ts'
import { reschedule } from '../support/reschedule.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { dayOf, type SalonFixture } from '../support/salon-fixture.ts'

const { admin, witness } = await testDatabase()

const each: SalonFixture = {
  professionals: ['Ana', 'Bea'],
  settings: { ownerNotifications: 'each' },
}
const daily: SalonFixture = {
  professionals: ['Ana', 'Bea'],
  settings: { ownerNotifications: 'daily' },
}

/** The emails to the salon, in the order in which they were requested. */
const ownerMails = ({ businessId }: TestSalon) => witness<
  { kind: string; to: string; language: string; subject: string; text: string; html: string }[]
>`
  select kind, to_email as "to", language, subject, text_body as text, html_body as html
  from mails
  where business_id = ${businessId} and kind like 'owner_%' order by created_at, id`

/** Without the signs that isolate parts of a line in another direction. */
const plain = (text: string) =>
  text.replaceAll('\u00a0', ' ').replaceAll(/[\u200e\u200f\u2068\u2069]/g, '')

const kindsOf = async (salon: TestSalon) => (await ownerMails(salon)).map(({ kind }) => kind)

test('D30: the salon is mailed what customers book, move and cancel, once each', async () => {
  const salon = await openSalon({ ...each, now: '2030-03-01T09:00' })
  const book = () =>
    salon.guest.post(
      '/reservas/crear/',
      {
        servicio_ids: [salon.id('Corte')],
        peluquero_id: salon.id('Ana'),
        fecha: '2030-03-04',
        hora_inicio: '10:00',
        nombre: 'Lucía Prado',
        email: 'lucia@example.com',
        telefono: '612345678',
      },
      { 'idempotency-key': 'the-same-visit-again' },
    )
  const booking = dataOf(await book(), 201)
  dataOf(await book(), 201)
  salon.setTime('2030-03-01T09:01')
  const move = { fecha: '2030-03-05', hora_inicio: '16:00' }
  dataOf(await reschedule(salon.guest, booking, move))
  dataOf(await reschedule(salon.guest, booking, move))
  await runJobs(salon)
  salon.setTime('2030-03-01T09:07')
  dataOf(await salon.guest.cancel(booking))
  assertError(await salon.guest.cancel(booking), 'CANNOT_CANCEL')
  await runJobs(salon)
  await runJobs(salon)

  const mails = await ownerMails(salon)
  assert.deepEqual(
    mails.map(({ kind, to, language }) => [kind, to, language]),
    ['created', 'rescheduled', 'cancelled'].map((news) => [
      `owner_booking_${news}`,
      'hola@example.com',
      'es',
    ]),
  )
  const [created, moved, cancelled] = mails
  assert.match(created?.subject ?? '', /^Nueva cita: lunes, 4 de marzo de 2030, 10:00/)
  for (const expected of ['Corte', 'Ana', '10:00–10:30', 'Lucía Prado', '+34 612 34 56 78', '18 €'])
    assert.ok(created?.text.replaceAll('\u00a0', ' ').includes(expected), expected)
  assert.match(moved?.subject ?? '', /^Cita cambiada: martes, 5 de marzo de 2030, 16:00/)
  assert.match(moved?.text ?? '', /lunes, 4 de marzo de 2030, 10:00/)
  assert.match(cancelled?.subject ?? '', /^Cita anulada: martes, 5 de marzo de 2030, 16:00/)
})

test('D30: what the salon does itself is not mailed to it', async () => {
  const salon = await openSalon({ ...each, now: '2030-03-01T09:00' })
  const own = dataOf(
    await salon.backend.book('Ana', '10:00', { date: '2030-03-04', por_negocio: true }),
    201,
  )
  dataOf(
    await reschedule(salon.backend, own, {
      fecha: '2030-03-05',
      hora_inicio: '16:00',
      por_negocio: true,
      codigo: undefined,
    }),
  )
  dataOf(await salon.backend.cancel(own, {}))
  assert.deepEqual(await kindsOf(salon), [])
  // its server books for a visitor of its website
  dataOf(await salon.backend.book('Ana', '11:00', { date: '2030-03-04' }), 201)
  assert.deepEqual(await kindsOf(salon), ['owner_booking_created'])
})

test('D30: a salon without notifications, or without an address, gets no email', async () => {
  const now = '2030-03-01T09:00'
  const silent = await openSalon({ settings: { ownerNotifications: 'none' }, now })
  const unknown = await openSalon({
    ...each,
    now,
    editFile: (file) => ({ ...file, profile: { ...file.profile, email: '' } }),
  })
  for (const salon of [silent, unknown]) {
    const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: '2030-03-04' }), 201)
    dataOf(await salon.guest.cancel(booking))
    assert.deepEqual(await kindsOf(salon), [])
  }
})

test('D30: a booking that has to be paid is mailed when it is paid, and not when it expires', async () => {
  const prepaid: SalonFixture = {
    ...each,
    settings: { ...each.settings, requiresPrepayment: true },
  }
  const salon = await openSalon({ ...prepaid, payments: true, now: '2030-03-04T08:00' })
  const paid = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  dataOf(await salon.guest.book('Bea', '10:00'), 201)
  const cancelled = dataOf(await salon.guest.book('Ana', '12:00', { date: '2030-03-06' }), 201)
  dataOf(await salon.guest.cancel(cancelled))
  assert.deepEqual(await kindsOf(salon), [])

  const intent = await salon.guest.createIntent(paid)
  salon.stripe.pay(intent)
  dataOf(await salon.guest.confirmPayment(intent, { codigo: paid.codigo }))
  assert.deepEqual(await kindsOf(salon), ['owner_booking_created'])
  salon.setTime('2030-03-04T08:16')
  await runJobs(salon)
  assert.deepEqual(await kindsOf(salon), ['owner_booking_created'])
})

test('D30: a booking that waits for the salon is mailed at once, also with one email a day', async () => {
  for (const fixture of [each, daily]) {
    const salon = await openSalon({
      ...fixture,
      settings: { ...fixture.settings, confirmsByHand: true },
      now: '2030-03-04T08:00',
    })
    dataOf(await salon.guest.book('Ana', '10:00'), 201)
    await runJobs(salon)
    const [mail, ...others] = await ownerMails(salon)
    assert.equal(others.length, 0)
    assert.match(mail?.text ?? '', /Confírmala antes del lunes, 4 de marzo de 2030, 9:30/)
    salon.setTime('2030-03-04T09:30')
    await runJobs(salon)
    const expired = fixture === each ? ['owner_booking_cancelled'] : []
    assert.deepEqual(await kindsOf(salon), ['owner_booking_created', ...expired])
  }
})

test('D12: a customer who is erased cancels upcoming visits, and the email has no personal data', async () => {
  const salon = await openSalon({ ...each, now: '2030-03-01T09:00' })
  const customer = await salon.customer({ nombre: 'Noor Haddad', email: 'noor@example.com' })
  dataOf(await customer.book('Ana', '10:00', { date: '2030-03-04', telefono: '612345678' }), 201)
  dataOf(await customer.delete('/cliente/perfil/'))
  await runJobs(salon)
  const [mail, ...others] = await ownerMails(salon)
  assert.equal(others.length, 0)
  assert.equal(mail?.kind, 'owner_booking_cancelled')
  assert.doesNotMatch(mail.text, /Noor|Haddad|noor@|612345678/)
})

test('D30: emails to the salon are in its main language, and nothing that a guest typed is a link', async () => {
  for (const { language, direction, subjects } of [
    { language: 'en', direction: 'ltr', subjects: [/^New booking: Monday/, /^Appointments today/] },
    { language: 'ar', direction: 'rtl', subjects: [/^حجز جديد: الاثنين/, /^مواعيد اليوم/] },
  ] as const) {
    const settings = { mainLanguage: language, confirmsByHand: true }
    const salon = await openSalon({
      ...daily,
      settings: { ...daily.settings, ...settings },
      now: '2030-03-04T06:55',
    })
    dataOf(await salon.guest.book('Ana', '10:00', { nombre: 'Noor Haddad' }), 201)
    // as a name that was stored before names were checked
    const hostile = 'Win at evil.example now'
    await witness`
      update mails set payload = jsonb_set(payload, '{contact,name}', to_jsonb(${hostile}::text))
      where business_id = ${salon.businessId}`
    await witness`
      update bookings set contact_name = ${hostile} where business_id = ${salon.businessId}`
    await runJobs(salon)
    salon.setTime('2030-03-04T07:00')
    await runJobs(salon)
    const mails = await ownerMails(salon)
    assert.equal(mails.length, subjects.length)
    for (const [index, mail] of mails.entries()) {
      assert.match(mail.subject, subjects[index] as RegExp)
      assert.ok(mail.html.includes(`<html lang="${language}" dir="${direction}">`))
      for (const part of [mail.text, mail.html]) assert.doesNotMatch(part, /evil/)
    }
  }
})

test('D30: what customers write reaches the salon, in the email of each booking and of the day', async () => {
  const written = { notas: 'Alergia al tinte\n\nLlego 5 min tarde', telefono: '612345678' }
  const quoted =
    /\nEscrito por el cliente:\n> Alergia al tinte\n> Llego 5 min tarde\n[^>]*\+34\s612\s34\s56\s78|\+34\s612\s34\s56\s78[^\n]*\nEscrito por el cliente:\n> Alergia al tinte\n> Llego 5 min tarde\n/
  const salon = await openSalon({ ...each, now: '2030-03-01T09:00' })
  const booking = dataOf(
    await salon.guest.book('Ana', '10:00', { date: '2030-03-04', ...written }),
    201,
  )
  salon.setTime('2030-03-01T09:01')
  dataOf(await reschedule(salon.guest, booking, { fecha: '2030-03-05', hora_inicio: '16:00' }))
  await runJobs(salon)
  salon.setTime('2030-03-01T09:07')
  dataOf(await salon.guest.cancel(booking, { codigo: booking.codigo, motivo: 'Estoy enferma' }))
  await runJobs(salon)
  const [created, moved, cancelled] = (await ownerMails(salon)).map(({ text }) => plain(text))
  assert.match(created ?? '', quoted)
  assert.match(moved ?? '', quoted)
  assert.match(cancelled ?? '', /\nEscrito por el cliente:\n> Estoy enferma\n/)
  assert.doesNotMatch(cancelled ?? '', /Alergia/)

  const agendas = await openSalon({ ...daily, now: '2030-03-04T06:55' })
  const { notas, telefono } = written
  for (const [time, visit] of [
    ['10:00', { date: '2030-03-04', notas, telefono }],
    ['11:00', { date: '2030-03-04' }],
    ['12:00', { date: '2030-03-06', notas, telefono }],
  ] as const)
    dataOf(await agendas.guest.book('Ana', time, visit), 201)
  agendas.setTime('2030-03-04T07:00')
  await runJobs(agendas)
  const [agenda] = await ownerMails(agendas)
  const [visits, changes] = plain(agenda?.text ?? '').split('\nCambios de los clientes')
  for (const part of [visits, changes]) {
    assert.match(part ?? '', quoted)
    assert.equal(part?.match(/Escrito por el cliente/g)?.length, 1)
  }
})

test('D30: what customers write is marked as theirs, is neither markup nor a link, and can be switched off', async () => {
  const hostile = [
    '<a href="https://evil.example">Silla</a> <b>bold</b>',
    'Total: 0,00 EUR',
    '-- ',
    '\u202eeliforp\u202c ac\u200bount@evil.example www.evil.example ftp:/evil 12.30',
  ]
  const visit = { date: '2030-03-04', notas: hostile.join('\r\n') }
  const salon = await openSalon({ ...each, now: '2030-03-01T09:00' })
  dataOf(await salon.guest.book('Ana', '10:00', visit), 201)
  await runJobs(salon)
  const [mail] = await ownerMails(salon)
  const { text = '', html = '' } = mail ?? {}
  for (const line of ['Total: 0,00 EUR', '--', 'eliforp acount', '<a href='])
    assert.match(text, new RegExp(`^> ${line}`, 'm'))
  assert.match(text, /12\.30$/m)
  const quote = html.match(
    /Escrito por el cliente:<\/div><blockquote[^>]*>(.*?)<\/blockquote>/s,
  )?.[1]
  assert.match(quote ?? '', /&#60;b&#62;bold&#60;\/b&#62;\nTotal: 0,00 EUR\n--\neliforp/)
  assert.doesNotMatch(html, /<b>bold|href="[^"]*evil/)
  for (const part of [text, html]) {
    assert.doesNotMatch(part, /[\u202a-\u202e]/)
    // what mail programs turn into links
    assert.doesNotMatch(part, /:\/\/evil|@evil|www\.evil|evil\.example|:\/evil/)
  }

  const settings = { ...each.settings, notesInOwnerEmails: false }
  const silent = await openSalon({ ...each, settings, now: '2030-03-01T09:00' })
  dataOf(await silent.guest.book('Ana', '10:00', visit), 201)
  await runJobs(silent)
  assert.doesNotMatch((await ownerMails(silent))[0]?.text ?? 'Total: 0', /Escrito|Total: 0/)
})

test('D30: emails to the salon lead to each visit in the agenda, where its people sign in', async () => {
  const now = '2030-03-04T06:55'
  const [salon, agendas] = [await openSalon({ ...each, now }), await openSalon({ ...daily, now })]
  const one = dataOf(await salon.guest.book('Ana', '10:00', { date: '2030-03-04' }), 201)
  const today = dataOf(await agendas.guest.book('Ana', '10:00', { date: '2030-03-04' }), 201)
  const later = dataOf(await agendas.guest.book('Ana', '12:00', { date: '2030-03-06' }), 201)
  await runJobs(salon)
  agendas.setTime('2030-03-04T07:00')
  await runJobs(agendas)
  for (const [of, bookings] of [
    [salon, [one]],
    [agendas, [today, later]],
  ] as const) {
    const [mail] = await ownerMails(of)
    const urls = bookings.map(({ id }) => `https://staff.example/agenda?cita=${id}`)
    assert.deepEqual(mail?.text.match(/https:\/\/staff\S+/g), urls)
    const html = mail.html.replaceAll('&#61;', '=')
    assert.deepEqual(html.match(/(?<=href=")https:\/\/staff[^"]+/g), urls)
  }

  const unknown = await openSalon({ ...each, now })
  dataOf(await unknown.guest.book('Ana', '10:00', { date: '2030-03-04' }), 201)
  await runJobs(unknown, { staffUrl: null })
  assert.doesNotMatch((await ownerMails(unknown))[0]?.html ?? '/agenda', /\/agenda/)
})

test('D12: an agenda that names a customer is deleted when they are erased', async () => {
  const salon = await openSalon({ ...daily, now: '2030-03-04T06:55' })
  const customer = await salon.customer({ nombre: 'Noor Haddad', email: 'noor@example.com' })
  dataOf(await customer.book('Ana', '10:00', { date: '2030-03-04' }), 201)
  salon.setTime('2030-03-04T07:00')
  await runJobs(salon)
  assert.match((await ownerMails(salon))[0]?.text ?? '', /Noor Haddad/)
  dataOf(await customer.delete('/cliente/perfil/'))
  assert.deepEqual(await kindsOf(salon), [])
})

const agendaJobs = async ({ businessId }: TestSalon) => {
  const jobs = await jobsDatabase()
  await jobs`select jobs.relay(1000)`
  const rows = await jobs<{ key: string; runAt: Date }[]>`
    select job.key, job.run_at from jobs._private_jobs job
    where job.key like ${`${businessId}:agenda:%`} order by job.run_at`
  return rows.map(({ key, runAt }) => `${key.split(':')[2]} ${runAt.toISOString().slice(0, 16)}`)
}

test('D30: the agenda of the day is mailed at seven, once, and not on a day without visits', async () => {
  const salon = await openSalon({ ...daily, now: '2030-03-01T09:00' })
  assert.deepEqual(await agendaJobs(salon), ['2030-03-02 2030-03-02T06:00'])
  const phone = { telefono: '612345678' }
  dataOf(await salon.guest.book('Ana', '10:00', { date: '2030-03-04', ...phone }), 201)
  dataOf(
    await salon.backend.book('Bea', '09:30', {
      date: '2030-03-04',
      por_negocio: true,
      nombre: 'Olga',
    }),
    201,
  )
  dataOf(await salon.guest.book('Ana', '11:00', { date: '2030-03-05', nombre: 'Eva Gil' }), 201)

  salon.setTime('2030-03-02T07:00')
  await runJobs(salon)
  assert.deepEqual(await kindsOf(salon), [])
  salon.setTime('2030-03-04T06:59')
  await runJobs(salon)
  assert.deepEqual(await kindsOf(salon), [])
  salon.setTime('2030-03-04T07:00')
  await runJobs(salon)
  const jobs = await jobsDatabase()
  const payload = jobs.json({ businessId: salon.businessId })
  await jobs`select jobs.add_job('send-agenda', ${payload}::json)`
  await runJobs(salon)
  const [mail, ...others] = await ownerMails(salon)
  assert.ok(mail && others.length === 0)
  assert.equal(mail.kind, 'owner_agenda')
  assert.match(mail.subject, /^Citas de hoy, lunes, 4 de marzo de 2030: 2/)
  const text = plain(mail.text)
  assert.match(
    text,
    /9:30–10:00: Olga · Corte · Bea\n\S+\n10:00–10:30: Lucía Prado · Corte · Ana · \+34\s612\s34\s56\s78/,
  )
  // since the day before yesterday: what customers booked, and not what the salon did
  assert.match(text, /Nueva: martes, 5 de marzo de 2030, 11:00 · Eva Gil · Corte · Ana/)
  assert.doesNotMatch(text, /Nueva: [^\n]*(Olga|Lucía)/)
  assert.deepEqual(await agendaJobs(salon), ['2030-03-05 2030-03-05T06:00'])
})

test('D30: the agenda contains moves and cancellations since the last one', async () => {
  const salon = await openSalon({ ...daily, now: '2030-03-03T12:00' })
  const at = (date: string, time: string, nombre: string) =>
    salon.guest.book('Ana', time, { date, nombre }).then((response) => dataOf(response, 201))
  await at('2030-03-04', '18:00', 'Hoy Mismo')
  const [moved, cancelled, bySalon] = [
    await at('2030-03-08', '10:00', 'Eva Gil'),
    await at('2030-03-08', '11:00', 'Iria Mora'),
    await at('2030-03-08', '12:00', 'Olga Paz'),
  ]
  await at('2030-03-05', '18:00', 'Al Otro')
  salon.setTime('2030-03-04T07:00')
  await runJobs(salon)

  salon.setTime('2030-03-04T12:00')
  dataOf(await reschedule(salon.guest, moved, { fecha: '2030-03-09', hora_inicio: '10:30' }))
  dataOf(await salon.guest.cancel(cancelled))
  dataOf(await salon.backend.cancel(bySalon, {}))
  const brief = await at('2030-03-08', '13:00', 'Pau Brey')
  dataOf(await salon.guest.cancel(brief))
  salon.setTime('2030-03-05T07:00')
  await runJobs(salon)

  const text = plain((await ownerMails(salon))[1]?.text ?? '')
  assert.match(text, /Cambiada: sábado, 9 de marzo de 2030, 10:30 · Eva Gil/)
  assert.match(text, /antes: viernes, 8 de marzo de 2030, 10:00/)
  assert.match(text, /Anulada: viernes, 8 de marzo de 2030, 11:00 · Iria Mora/)
  assert.doesNotMatch(text, /Olga Paz|Pau Brey|Hoy Mismo/)
})

test('D30: a worker that was stopped at seven sends the agenda while there are visits to come', async () => {
  const salon = await openSalon({ ...daily, now: '2030-03-03T12:00' })
  dataOf(await salon.guest.book('Ana', '12:00', { date: '2030-03-04' }), 201)
  dataOf(await salon.guest.book('Ana', '12:00', { date: '2030-03-05' }), 201)
  salon.setTime('2030-03-04T12:29')
  await runJobs(salon)
  assert.deepEqual(await kindsOf(salon), ['owner_agenda'])
  salon.setTime('2030-03-05T12:30')
  await runJobs(salon)
  assert.deepEqual(await kindsOf(salon), ['owner_agenda'])
  assert.deepEqual(await agendaJobs(salon), ['2030-03-06 2030-03-06T06:00'])
})

test('the agenda follows the time zone and the setting of the salon', async () => {
  const salon = await openSalon({ ...daily, now: '2030-03-03T12:00' })
  await salon.apply({ ...daily, timezone: 'Asia/Dubai' })
  assert.deepEqual(await agendaJobs(salon), ['2030-03-04 2030-03-04T03:00'])
  await salon.apply({ ...daily, timezone: 'Europe/London' })
  assert.deepEqual(await agendaJobs(salon), ['2030-03-04 2030-03-04T07:00'])
  await salon.apply({ ...daily, settings: { ownerNotifications: 'none' } })
  dataOf(await salon.guest.book('Ana', '18:00', { date: '2030-03-04' }), 201)
  salon.setTime('2030-03-04T13:00')
  await runJobs(salon)
  assert.deepEqual(await kindsOf(salon), [])
  assert.deepEqual(await agendaJobs(salon), [])
  await salon.apply(daily)
  assert.deepEqual(await agendaJobs(salon), ['2030-03-05 2030-03-05T06:00'])
})

test('D44: the agenda comes by the clock of a test salon', async () => {
  const salon = await openSalon({ ...daily, now: '2030-03-03T12:00' })
  dataOf(await salon.guest.book('Ana', '18:00', { date: '2030-03-06' }), 201)
  await agendaJobs(salon)
  const to = { day: dayOf('2030-03-06'), minute: 7 * 60 + 30 }
  await setClock(admin, { slug: salon.slug, to }, salon.clock)
  await runJobs(salon)
  assert.deepEqual(await kindsOf(salon), ['owner_agenda'])
})

test('nightly maintenance enqueues an agenda whose job was lost', async () => {
  const salon = await openSalon({ ...daily, now: '2030-03-03T12:00' })
  const jobs = await jobsDatabase()
  await jobs`select jobs.relay(1000)`
  await jobs`delete from jobs._private_jobs where key like ${`${salon.businessId}:agenda:%`}`
  assert.deepEqual(await agendaJobs(salon), [])
  const payload = jobs.json({ businessId: salon.businessId })
  await jobs`select jobs.add_job('nightly-round', ${payload}::json)`
  await runJobs(salon)
  assert.deepEqual(await agendaJobs(salon), ['2030-03-04 2030-03-04T06:00'])
})
