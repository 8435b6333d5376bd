import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { type MailKind, mailQueries } from '@silla/db'
import { languages } from '@silla/locale'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { jobsDatabase, runJobs } from '../support/jobs.ts'
import { openMailbox, type ReceivedMail } from '../support/mailbox.ts'
import { connectTestAccount, payOnline } from '../support/money.ts'
import { requestContextFor } from '../support/request-context.ts'
import { reschedule } from '../support/reschedule.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'

const mailbox = await openMailbox()
const { witness } = await testDatabase()
const sendMails = (salon: TestSalon) => runJobs(salon, { smtpUrl: mailbox.url })

beforeEach(() => {
  mailbox.mails.length = 0
  mailbox.refuses(false)
})

const mailsOf = ({ businessId }: TestSalon) => witness`
  select kind, state, attempts, last_error, subject, payload, text_body, calendar, to_email
  from mails where business_id = ${businessId} order by created_at`

const entryOf = ({ calendar }: ReceivedMail) => ({
  method: /^METHOD:(\w+)/m.exec(calendar)?.[1],
  uid: /^UID:(\S+)/m.exec(calendar)?.[1],
  sequence: Number(/^SEQUENCE:(\d+)/m.exec(calendar)?.[1]),
  start: /^DTSTART:(\S+)/m.exec(calendar)?.[1],
  end: /^DTEND:(\S+)/m.exec(calendar)?.[1],
  status: /^STATUS:(\w+)/m.exec(calendar)?.[1],
})

test('D30: the customer receives a confirmation from the salon, as plain text and HTML', async () => {
  const salon = await openSalon({ professionals: ['Ana'] })
  const { data } = await salon.guest.book('Ana', '10:00', { nombre: 'Lucía & Co' })
  await sendMails(salon)
  const [mail, ...others] = mailbox.mails
  assert.equal(others.length, 0)
  assert.deepEqual(mail?.recipients, ['lucia@example.com'])
  assert.deepEqual([mail.from?.name, mail.from?.address], [salon.slug, 'citas@silla.example'])
  assert.equal(mail.replyTo?.[0]?.address, 'hola@example.com')
  assert.equal(mail.subject, `Cita confirmada: lunes, 4 de marzo de 2030, 10:00 · ${salon.slug}`)
  for (const part of [mail.text, mail.html]) {
    for (const expected of [
      'Corte',
      'Ana',
      '18 €',
      data.codigo,
      '10:00–10:30',
      'Calle Mayor 1, 28013 Madrid',
    ]) {
      assert.ok(
        part?.replaceAll('\u00a0', ' ').includes(expected),
        `${expected} is not in: ${part}`,
      )
    }
  }
  assert.ok(mail.html?.includes('Hola, Lucía:'))
})

test('D30: the email contains a calendar entry, and a cancellation removes the same entry', async () => {
  const salon = await openSalon({ professionals: ['Ana'], now: '2030-03-01T09:00' })
  const { data } = await salon.guest.book('Ana', '10:00', { date: '2030-03-04' })
  await sendMails(salon)
  await salon.guest.cancel(data)
  await sendMails(salon)
  const [first, second] = mailbox.mails.map(entryOf)
  assert.ok(first && second)
  assert.deepEqual(
    [first.method, first.status, first.start, first.end],
    ['REQUEST', 'CONFIRMED', '20300304T090000Z', '20300304T093000Z'],
  )
  assert.deepEqual([second.method, second.status], ['CANCEL', 'CANCELLED'])
  assert.equal(second.uid, first.uid)
  assert.ok(second.sequence > first.sequence)
  assert.match(mailbox.mails[1]?.text ?? '', /Hemos cancelado tu cita, como pediste/)
})

