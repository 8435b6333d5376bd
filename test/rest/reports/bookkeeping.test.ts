import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBalances } from '@silla/core'
import { parseCsv } from '../../../packages/core/src/provisioning/catalog-file/csv.ts'
import { testApi } from '../../support/api.ts'
import { assertError, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { runJobs } from '../../support/jobs.ts'
import { testProcessors } from '../../support/processor.ts'
import { openRandom } from '../../support/random.ts'
import { requestContextFor } from '../../support/request-context.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import type { ServiceFixture } from '../../support/salon-fixture.ts'
import { chargeFee, deposit, guarantee, saveCard, settleAll } from '../../support/saved-cards.ts'

// The bookkeeping of a month (D56) adds up, whatever has happened in it.

const menu: ServiceFixture[] = [
  { name: 'Corte', minutes: 5, priceCents: 1999, vatBasisPoints: 2100 },
  { name: '=Tinte', minutes: 5, priceCents: 3333, vatBasisPoints: 1000 },
  { name: 'Peinado', minutes: 5, priceCents: 1001 },
]
const fixture = {
  payments: { feeBasisPoints: 300 },
  now: '2030-03-01T08:00',
  services: menu,
  products: [{ name: 'Cera', priceCents: 1400, vatBasisPoints: 400, stock: 500 }],
  professionals: ['Ana'],
  hours: Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((weekday) => [weekday, '00:00-23:45'])),
}

interface Line {
  tipo: string
  concepto: string
  codigo: string
  metodo: string
  liquidacion: string
  moneda: string
  iva: string
  /** In cents. */
  amounts: Record<
    'bruto' | 'procesador' | 'plataforma' | 'reembolso' | 'disputa' | 'neto' | 'propina',
    number
  >
}

const readBooks = async (salon: TestSalon) =>
  readBalances(await requestContextFor(salon), testProcessors)

/** The lines of the file of March. */
async function linesOf(salon: TestSalon): Promise<Line[]> {
  const { text } = await salon.backend.get('/informes/contabilidad/?mes=2030-03&formato=csv')
  const [, ...rows] = parseCsv(text).rows.map((cells) => cells.map((cell) => cell.text))
  return rows.map((cells) => {
    assert.equal(cells.length, 15)
    const cents = (index: number) => Math.round(Number(cells[index]?.replace(',', '.')) * 100)
    return {
      tipo: cells[1] ?? '',
      concepto: cells[2] ?? '',
      codigo: cells[3] ?? '',
      metodo: cells[4] ?? '',
      liquidacion: cells[13] ?? '',
      moneda: cells[14] ?? '',
      iva: cells[12] ?? '',
      amounts: {
        bruto: cents(5),
        procesador: cents(6),
        plataforma: cents(7),
        reembolso: cents(8),
        disputa: cents(9),
        neto: cents(10),
        propina: cents(11),
      },
    }
  })
}

const sum = (lines: readonly Line[], amount: keyof Line['amounts']): number =>
  lines.reduce((total, { amounts }) => total + amounts[amount], 0)

/** Printed with the test: put it here to repeat a month. */
const seed = Date.now() % 1_000_000

