import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Processors, readBalance } from '@silla/core'
import { assertError, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { emailsTo } from '../../support/emails.ts'
import { publishEvents } from '../../support/events.ts'
import { jobsDatabase, runJobs } from '../../support/jobs.ts'
import { testProcessors } from '../../support/processor.ts'
import { requestContextFor } from '../../support/request-context.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'

const fixture = { payments: { feeBasisPoints: 300 }, now: '2030-03-04T08:00' } as const

/** What is read of a line. */
type Line = Record<string, unknown>

/** Books at a time and pays; returns the booking and the processor's intent. */
async function payBooking(salon: TestSalon, time: string) {
  const email = `guest-${time.replace(':', '')}@example.com`
  const booking = dataOf(await salon.guest.book('Ana', time, { date: '2030-03-06', email }), 201)
  const intent = await salon.guest.createIntent(booking)
  salon.stripe.pay(intent)
  await salon.stripe.deliverWebhooks()
  return { booking, intentRef: intent.data.payment_intent_id as string }
}

async function runNightly(salon: TestSalon, time: string): Promise<void> {
  salon.setTime(time)
  await (await jobsDatabase())`select jobs.add_job('begin-night')`
  await runJobs(salon)
}

test('D56: a payout has its lines after the night, which add up to its amount', async () => {
  const salon = await openSalon(fixture)
  const { fake, account } = salon.stripe
  const first = await payBooking(salon, '10:00')
  const second = await payBooking(salon, '11:00')
  dataOf(await salon.backend.post(`/reservas/${first.booking.id}/reembolsar/`, { monto: 5 }))
  await runJobs(salon)
  const dispute = fake.dispute(second.intentRef, 'fraudulent', 300)
  fake.closeDispute(dispute.id, 'won')
  await payBooking(salon, '12:00')
  const paidOut = fake.payOut(account)
  await runNightly(salon, '2030-03-05T03:30')

  const [listed, ...others] = dataOf(await salon.backend.get('/liquidaciones/')).items
  assert.deepEqual(others, [])
  assert.partialDeepStrictEqual(listed, {
    referencia: paidOut.id,
    estado: 'en_camino',
    monto: paidOut.amount / 100,
    moneda: 'EUR',
    llegada: '2030-03-05',
    motivo_fallo: '',
  })
  const detail = dataOf(await salon.backend.get(`/liquidaciones/${listed.id}/`))
  assert.equal(detail.desglose.neto, listed.monto)
  assert.partialDeepStrictEqual(detail.desglose, {
    lineas: 6,
    bruto: 54,
    reembolsado: -5,
    disputado: 0,
    comision_plataforma: 1.62,
  })
  assert.deepEqual(detail.items.map((line: { tipo: string }) => line.tipo).sort(), [
    'disputa',
    'disputa_ganada',
    'pago',
    'pago',
    'pago',
    'reembolso',
  ])
  const lineOf = (kind: string) =>
    detail.items.find(
      (line: { tipo: string; reserva_id: number }) =>
        line.tipo === kind && line.reserva_id === first.booking.id,
    )
  assert.partialDeepStrictEqual(lineOf('pago'), {
    pago_id: lineOf('reembolso').pago_id,
    codigo: first.booking.codigo,
    bruto: 18,
    comision_plataforma: 0.54,
  })
  assert.equal(lineOf('reembolso').codigo, first.booking.codigo, 'a refund names its booking too')

  const parts = []
  let place = ''
  do {
    const part = dataOf(await salon.backend.get(`/liquidaciones/${listed.id}/?limite=4${place}`))
    parts.push(part.items.length)
    place = part.siguiente === null ? '' : `&despues_de=${part.siguiente}`
  } while (place !== '')
  assert.deepEqual(parts, [4, 2])

  fake.arrive(paidOut.id)
  salon.setTime('2030-03-06T12:00')
  await payBooking(salon, '13:00')
  fake.payOut(account)
  await runNightly(salon, '2030-03-07T03:30')
  const newest = dataOf(await salon.backend.get('/liquidaciones/?limite=1'))
  assert.equal(newest.items[0].estado, 'en_camino')
  const older = dataOf(
    await salon.backend.get(`/liquidaciones/?limite=1&antes_de=${newest.siguiente}`),
  )
  assert.deepEqual(
    [older.items[0].id, older.items[0].estado, older.siguiente],
    [listed.id, 'pagada', null],
  )
  const days = dataOf(await salon.backend.get('/liquidaciones/?desde=2030-03-06&hasta=2030-03-06'))
  assert.deepEqual(days.items, newest.items)

  assertError(await salon.backend.get('/liquidaciones/987654321/'), 'PAYOUT_NOT_FOUND')
  const receptionist = await salon.staff('receptionist')
  assertError(await receptionist.get('/liquidaciones/'), 'PERMISSION_REQUIRED')
  const other = await openSalon()
  assertError(await other.backend.get(`/liquidaciones/${listed.id}/`), 'PAYOUT_NOT_FOUND')
})

test('D56: the sums of a payout have the fee of a lost dispute, and what belongs to no payment', async () => {
  const salon = await openSalon(fixture)
  const { fake, account } = salon.stripe
  for (const time of ['10:00', '11:00', '12:00']) await payBooking(salon, time)
  const lost = await payBooking(salon, '13:00')
  fake.closeDispute(fake.dispute(lost.intentRef).id, 'lost')
  const own = { currency: 'eur', description: 'Billing' } as const
  salon.setTime('2030-03-04T08:01')
  fake.adjust(account, { ...own, category: 'fee', amount: -200 })
  salon.setTime('2030-03-04T08:02')
  fake.adjust(account, { ...own, category: 'other_adjustment', amount: 125 })
  fake.payOut(account)
  await runNightly(salon, '2030-03-05T03:30')

  const [listed] = dataOf(await salon.backend.get('/liquidaciones/')).items
  const { desglose, items } = dataOf(await salon.backend.get(`/liquidaciones/${listed.id}/`))
  assert.deepEqual(desglose, {
    ...{ lineas: 7, bruto: 72, reembolsado: 0, disputado: -18, otros: -0.75 },
    ...{ comision_procesador: 22.08, comision_plataforma: 2.16, neto: 29.01 },
  })
  assert.equal(listed.monto, 29.01)
  const notPayments = items.filter(({ tipo }: { tipo: string }) => tipo !== 'pago')
  assert.deepEqual(
    notPayments.map(({ tipo, codigo, bruto, comision_procesador, neto }: Line) => [
      ...[tipo, codigo, bruto, comision_procesador, neto],
    ]),
    [
      ['disputa', lost.booking.codigo, -18, 20, -38],
      ['comision', '', -2, 0, -2],
      ['otro', '', 1.25, 0, 1.25],
    ],
  )
  const books = dataOf(await salon.backend.get('/informes/contabilidad/?mes=2030-03')).items
  assert.deepEqual(
    books
      .filter(({ tipo }: Line) => tipo !== 'pago')
      .map(({ tipo, concepto, bruto, disputa, comision_procesador, neto }: Line) => [
        ...[tipo, concepto, bruto, disputa, comision_procesador, neto],
      ]),
    [
      ['disputa', 'Corte', 0, -18, 20, -38],
      ['comision', 'Billing', 0, 0, 2, -2],
      ['ajuste', 'Billing', 0, 0, 0, 1.25],
    ],
  )
})

test('D56: where the bank account is in another currency, payouts and their lines are in that', async () => {
  const salon = await openSalon(fixture)
  const { fake, account } = salon.stripe
  fake.settleIn(account, { currency: 'gbp', rate: 0.85 })
  const { booking } = await payBooking(salon, '10:00')
  salon.setTime('2030-03-04T08:01')
  const till = { reserva_id: booking.id, metodo: 'efectivo', monto: 0, propina: 2 }
  dataOf(await salon.backend.post('/cobros/', till), 201)
  const paidOut = fake.payOut(account)
  await runNightly(salon, '2030-03-05T03:30')

  const [listed] = dataOf(await salon.backend.get('/liquidaciones/')).items
  const { desglose, items } = dataOf(await salon.backend.get(`/liquidaciones/${listed.id}/`))
  const inPounds = { moneda: 'GBP', bruto: 15.3, neto: 14.4 }
  assert.partialDeepStrictEqual(
    [listed, desglose, ...items],
    [{ monto: 14.4, moneda: 'GBP' }, { bruto: 15.3, neto: 14.4 }, inPounds],
  )
  const { pago, moneda } = dataOf(await salon.backend.get(`/reservas/${booking.id}/`))
  assert.deepEqual([pago, moneda], [{ estado: 'completado', monto: 18 }, 'EUR'])
  const path = '/informes/contabilidad/?mes=2030-03'
  assert.partialDeepStrictEqual(dataOf(await salon.backend.get(path)).items, [
    { metodo: 'online', ...inPounds },
    { metodo: 'efectivo', moneda: 'EUR' },
  ])
  const { text } = await salon.backend.get(`${path}&formato=csv&lang=en`)
  const [heading, ...rows] = text.trimEnd().split('\r\n')
  assert.match(heading ?? '', /,liquidacion,moneda$/)
  assert.deepEqual(
    rows.map((row) => row.split(',').slice(-2)),
    [
      [paidOut.id, 'GBP'],
      ['', 'EUR'],
    ],
  )

  fake.failPayout(paidOut.id)
  await salon.stripe.deliverWebhooks()
  const [mail] = (await emailsTo(salon, 'hola@example.com')).filter(
    ({ kind }) => kind === 'payout_failed',
  )
  assert.partialDeepStrictEqual(mail?.payload, { amountCents: 1440, currency: 'GBP' })
})

test('D56: a reading that fails midway goes on where it was, and reads no page again', async () => {
  const salon = await openSalon(fixture)
  const { fake, account } = salon.stripe
  for (const time of ['10:00', '10:30', '11:00', '11:30', '12:00']) await payBooking(salon, time)
  fake.payOut(account)
  salon.setTime('2030-03-05T03:30')
  const context = await requestContextFor(salon)
  const { witness } = await testDatabase()
  const stored = async () => {
    const [row] = await witness<{ count: number; paidOut: number }[]>`
      select count(*)::int as count, count(payout_ref)::int as paid_out
      from balance_entries where business_id = ${salon.businessId}`
    return row
  }
  /** Pages of one line, of which the processor sends only some. */
  const failing = (pages: number): Processors => {
    return (mode) => {
      const processor = testProcessors(mode)
      if (processor === null) return null
      let sent = 0
      return {
        ...processor,
        async *listBalanceEntries(input) {
          for await (const page of processor.listBalanceEntries(input))
            for (const entry of page) {
              if (sent++ === pages) throw new Error('the connection was closed')
              yield [entry]
            }
        },
      }
    }
  }
  await assert.rejects(readBalance(context, failing(2), account))
  assert.deepEqual(await stored(), { count: 2, paidOut: 0 })
  await assert.rejects(readBalance(context, failing(3), account))
  assert.deepEqual(await stored(), { count: 5, paidOut: 0 })
  const failingContents: Processors = (mode) => {
    const processor = testProcessors(mode)
    return (
      processor && {
        ...processor,
        async *listPayoutEntries() {
          yield* []
          throw new Error('the connection was closed')
        },
      }
    )
  }
  await assert.rejects(readBalance(context, failingContents, account))
  await readBalance(context, testProcessors, account)
  assert.deepEqual(await stored(), { count: 6, paidOut: 6 })
  await readBalance(context, testProcessors, account)
  assert.deepEqual(await stored(), { count: 6, paidOut: 6 }, 'another reading changes nothing')
})

test('D56: a payout that fails is an email and an event, once, also when its event is lost', async () => {
  const salon = await openSalon(fixture)
  const { fake, account } = salon.stripe
  const failures = async () => {
    await publishEvents(salon)
    const { items } = dataOf(await salon.backend.get('/eventos/?limite=500'))
    const mails = await emailsTo(salon, 'hola@example.com')
    return [
      items
        .filter(({ tipo }: { tipo: string }) => tipo === 'liquidacion.fallida')
        .map(({ datos }: { datos: { referencia: string } }) => datos.referencia),
      mails.filter(({ kind }) => kind === 'payout_failed').length,
    ]
  }
  await payBooking(salon, '10:00')
  const first = fake.payOut(account)
  fake.failPayout(first.id, 'account_closed')
  await salon.stripe.deliverWebhooks()
  assert.deepEqual(await failures(), [[first.id], 1])
  await runNightly(salon, '2030-03-05T03:30')
  assert.deepEqual(await failures(), [[first.id], 1])

  const second = fake.payOut(account)
  await runNightly(salon, '2030-03-06T03:30')
  fake.failPayout(second.id)
  await runNightly(salon, '2030-03-07T03:30')
  assert.deepEqual(await failures(), [[first.id, second.id], 2])
  await salon.stripe.deliverWebhooks()
  await runNightly(salon, '2030-03-08T03:30')
  assert.deepEqual(await failures(), [[first.id, second.id], 2])

  const third = fake.payOut(account)
  await runNightly(salon, '2030-03-09T03:30')
  const [listed] = dataOf(await salon.backend.get('/liquidaciones/')).items
  const detail = dataOf(await salon.backend.get(`/liquidaciones/${listed.id}/`))
  assert.deepEqual([listed.referencia, detail.desglose.neto], [third.id, listed.monto])
  assert.deepEqual(
    detail.items.map((line: { tipo: string }) => line.tipo),
    ['liquidacion_fallida'],
    'the money of the second, which had that of the first',
  )
})

test('D56: a payout that failed within 30 days of its making is reported, an older one is listed only', async () => {
  const salon = await openSalon({ ...fixture, timezone: 'UTC' })
  const { fake, account } = salon.stripe
  await payBooking(salon, '10:00')
  const older = fake.payOut(account)
  fake.failPayout(older.id)
  salon.clock.set(new Date('2030-03-04T08:00:02Z'))
  const newer = fake.payOut(account)
  fake.failPayout(newer.id)
  // nobody has heard of either before: their events are lost
  salon.clock.set(new Date('2030-04-03T08:00:01Z'))
  await readBalance(await requestContextFor(salon), testProcessors, account)
  await publishEvents(salon)

  const { items } = dataOf(await salon.backend.get('/eventos/?limite=500'))
  const reported = items
    .filter(({ tipo }: { tipo: string }) => tipo === 'liquidacion.fallida')
    .map(({ datos }: { datos: { referencia: string } }) => datos.referencia)
  const mails = (await emailsTo(salon, 'hola@example.com'))
    .filter(({ kind }) => kind === 'payout_failed')
    .map(({ payload }) => payload.payoutRef)
  assert.deepEqual([reported, mails], [[newer.id], [newer.id]])
  const listed = dataOf(await salon.backend.get('/liquidaciones/')).items
  assert.deepEqual(
    listed.map(({ referencia, estado }: Record<string, string>) => [referencia, estado]),
    [
      [newer.id, 'fallida'],
      [older.id, 'fallida'],
    ],
  )
})

test('D56: a line that the processor lists up to an hour late is read', async () => {
  const salon = await openSalon({ ...fixture, timezone: 'UTC' })
  const { account } = salon.stripe
  const context = await requestContextFor(salon)
  await payBooking(salon, '10:00')
  salon.setTime('2030-03-04T08:30')
  await payBooking(salon, '11:00')
  const { witness } = await testDatabase()
  const stored = async () => {
    const [row] = await witness<{ count: number }[]>`
      select count(*)::int as count from balance_entries where business_id = ${salon.businessId}`
    return row?.count
  }
  /** The processor without the lines of its last hour. */
  const lagging: Processors = (mode) => {
    const processor = testProcessors(mode)
    return (
      processor && {
        ...processor,
        async *listBalanceEntries(input) {
          for await (const page of processor.listBalanceEntries(input))
            yield page.filter(({ createdAt }) => createdAt < new Date('2030-03-04T08:15:00Z'))
        },
      }
    )
  }
  salon.setTime('2030-03-04T09:00')
  await readBalance(context, lagging, account)
  assert.equal(await stored(), 1)
  salon.setTime('2030-03-05T03:30')
  await readBalance(context, testProcessors, account)
  assert.equal(await stored(), 2)
})