test('D37: the email about a move has the earlier and the new time, and updates the calendar entry', async () => {
  const salon = await openSalon({
    professionals: ['Ana', 'Bea', 'Clara'],
    now: '2030-03-01T09:00',
  })
  for (const { language, direction, who, subject, before, hours } of [
    {
      ...{ language: 'es', direction: 'ltr', who: 'Ana' },
      subject: 'Nueva hora: martes, 5 de marzo de 2030, 16:00 · ',
      before: 'Tu cita ha cambiado de hora. Antes era el lunes, 4 de marzo de 2030, 10:00.',
      hours: '16:00–16:30',
    },
    {
      ...{ language: 'en', direction: 'ltr', who: 'Bea' },
      subject: 'New time: Tuesday, 5 March 2030, 16:00 · ',
      before:
        'The time of your appointment has been changed. Before, it was on Monday, 4 March 2030, 10:00.',
      hours: '16:00–16:30',
    },
    {
      ...{ language: 'ar', direction: 'rtl', who: 'Clara' },
      subject: 'موعد جديد: الثلاثاء، 5 مارس 2030، 4:00 م · ',
      before: 'تغيّر موعدك. كان موعدك السابق الاثنين، 4 مارس 2030، 10:00 ص.',
      hours: '4:00 م–4:30 م',
    },
  ]) {
    mailbox.mails.length = 0
    const booked = await salon.guest.post(`/reservas/crear/?lang=${language}`, {
      servicio_ids: [salon.id('Corte')],
      peluquero_id: salon.id(who),
      fecha: '2030-03-04',
      hora_inicio: '10:00',
      nombre: 'Noor',
      email: `${language}@example.com`,
    })
    const booking = dataOf(booked, 201)
    await sendMails(salon)
    dataOf(await reschedule(salon.guest, booking, { fecha: '2030-03-05', hora_inicio: '16:00' }))
    await sendMails(salon)

    const [confirmation, mail, ...others] = mailbox.mails
    assert.ok(confirmation && mail && others.length === 0)
    assert.equal(mail.subject, `${subject}${salon.slug}`)
    assert.ok(mail.html?.includes(`<html lang="${language}" dir="${direction}">`))
    for (const part of [mail.text, mail.html])
      for (const expected of [before, hours, who, booking.codigo])
        assert.ok(part?.includes(expected), `${expected} is not in: ${part}`)

    const first = entryOf(confirmation)
    assert.equal(first.start, '20300304T090000Z')
    assert.deepEqual(entryOf(mail), {
      ...{ method: 'REQUEST', status: 'CONFIRMED' },
      ...{ uid: first.uid, sequence: first.sequence + 1 },
      ...{ start: '20300305T150000Z', end: '20300305T153000Z' },
    })
  }
})

test('D37: the email about a move of a booking that waits for the salon says so', async () => {
  const salon = await openSalon({ settings: { confirmsByHand: true }, now: '2030-03-01T09:00' })
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: '2030-03-04' }), 201)
  dataOf(await reschedule(salon.guest, booking, { fecha: '2030-03-04', hora_inicio: '16:00' }))
  await sendMails(salon)
  const mail = mailbox.mails.find(({ subject }) => subject?.startsWith('Nueva hora'))
  assert.match(
    mail?.text ?? '',
    /10:00\. Te guardamos la hora nueva, pero todavía no está confirmada/,
  )
  assert.ok(mail)
  const { method, status } = entryOf(mail)
  assert.deepEqual([method, status], ['REQUEST', 'TENTATIVE'])
})

test("D30: quotes in the salon's name are encoded in the calendar entry as RFC 6868 says", async () => {
  const salon = await openSalon({
    professionals: ['Ana'],
    editFile: (file) => ({ ...file, profile: { ...file.profile, name: 'Corte "Sur" ^ Sol' } }),
  })
  await salon.guest.book('Ana', '10:00')
  await sendMails(salon)
  const unfolded = (mailbox.mails[0]?.calendar ?? '').replaceAll(/\r?\n /g, '')
  const lines = unfolded.split(/\r?\n/)
  const named = (name: string) => lines.find((line) => line.startsWith(name)) ?? ''
  assert.match(named('ORGANIZER'), /;CN="Corte \^'Sur\^' \^\^ Sol"[;:]/)
})