test(`D56: in a random month, the net of each payout is its amount, to the cent (seed ${seed})`, async () => {
  const random = openRandom(seed)
  const salon = await openSalon(fixture)
  const { fake, account } = salon.stripe
  const intents: string[] = []
  const visits: { id: number; intentRef: string | null; left: number }[] = []
  const taken = { cents: 0, tips: 0 }
  const entries: number[] = []
  const payOutIfDue = () => {
    try {
      return fake.payOut(account)
    } catch (error) {
      assert.match((error as Error).message, /nothing to pay out/)
      return null
    }
  }
  for (let day = 1; day <= 28; day++) {
    const date = `2030-03-${String(day).padStart(2, '0')}`
    salon.setTime(`${date}T08:00`)
    for (let slot = 0; slot < random.integer(0, 2); slot++) {
      const services = (['Corte', '=Tinte', 'Peinado'] as const).filter(() => random.chance(0.6))
      const booking = dataOf(
        await salon.backend.book('Ana', `1${slot}:00`, {
          ...{ date, services: services.length === 0 ? ['Corte'] : services },
          email: `guest-${day}-${slot}@example.com`,
        }),
        201,
      )
      const left = booking.total_centimos as number
      if (random.chance(0.6)) {
        const intent = await salon.guest.createIntent(booking)
        salon.stripe.pay(intent)
        await salon.stripe.deliverWebhooks()
        const intentRef = intent.data.payment_intent_id as string
        intents.push(intentRef)
        visits.push({ id: booking.id, intentRef, left })
      } else {
        const monto = random.integer(1, left) / 100
        const propina = random.chance(0.5) ? random.integer(1, 500) / 100 : 0
        const metodo = random.pick(['efectivo', 'tarjeta', 'otro'])
        const entry = dataOf(
          await salon.backend.post('/cobros/', { reserva_id: booking.id, metodo, monto, propina }),
          201,
        )
        entries.push(entry.id)
        taken.cents += Math.round(monto * 100)
        taken.tips += Math.round(propina * 100)
        if (random.chance(0.2)) {
          dataOf(await salon.backend.post(`/cobros/${entry.id}/anular/`, { motivo: 'Error' }), 201)
          taken.cents -= Math.round(monto * 100)
          taken.tips -= Math.round(propina * 100)
        }
      }
    }
    if (random.chance(0.3)) {
      const sale = dataOf(
        await salon.backend.post('/ventas/', {
          items: [{ producto_id: salon.id('Cera'), cantidad: random.integer(1, 3) }],
          nombre: 'Pablo',
        }),
        201,
      )
      const body = { pedido_id: sale.id, metodo: 'efectivo', monto: sale.total }
      dataOf(await salon.backend.post('/cobros/', body), 201)
      taken.cents += Math.round(sale.total * 100)
    }
    const paid = visits.filter(({ intentRef }) => intentRef !== null)
    if (paid.length > 0 && random.chance(0.4)) {
      const visit = random.pick(paid)
      const monto = random.integer(1, Math.max(1, Math.floor(visit.left / 2))) / 100
      // more than is left is refused
      await salon.backend.post(`/reservas/${visit.id}/reembolsar/`, { monto })
      await runJobs(salon, { mayFail: true })
    }
    if (intents.length > 0 && random.chance(0.15)) {
      const dispute = fake.dispute(intents.pop() as string, 'fraudulent', random.integer(1, 500))
      if (random.chance(0.7)) fake.closeDispute(dispute.id, random.pick(['won', 'lost']))
      await salon.stripe.deliverWebhooks()
    }
    if (random.chance(0.3)) {
      const payout = payOutIfDue()
      if (payout !== null) {
        if (random.chance(0.2)) fake.failPayout(payout.id)
        else fake.arrive(payout.id)
      }
      await readBooks(salon)
    }
  }
  salon.setTime('2030-03-31T08:00')
  // refunds and disputes of a month may come to more than one visit
  let lastPayout: ReturnType<typeof payOutIfDue> = null
  for (let hour = 9; lastPayout === null; hour++) {
    const last = dataOf(
      await salon.backend.book('Ana', `${hour}:00`.padStart(5, '0'), {
        date: '2030-03-31',
        services: ['=Tinte', 'Corte'],
        email: `last-${hour}@example.com`,
      }),
      201,
    )
    salon.stripe.pay(await salon.guest.createIntent(last))
    lastPayout = payOutIfDue()
  }
  await readBooks(salon)

  const lines = await linesOf(salon)
  const byPayout = Map.groupBy(lines, ({ liquidacion }) => liquidacion)
  for (const { id, amount } of fake.payouts(account))
    assert.equal(sum(byPayout.get(id) ?? [], 'neto'), amount, `the lines of ${id}`)
  const online = lines.filter(({ metodo }) => metodo === 'online')
  assert.ok(
    online.every(({ liquidacion }) => liquidacion !== ''),
    'everything is paid out',
  )
  const booked = fake.balanceTransactions(account)
  const bookedSum = (category: RegExp) =>
    booked
      .filter(({ reporting_category }) => category.test(reporting_category))
      .reduce((total, { amount }) => total + amount, 0)
  assert.deepEqual(
    [sum(online, 'bruto'), sum(online, 'reembolso'), sum(online, 'disputa')],
    [bookedSum(/^charge$/), bookedSum(/^refund/), bookedSum(/^dispute/)],
  )
  assert.equal(
    sum(online, 'procesador') + sum(online, 'plataforma'),
    booked.reduce((total, { fee }) => total + fee, 0),
  )
  const desk = lines.filter(({ metodo }) => metodo !== 'online')
  assert.deepEqual(
    [sum(desk, 'neto'), sum(desk, 'propina'), sum(online, 'propina')],
    [taken.cents, taken.tips, 0],
  )
  for (const { amounts: each, tipo } of lines)
    if (tipo !== 'liquidacion_fallida')
      assert.equal(
        each.neto,
        each.bruto + each.reembolso + each.disputa - each.procesador - each.plataforma,
      )
})