test('D30: an email is in the language of the booking, Arabic from right to left', async () => {
  const salon = await openSalon({ professionals: ['Ana'] })
  for (const [time, language] of [
    ['10:00', 'en'],
    ['11:00', 'ar'],
  ] as const) {
    await salon.guest.post(`/reservas/crear/?lang=${language}`, {
      servicio_ids: [salon.id('Corte')],
      peluquero_id: salon.id('Ana'),
      fecha: salon.today,
      hora_inicio: time,
      nombre: 'Noor',
      email: `${language}@example.com`,
    })
  }
  await sendMails(salon)
  const [english, arabic] = mailbox.mails.toSorted((one, other) =>
    (one.recipients[0] ?? '') < (other.recipients[0] ?? '') ? 1 : -1,
  )
  assert.match(english?.subject ?? '', /^Confirmed: Monday,? 4 March 2030, 10:00/)
  assert.match(english?.html ?? '', /<html lang="en" dir="ltr">/)
  assert.match(arabic?.subject ?? '', /^تأكيد الموعد: .*، 11:00/)
  assert.match(arabic?.html ?? '', /<html lang="ar" dir="rtl">/)
  assert.match(arabic?.html ?? '', /<th scope="row" class="rule muted" align="right"/)
})

test('D30: a sign-in code is in the text, not in the subject, and is deleted once sent', async () => {
  const salon = await openSalon()
  const registered = await salon.guest.post('/auth/registro/', {
    nombre: 'Lucía',
    email: 'lucia@example.com',
    password: 'a long enough one',
  })
  assert.equal(registered.status, 201)
  await sendMails(salon)
  const code = /^\d{6}$/m.exec(mailbox.mails[0]?.text ?? '')?.[0]
  // digits run from left to right, in a paragraph with the direction of the email
  assert.match(
    mailbox.mails[0]?.html ?? '',
    new RegExp(`<p style="[^"]*"><span dir="ltr">${code}<`),
  )
  assert.ok(code)
  assert.ok(!mailbox.mails[0]?.subject?.includes(code))
  const [stored] = await mailsOf(salon)
  assert.ok(!JSON.stringify(stored).includes(code))
})

test("D30: emails about payments and accounts are in the recipient's language, with the amount and the code", async () => {
  const salon = await openSalon()
  const { tenant } = await requestContextFor(salon)
  const payment = {
    customerId: 1,
    customerName: 'Lucía',
    code: 'ABCDEFGH12',
    intentRef: 'pi_1',
    amountCents: 1850,
  }
  const kinds = {
    payment_failed: { ...payment, currency: 'EUR', message: 'Your card was declined.' },
    refund_failed: { ...payment, currency: 'EUR', message: 'insufficient_funds' },
    dispute: { ...payment, currency: 'EUR', reason: 'fraudulent' },
    payment_review: { ...payment, currency: 'EUR', receivedCents: 900, receivedCurrency: 'USD' },
  }
  for (const language of languages) {
    for (const [kind, payload] of Object.entries({
      ...kinds,
      account_restricted: { account: 'acct_1' },
      payout_failed: {
        payoutRef: 'po_1',
        ...{ amountCents: 1850, currency: 'EUR', message: 'The account has been closed.' },
      },
      no_account: {},
    })) {
      const to = `${kind}.${language}@example.com`
      const mail = { to, language, payload, cause: to, now: salon.clock.now() }
      await tenant.db.transaction((tx) =>
        mailQueries.requestMail(tx, { ...mail, kind: kind as MailKind }),
      )
    }
  }
  await sendMails(salon)
  const textOf = (kind: string, language: string) => {
    const mail = mailbox.mails.find(
      ({ recipients }) => recipients[0] === `${kind}.${language}@example.com`,
    )
    return `${mail?.subject}\n${mail?.text}`.replaceAll('\u00a0', ' ')
  }
  assert.match(
    textOf('payment_failed', 'es'),
    /Tu pago no se ha completado.*Hola, Lucía.*18,50 €.*ABCDEFGH12.*declined/s,
  )
  assert.match(
    textOf('refund_failed', 'en'),
    /A refund failed: ABCDEFGH12.*€18\.50.*Lucía.*pi_1.*insufficient_funds/s,
  )
  assert.match(textOf('dispute', 'es'), /en disputa: ABCDEFGH12.*18,50 €.*fraudulent/s)
  assert.match(textOf('payment_review', 'en'), /€18\.50.*Arrived: US\$9$/ms)
  assert.match(textOf('account_restricted', 'es'), /no puede cobrar con tarjeta.*acct_1/s)
  assert.match(
    textOf('payout_failed', 'es'),
    /ha devuelto una liquidación.*18,50 €.*has been closed.*po_1/s,
  )
  assert.match(textOf('no_account', 'es'), /no tienes una cuenta.*^Hola:.*regístrate/ms)
  assert.match(textOf('no_account', 'en'), /no account.*register with this address/s)
  for (const kind of [...Object.keys(kinds), 'account_restricted', 'payout_failed', 'no_account'])
    assert.match(textOf(kind, 'ar'), /مرحبًا/)
})

test('no email contains a stored name that reads as a link or has several lines', async () => {
  const salon = await openSalon({ professionals: ['Ana'] })
  await salon.guest.book('Ana', '10:00')
  const name = 'Gana ya\r\nhttps://evil.example'
  await witness`
    update mails set payload = jsonb_set(payload, '{contact,name}', ${witness.json(name)})
    where business_id = ${salon.businessId}`
  const { tenant } = await requestContextFor(salon)
  const payment = { customerId: 1, customerName: name, code: 'ABC', intentRef: 'pi_1' }
  const amount = { amountCents: 100, currency: 'EUR', message: 'declined' }
  const order = { ...amount, ...payment }
  for (const [kind, payload] of Object.entries({
    code: { code: '123456', name, minutes: 10 },
    payment_failed: order,
    refund_failed: order,
  })) {
    const mail = { to: `${kind}@example.com`, language: 'es', payload, cause: kind } as const
    await tenant.db.transaction((tx) =>
      mailQueries.requestMail(tx, { ...mail, kind: kind as MailKind, now: salon.clock.now() }),
    )
  }
  await sendMails(salon)
  assert.equal(mailbox.mails.length, 4)
  for (const { text, html, subject, calendar } of mailbox.mails) {
    assert.doesNotMatch(`${subject}${text}${html}${calendar}`, /evil|Gana/)
    assert.match(text ?? '', /^Hola[:,]/m)
  }
})

test('the salon\u2019s name is one line in the sender and the subject', async () => {
  const salon = await openSalon({ professionals: ['Ana'] })
  await witness`
    update businesses
    set name = ${'Salón\r\nBcc: x@evil.example\u202e'}, catalog_version = catalog_version + 1
    where business_id = ${salon.businessId}`
  await salon.guest.book('Ana', '10:00')
  await sendMails(salon)
  const [mail] = mailbox.mails
  assert.equal(mail?.from?.name, 'Salón Bcc: x@evil.example')
  assert.match(mail?.subject ?? '', /· Salón Bcc: x@evil\.example$/)
  assert.deepEqual(mail?.recipients, ['lucia@example.com'])
  assert.equal(mail?.bcc, undefined)
})