test('D56: a line has what was booked, with the VAT of then, in each language and on the command line alike', async () => {
  const salon = await openSalon(fixture)
  const { witness } = await testDatabase()
  const booking = dataOf(
    await salon.backend.book('Ana', '10:00', { services: ['Corte', '=Tinte', 'Peinado'] }),
    201,
  )
  await salon.apply({
    ...fixture,
    services: menu.map((service) => ({ ...service, vatBasisPoints: 500 })),
  })
  const stored = await witness<{ rate: number | null }[]>`
    select vat_basis_points as rate from booking_lines
    where booking_id = ${booking.id} order by position`
  assert.deepEqual(
    stored.map(({ rate }) => rate),
    [2100, 1000, null],
  )
  const entry = dataOf(
    await salon.backend.post('/cobros/', {
      ...{ reserva_id: booking.id, metodo: 'efectivo', monto: 50, propina: 2.5 },
    }),
    201,
  )
  const lines = await linesOf(salon)
  assert.deepEqual(
    lines.map(({ iva, amounts }) => [iva, amounts.bruto, amounts.neto, amounts.propina]),
    [
      ['21', 1578, 1578, 250],
      ['10', 2632, 2632, 0],
      ['', 790, 790, 0],
    ],
  )
  assert.equal(sum(lines, 'bruto'), 5000)
  assert.partialDeepStrictEqual(lines[0], {
    tipo: 'cobro',
    concepto: 'Corte, =Tinte, Peinado',
    codigo: booking.codigo,
    metodo: 'efectivo',
    liquidacion: '',
  })
  salon.setTime('2030-03-01T08:01')
  dataOf(await salon.backend.post(`/cobros/${entry.id}/anular/`, { motivo: 'Error' }), 201)
  const english = await salon.backend.get('/informes/contabilidad/?mes=2030-03&formato=csv&lang=en')
  assert.equal(
    english.headers.get('content-disposition'),
    'attachment; filename="contabilidad-2030-03.csv"',
  )
  assert.equal(english.text.split('\r\n').length, 8)
  assert.match(english.text, /^fecha,tipo,/)
  assert.match(english.text, /,cobro_anulado,.*,-15\.78,/)

  const first = dataOf(await salon.backend.get('/informes/contabilidad/?mes=2030-03&limite=1'))
  const second = dataOf(
    await salon.backend.get(
      `/informes/contabilidad/?mes=2030-03&limite=1&despues_de=${first.siguiente}`,
    ),
  )
  assert.deepEqual(
    [first, second].map(({ items, siguiente }) => [
      items.length,
      items[0].tipo,
      siguiente === null,
    ]),
    [
      [3, 'cobro', false],
      [3, 'cobro_anulado', true],
    ],
  )
  assert.deepEqual(dataOf(await salon.backend.get('/informes/contabilidad/?mes=2030-02')).items, [])
  assertError(await salon.backend.get('/informes/contabilidad/?mes=2030-13'), 'INVALID_DATE')
  const professional = await salon.staff('professional', { professional: 'Ana' })
  assertError(await professional.get('/informes/contabilidad/'), 'PERMISSION_REQUIRED')
})