test("D30: emails lead to the salon's pages, where a held booking is paid, and say what goes back", async () => {
  const salon = await openSalon({
    settings: { onlinePage: true, acceptsOnlinePayments: true, requiresPrepayment: true },
    now: '2030-03-01T09:00',
  })
  await connectTestAccount(salon)
  const publicUrl = 'https://book.example'
  const mailsNow = async () => {
    mailbox.mails.length = 0
    await runJobs(salon, { smtpUrl: mailbox.url, publicUrl })
    return mailbox.mails.map(({ text }) => text?.replaceAll('\u00a0', ' ') ?? '')
  }
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: '2030-03-04' }), 201)
  const page = `${publicUrl}/s/${salon.slug}`
  const [held = ''] = await mailsNow()
  assert.ok(held.includes(`Pagar 18 €:\n${page}/r/${booking.codigo}?lang=es\n`), held)
  assert.match(held, /^Por pagar ahora: 18 €$/m)

  await payOnline(salon, { booking })
  const [confirmed = ''] = await mailsNow()
  assert.match(confirmed, /^Pagado: 18 €$/m)
  assert.doesNotMatch(confirmed, /Por pagar/)

  const cancellation = { motivo: 'Ana está enferma', nota_interna: 'Tercera baja este mes' }
  dataOf(await salon.backend.post(`/reservas/${booking.id}/cancelar/`, cancellation))
  const [cancelled = ''] = await mailsNow()
  assert.match(cancelled, /^Motivo: Ana está enferma$/m)
  assert.match(cancelled, /^Pagado: 18 €\nDevolución: 18 €$/m)
  assert.ok(cancelled.includes(`Reservar otra vez:\n${page}?lang=es\n`))
  for (const { text, html, calendar } of mailbox.mails)
    assert.doesNotMatch(`${text}${html}${calendar}`, /Tercera baja/)
})

test('an email that cannot be sent is retried, and sent once', async () => {
  const salon = await openSalon({ professionals: ['Ana'] })
  await salon.guest.book('Ana', '10:00')
  mailbox.refuses(true)
  await assert.rejects(sendMails(salon), /no mail today/)
  const [waiting] = await mailsOf(salon)
  assert.deepEqual([waiting?.state, waiting?.attempts], ['waiting', 1])
  assert.match(waiting?.lastError, /no mail today/)

  mailbox.refuses(false)
  await runJobs(salon, { smtpUrl: mailbox.url, again: true })
  assert.equal(mailbox.mails.length, 1)
  const [sent] = await mailsOf(salon)
  assert.deepEqual([sent?.state, sent?.lastError, sent?.payload], ['sent', '', {}])
})

test('D30: after eight retries an email has failed, and its job is dead', async () => {
  const salon = await openSalon({ professionals: ['Ana'] })
  await salon.guest.book('Ana', '10:00')
  mailbox.refuses(true)
  await runJobs(salon, { smtpUrl: mailbox.url, mayFail: true })
  for (let retries = 0; retries < 8; retries++) {
    assert.equal((await mailsOf(salon))[0]?.state, 'waiting', `after ${retries} retries`)
    await runJobs(salon, { smtpUrl: mailbox.url, again: true, mayFail: true })
  }
  const [mail] = await mailsOf(salon)
  assert.deepEqual([mail?.state, mail?.attempts], ['failed', 9])
  const jobs = await jobsDatabase()
  const [job] = await jobs`
    select attempts, max_attempts from jobs._private_jobs
    where payload ->> 'businessId' = ${salon.businessId} and last_error <> ''`
  assert.deepEqual([job?.attempts, job?.maxAttempts], [9, 9])
})

test('D30: without an SMTP server emails stay in the database', async () => {
  const salon = await openSalon({ professionals: ['Ana'] })
  await salon.guest.book('Ana', '10:00')
  await runJobs(salon)
  const [mail] = await mailsOf(salon)
  assert.equal(mail?.state, 'kept')
  assert.match(mail?.textBody, /Tu cita está confirmada/)
  assert.match(mail?.calendar, /BEGIN:VEVENT/)
})