test('D57: a fee is one line without VAT, whatever rates the missed visit had', async () => {
  const settings = { cardGuarantee: guarantee, cancellationHours: 24 }
  const salon = await openSalon({ ...fixture, settings })
  const missed = { date: '2030-03-06', services: ['Corte', '=Tinte'], email: 'lucia@example.com' }
  const booking = dataOf(await salon.guest.book('Ana', '10:00', missed), 201)
  await saveCard(salon, booking)
  salon.setTime('2030-03-06T12:00')
  dataOf(await salon.backend.post(`/reservas/${booking.id}/no-show/`, {}))
  dataOf(await chargeFee(salon, booking))
  await settleAll(salon)
  salon.stripe.fake.payOut(salon.stripe.account)
  await readBooks(salon)
  const lines = await linesOf(salon)
  assert.deepEqual(
    lines.map(({ tipo, codigo, iva, amounts }) => [tipo, codigo, iva, amounts.bruto]),
    [['cargo', booking.codigo, '', 5332]],
  )
})

test('D56: a deposit is named as one', async () => {
  const salon = await openSalon({ ...fixture, settings: { deposit } })
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { services: ['Peinado'] }), 201)
  salon.stripe.pay(await salon.guest.createIntent(booking, { amount: 300 }))
  await settleAll(salon)
  salon.stripe.fake.payOut(salon.stripe.account)
  await readBooks(salon)
  const lines = await linesOf(salon)
  assert.deepEqual(
    lines.map(({ tipo, codigo, amounts }) => [tipo, codigo, amounts.bruto]),
    [['senal', booking.codigo, 300]],
  )
})

test('D56: formulas among the names stay text', async () => {
  const salon = await openSalon({ ...fixture, services: menu.slice(1, 2) })
  const booking = dataOf(await salon.backend.book('Ana', '10:00'), 201)
  dataOf(
    await salon.backend.post('/cobros/', { reserva_id: booking.id, metodo: 'otro', monto: 1 }),
    201,
  )
  const { text } = await salon.backend.get('/informes/contabilidad/?mes=2030-03&formato=csv')
  assert.match(text, /;'=Tinte;/)
})

test('D56: the file of a month is sent while it is read: its beginning before its end is known', async () => {
  const salon = await openSalon({ ...fixture, services: menu.slice(0, 1) })
  const { id } = dataOf(await salon.backend.book('Ana', '10:00'), 201)
  const { witness } = await testDatabase()
  const count = 4000
  await witness`
    insert into till_entries (
      business_id, booking_id, method, amount_cents, tip_cents, currency, author_kind, author_name,
      created_at)
    select ${salon.businessId}, ${id}, 'cash', n, 0, 'EUR', 'key', 'Web',
      timestamptz '2030-03-02T08:00:00Z' + n * interval '1 second'
    from generate_series(1, ${count}) n`
  // the last entry is read when the lock is free; Citus does not create a policy with `is not null`
  await witness.unsafe(`create policy waits on till_entries as restrictive for select to silla_api
    using (amount_cents < ${count} or pg_advisory_xact_lock_shared(56)::text = '')`)
  const path = '/api/v1/informes/contabilidad/?mes=2030-03&formato=csv&lang=en'
  const { url } = await testApi()
  const beginning = await witness.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(56)`
    const { body } = await fetch(new URL(path, url), {
      headers: { 'x-api-key': salon.secretKey },
    })
    const texts = (body ?? assert.fail()).pipeThrough(new TextDecoderStream())
    const reader = texts.getReader()
    const { value = '' } = await reader.read()
    return { text: value, reader }
  })
  assert.match(beginning.text, /^fecha,tipo,/)
  let { text } = beginning
  for (;;) {
    const { done, value } = await beginning.reader.read()
    if (done) break
    text += value
  }
  const lines = text.trimEnd().split('\r\n')
  assert.equal(lines.length, count + 1)
  assert.match(lines.at(-1) ?? '', /,40\.00,/)
})
