import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { emailsTo } from '../../support/emails.ts'
import { runJobs } from '../../support/jobs.ts'
import { openSalon, type PayableBooking, type TestSalon } from '../../support/salon.ts'
import {
  bookWithCard,
  changePrice,
  chargeFee,
  confirmCard,
  feesOf,
  guarantee,
  heldAtProcessor,
  missVisit,
  openCardSalon,
  requestCard,
  saveCard,
  settleAll,
  termsOf,
  waiveFee,
} from '../../support/saved-cards.ts'

const cards = {
  authenticatedEachTime: '4000002760003184',
  savesThenDeclines: '4000000000000341',
  declined: '4000000000000002',
}

const detailOf = async (salon: TestSalon, { codigo }: Pick<PayableBooking, 'codigo'>) =>
  dataOf(await salon.guest.get(`/reservas/codigo/${codigo}/`))

const stateOf = async (salon: TestSalon, booking: PayableBooking) =>
  (await detailOf(salon, booking)).estado

test('D47, D50: a booking waits for a card, and saving it confirms the booking without a charge', async () => {
  const salon = await openCardSalon()
  const visit = {
    ...{ servicio_ids: [salon.id('Corte')], peluquero_id: salon.id('Ana') },
    fecha: '2030-03-06',
  }
  const hold = dataOf(
    await salon.guest.post('/retenciones/', { ...visit, hora_inicio: '16:00' }),
    201,
  )
  assert.deepEqual(
    [hold.pago_requerido, hold.garantia],
    [true, { no_show: 18.5, cancelacion_tardia: 9.25 }],
  )
  const booking = await bookWithCard(salon)
  assert.equal(await stateOf(salon, booking), 'pendiente')
  const terms = await termsOf(salon, booking)
  assert.deepEqual(
    [terms.no_show, terms.cancelacion_tardia, terms.moneda, terms.hasta, terms.gratis_hasta],
    [18.5, 9.25, 'EUR', '2030-03-20T10:00:00.000Z', '2030-03-05T10:00:00.000Z'],
  )
  assert.match(terms.texto, /18,50\s€/)
  assertError(await requestCard(salon, booking, 'x'), 'POLICY_CHANGED')
  const { setup_intent_id: setup } = dataOf(await requestCard(salon, booking))
  assertError(await confirmCard(salon, booking, setup), 'CARD_NOT_SAVED')
  assert.equal(dataOf(await requestCard(salon, booking)).setup_intent_id, setup, 'the same card')
  const { fake, account } = salon.stripe
  fake.saveCard(setup, cards.declined)
  assertError(await confirmCard(salon, booking, setup), 'CARD_DECLINED')
  fake.saveCard(setup)
  const saved = dataOf(await confirmCard(salon, booking, setup))
  assert.deepEqual(saved, {
    ...{ estado: 'guardada', marca: 'visa', ultimos4: '4242', caduca: '2034-12-31' },
  })
  assert.deepEqual(dataOf(await confirmCard(salon, booking, setup)), saved)
  assert.equal(await stateOf(salon, booking), 'confirmada')
  assertError(await requestCard(salon, booking), 'CANNOT_PAY')
  assert.equal(fake.setupIntents(account).length, 1)
  assert.equal(heldAtProcessor(salon), 0)
})

test('D50: an event alone confirms the booking, and one that comes too late does not', async () => {
  const salon = await openCardSalon()
  const booking = await bookWithCard(salon)
  const { setup_intent_id: setup } = dataOf(await requestCard(salon, booking))
  salon.stripe.fake.saveCard(setup)
  await settleAll(salon)
  assert.equal(await stateOf(salon, booking), 'confirmada')

  const late = await bookWithCard(salon, { time: '12:00', email: 'marta@example.com' })
  const { setup_intent_id: lateSetup } = dataOf(await requestCard(salon, late))
  salon.clock.set(new Date(salon.clock.now().getTime() + 16 * 60_000))
  await runJobs(salon)
  assert.equal(await stateOf(salon, late), 'cancelada')
  assert.throws(() => salon.stripe.fake.saveCard(lateSetup), { message: /canceled/ })
  assertError(await confirmCard(salon, late, lateSetup), 'CARD_NOT_SAVED')

  // saved at the last moment: the expiry sees it first
  const last = await bookWithCard(salon, { time: '13:00', email: 'nora@example.com' })
  const { setup_intent_id: lastSetup } = dataOf(await requestCard(salon, last))
  salon.stripe.fake.saveCard(lastSetup)
  salon.clock.set(new Date(salon.clock.now().getTime() + 16 * 60_000))
  await runJobs(salon)
  assert.equal(await stateOf(salon, last), 'confirmada')
})

test('D50: a card that ends before the visit is not kept, and another one can be left', async () => {
  const salon = await openCardSalon()
  const booking = await bookWithCard(salon)
  const { setup_intent_id: setup } = dataOf(await requestCard(salon, booking))
  const { fake, account } = salon.stripe
  fake.saveCard(setup, undefined, { month: 2, year: 2030 })
  assertError(await confirmCard(salon, booking, setup), 'CARD_EXPIRES_TOO_EARLY')
  await runJobs(salon)
  assert.equal(fake.paymentMethods(account)[0]?.customer, null, 'it is detached')
  await saveCard(salon, booking)
  assert.equal(await stateOf(salon, booking), 'confirmada')
})

test('D51: a fee is charged once, and never more than the customer agreed to', async () => {
  const salon = await openCardSalon()
  const booking = await bookWithCard(salon)
  await saveCard(salon, booking)
  assertError(await chargeFee(salon, booking), 'FEE_NOT_ALLOWED')
  salon.setTime('2030-03-06T11:00')
  dataOf(await salon.backend.post(`/reservas/${booking.id}/no-show/`, {}))
  assertError(await chargeFee(salon, booking, { motivo: 'cancelacion_tardia' }), 'FEE_NOT_ALLOWED')
  assertError(
    await chargeFee(salon, booking, { motivo: 'no_show', monto: 18.51 }),
    'AMOUNT_MISMATCH',
  )
  for (const monto of [0.1, 1.234])
    assertError(await chargeFee(salon, booking, { motivo: 'no_show', monto }), 'INVALID_AMOUNT')
  const tried = { motivo: 'no_show', monto: 18.5, estado: 'solicitado', enlace_hasta: null }
  const { pago_id: _, ...trial } = dataOf(
    await chargeFee(salon, booking, { motivo: 'no_show' }, { 'x-simular': 'true' }),
  )
  assert.deepEqual(trial, { ...tried, simulado: true })
  assert.deepEqual(
    [await feesOf(salon, booking), (await detailOf(salon, booking)).cargo],
    [[], null],
  )
  const key = { 'idempotency-key': 'fee-1' }
  const fee = dataOf(await chargeFee(salon, booking, { motivo: 'no_show' }, key))
  assert.deepEqual([fee.estado, fee.monto, fee.motivo], ['solicitado', 18.5, 'no_show'])
  assert.deepEqual(dataOf(await chargeFee(salon, booking, { motivo: 'no_show' }, key)), fee)
  assertError(await chargeFee(salon, booking), 'FEE_ALREADY_CHARGED')
  await settleAll(salon)
  assert.deepEqual(await feesOf(salon, booking), [['charged', 'completed', 1850]])
  assertError(await chargeFee(salon, booking), 'FEE_ALREADY_CHARGED')
  assert.equal(heldAtProcessor(salon), 1850)
  const mails = await emailsTo(salon, 'lucia@example.com')
  assert.equal(mails.filter(({ kind }) => kind === 'fee_charged').length, 1)
  const { pagos, cargo, a_pagar_ahora } = await detailOf(salon, booking)
  assert.deepEqual([cargo, a_pagar_ahora], [{ ...tried, estado: 'cobrado' }, 0])
  const listed = dataOf(await salon.backend.get('/reservas/')).items[0]
  assert.deepEqual(listed.cargo, cargo)
  assert.deepEqual(
    pagos.map(({ concepto, estado, monto }: Record<string, unknown>) => [concepto, estado, monto]),
    [['cargo', 'completado', 18.5]],
  )
})

test('D51: a late cancellation is possible with a card, and costs at most its part', async () => {
  const salon = await openCardSalon()
  const booking = await bookWithCard(salon)
  await saveCard(salon, booking)
  const preview = async () =>
    dataOf(
      await salon.guest.get(`/reservas/${booking.id}/cancelacion/`, {
        'x-reserva-codigo': booking.codigo,
      }),
    )
  assert.deepEqual([(await preview()).puede, (await preview()).cargo_posible], [true, 0])
  salon.setTime('2030-03-05T12:00')
  assert.deepEqual([(await preview()).puede, (await preview()).cargo_posible], [true, 9.25])
  dataOf(await salon.guest.cancel(booking))
  assertError(await chargeFee(salon, booking), 'FEE_NOT_ALLOWED')
  const late = { motivo: 'cancelacion_tardia' }
  assert.equal(dataOf(await chargeFee(salon, booking, late)).monto, 9.25)
  await settleAll(salon)
  assert.equal(heldAtProcessor(salon), 925)
})

test('D51: neither an early cancellation nor one by the salon allows a fee', async () => {
  const salon = await openCardSalon()
  const early = await bookWithCard(salon)
  await saveCard(salon, early)
  dataOf(await salon.guest.cancel(early))
  const bySalon = await bookWithCard(salon, { time: '12:00', email: 'marta@example.com' })
  await saveCard(salon, bySalon)
  salon.setTime('2030-03-06T09:00')
  dataOf(await salon.backend.post(`/reservas/${bySalon.id}/cancelar/`, {}))
  for (const booking of [early, bySalon])
    for (const motivo of ['no_show', 'cancelacion_tardia'])
      assertError(await chargeFee(salon, booking, { motivo }), 'FEE_NOT_ALLOWED')
  assert.equal(heldAtProcessor(salon), 0)
})

test('D51: until 14 days after the start, and then the card is given up', async () => {
  const salon = await openCardSalon()
  const booking = await missVisit(salon)
  salon.setTime('2030-03-20T10:01')
  assertError(await chargeFee(salon, booking), 'FEE_WINDOW_CLOSED')
  await runJobs(salon)
  const { fake, account } = salon.stripe
  assert.equal(fake.paymentMethods(account)[0]?.customer, null)
})

test('D37, D51: the card of a visit that is moved to an earlier day is given up 14 days after its new start', async () => {
  const salon = await openCardSalon()
  const booking = await bookWithCard(salon, { date: '2030-03-20' })
  await saveCard(salon, booking)
  const move = { fecha: '2030-03-06', hora_inicio: '10:00', por_negocio: true }
  dataOf(await salon.backend.post(`/reservas/${booking.id}/reprogramar/`, move))
  const { fake, account } = salon.stripe
  salon.setTime('2030-03-20T09:59')
  await runJobs(salon)
  assert.notEqual(fake.paymentMethods(account)[0]?.customer, null)
  salon.setTime('2030-03-20T10:01')
  await runJobs(salon)
  assert.equal(fake.paymentMethods(account)[0]?.customer, null)
})

test('D51: a bank that wants to authenticate the customer gets them by a link to the same intent', async () => {
  const salon = await openCardSalon()
  const booking = await missVisit(salon, cards.authenticatedEachTime)
  dataOf(await chargeFee(salon, booking))
  await settleAll(salon)
  assert.deepEqual(await feesOf(salon, booking), [['action', 'failed', 0]])
  const mails = await emailsTo(salon, 'lucia@example.com')
  assert.equal(mails.at(-1)?.kind, 'fee_authentication')
  const detail = await detailOf(salon, booking)
  assert.deepEqual(
    [detail.cargo.estado, detail.cargo.enlace_hasta, detail.a_pagar_ahora],
    ['accion', new Date(salon.clock.now().getTime() + 7 * 86_400_000).toISOString(), 1850],
  )
  const { fake, account } = salon.stripe
  const intents = fake.paymentIntents(account)
  const intent = await salon.guest.createIntent(booking, { amount: 1850 })
  assert.equal(dataOf(intent).payment_intent_id, intents[0]?.id, 'the same intent')
  fake.pay(dataOf(intent).client_secret, cards.authenticatedEachTime)
  fake.settle(dataOf(intent).client_secret)
  const paid = dataOf(await salon.guest.confirmPayment(intent, booking))
  assert.equal(paid.reserva_actualizada, true)
  await settleAll(salon)
  assert.deepEqual(await feesOf(salon, booking), [['charged', 'completed', 1850]])
  assert.equal(heldAtProcessor(salon), 1850)
})

test('D51: after seven days the link ends, and the intent cannot be paid', async () => {
  const salon = await openCardSalon()
  const booking = await missVisit(salon, cards.authenticatedEachTime)
  dataOf(await chargeFee(salon, booking))
  await settleAll(salon)
  salon.clock.set(new Date(salon.clock.now().getTime() + 7 * 86_400_000 + 60_000))
  await settleAll(salon)
  assert.deepEqual(await feesOf(salon, booking), [['failed', 'cancelled', 0]])
  assertError(await salon.guest.createIntent(booking, { amount: 1850 }), 'CANNOT_PAY')
  assert.equal(heldAtProcessor(salon), 0)
})

test('D51: a declined fee is reported to the salon, and may be tried again once it is closed', async () => {
  const salon = await openCardSalon()
  const booking = await missVisit(salon, cards.savesThenDeclines)
  for (const count of [1, 2]) {
    dataOf(await chargeFee(salon, booking, { motivo: 'no_show', monto: 10 }))
    await settleAll(salon)
    const failed = ['failed', 'cancelled', 0]
    assert.deepEqual(await feesOf(salon, booking), Array(count).fill(failed))
  }
  const mails = await emailsTo(salon, 'lucia@example.com')
  assert.ok(!mails.some(({ kind }) => kind.startsWith('fee_')))
  assertError(await waiveFee(salon, booking), 'FEE_NOT_ALLOWED')
  assert.equal(heldAtProcessor(salon), 0)
})

test('D51: a waived fee is never charged, and what was charged goes back', async () => {
  const salon = await openCardSalon()
  const requested = await missVisit(salon)
  dataOf(await chargeFee(salon, requested))
  assert.equal(dataOf(await waiveFee(salon, requested)).estado, 'perdonado')
  await settleAll(salon)
  assert.deepEqual(await feesOf(salon, requested), [['waived', 'cancelled', 0]])
  assertError(await chargeFee(salon, requested), 'FEE_ALREADY_CHARGED')

  const other = await openCardSalon()
  const charged = await missVisit(other)
  dataOf(await chargeFee(other, charged))
  await settleAll(other)
  dataOf(await waiveFee(other, charged))
  await settleAll(other)
  assert.deepEqual(await feesOf(other, charged), [['waived', 'refunded', 1850]])
  assert.deepEqual([heldAtProcessor(salon), heldAtProcessor(other)], [0, 0])
})

test('D51: a visit that did take place after all gives its fee back', async () => {
  const salon = await openCardSalon()
  const booking = await missVisit(salon)
  dataOf(await chargeFee(salon, booking))
  await settleAll(salon)
  dataOf(await salon.backend.post(`/reservas/${booking.id}/completar/`, {}))
  await settleAll(salon)
  assert.equal(heldAtProcessor(salon), 0)
  assertError(await chargeFee(salon, booking), 'FEE_ALREADY_CHARGED')
})

test('D46, D51: what the customer paid online is part of what they agreed to', async () => {
  const salon = await openCardSalon()
  const booking = await bookWithCard(salon)
  await saveCard(salon, booking)
  const intent = await salon.guest.createIntent(booking)
  salon.stripe.pay(intent)
  dataOf(await salon.guest.confirmPayment(intent, booking))
  salon.setTime('2030-03-06T11:00')
  dataOf(await salon.backend.post(`/reservas/${booking.id}/no-show/`, {}))
  assertError(await chargeFee(salon, booking), 'FEE_NOT_ALLOWED')
  dataOf(await salon.backend.post(`/reservas/${booking.id}/reembolsar/`, { monto: 8.5 }))
  await settleAll(salon)
  assert.equal(dataOf(await chargeFee(salon, booking)).monto, 8.5)
  await settleAll(salon)
  assert.equal(heldAtProcessor(salon), 1850)
})

test('D51, D74: the card of a customer who was merged is charged as theirs at the processor', async () => {
  const salon = await openCardSalon()
  const { fake, account } = salon.stripe
  const other = await bookWithCard(salon, { time: '12:00', email: 'marta@example.com' })
  await saveCard(salon, other)
  const booking = await bookWithCard(salon)
  await saveCard(salon, booking)
  const merge = { con: booking.cliente.id }
  dataOf(await salon.backend.post(`/clientes/${other.cliente.id}/fusionar/`, merge))
  salon.setTime('2030-03-06T13:00')
  for (const { id } of [booking, other])
    dataOf(await salon.backend.post(`/reservas/${id}/no-show/`, {}))
  dataOf(await chargeFee(salon, booking))
  dataOf(await chargeFee(salon, other))
  await settleAll(salon)
  assert.deepEqual(await feesOf(salon, booking), [['charged', 'completed', 1850]])
  assert.deepEqual(await feesOf(salon, other), [['charged', 'completed', 1850]])
  const payers = fake.paymentIntents(account).map(({ customer }) => customer)
  assert.equal(new Set(payers).size, 2)
})

test('D50: nothing is required where the salon books, without payments, and below the minimum charge', async () => {
  const salon = await openCardSalon()
  const visit = { date: '2030-03-06', por_negocio: true }
  const bySalon = dataOf(await salon.backend.book('Ana', '10:00', visit), 201)
  assert.deepEqual(
    [bySalon.estado, (await detailOf(salon, bySalon)).garantia],
    ['confirmada', null],
  )
  const cheap = await openCardSalon({
    cardGuarantee: { ...guarantee, noShowPercent: 2, lateCancelPercent: 0 },
  })
  const withoutPayments = await openSalon({
    now: '2030-03-04T08:00',
    settings: { cardGuarantee: guarantee },
  })
  for (const each of [cheap, withoutPayments]) {
    const booked = dataOf(await each.guest.book('Ana', '10:00', { date: '2030-03-06' }), 201)
    assert.deepEqual([booked.estado, (await detailOf(each, booked)).garantia], ['confirmada', null])
    assertError(await requestCard(each, booked, 'x'), 'FEE_NOT_ALLOWED')
  }
})

test('D50, D51: a stranger reaches neither the card nor the fee of a booking', async () => {
  const salon = await openCardSalon()
  const booking = await bookWithCard(salon)
  const { id, cliente } = booking
  const { setup_intent_id } = dataOf(await requestCard(salon, booking))
  const card = { reference_id: id, cliente_id: cliente.id, condiciones: 'x' }
  const stranger = await salon.customer({ nombre: 'Eva', email: 'eva@example.com' })
  const { guest } = salon
  const other = { codigo: '0000000000' }
  assertError(await guest.get(`/reservas/${id}/condiciones/`), 'AUTHENTICATION_REQUIRED')
  assertError(await guest.post('/pagos/tarjeta/', card), 'AUTHENTICATION_REQUIRED')
  assertError(await guest.post('/pagos/tarjeta/', { ...card, ...other }), 'BOOKING_NOT_FOUND')
  assertError(await stranger.post('/pagos/tarjeta/', card), 'BOOKING_NOT_FOUND')
  const confirmation = { setup_intent_id, ...other }
  assertError(await guest.post('/pagos/tarjeta/confirmar/', confirmation), 'PAYMENT_NOT_FOUND')
  for (const who of [guest, stranger]) {
    const charge = await who.post(`/reservas/${id}/cargo/`, { motivo: 'no_show' })
    assertError(charge, 'INSUFFICIENT_SCOPE')
    assertError(await who.post(`/reservas/${id}/cargo/perdonar/`, {}), 'INSUFFICIENT_SCOPE')
  }
})

test('D12, D50: the data export has the card and what the customer agreed to', async () => {
  const salon = await openCardSalon()
  const booking = await bookWithCard(salon)
  const { version, texto } = await termsOf(salon, booking)
  await saveCard(salon, booking)
  const customer = await salon.customer({ nombre: 'Lucía Prado', email: 'lucia@example.com' })
  const { tarjetas } = dataOf(await customer.get('/cliente/exportar/'))
  const [{ condiciones, id: _id, ...card }, ...others] = tarjetas
  assert.deepEqual(others, [])
  assert.deepEqual(card, {
    ...{ reserva_id: booking.id, estado: 'guardada', marca: 'visa', ultimos4: '4242' },
    ...{ caduca: '2034-12-31', created_at: '2030-03-04T08:00:00.000Z' },
  })
  assert.deepEqual(
    [condiciones.version, condiciones.texto, condiciones.no_show, condiciones.aceptadas_en],
    [version, texto, 18.5, '2030-03-04T08:00:00.000Z'],
  )
})

test('D50: terms that change while the page is open have to be read again, and are what is agreed to', async () => {
  const salon = await openCardSalon()
  const booking = await bookWithCard(salon)
  const read = await termsOf(salon, booking)
  salon.setTime('2030-03-04T08:01')
  dataOf(
    await salon.backend.post(`/reservas/${booking.id}/reprogramar/`, {
      ...{ fecha: '2030-03-07', hora_inicio: '10:00', por_negocio: true },
    }),
  )
  assertError(await requestCard(salon, booking, read.version), 'POLICY_CHANGED')
  assert.equal(salon.stripe.fake.setupIntents(salon.stripe.account).length, 0)
  const changed = await termsOf(salon, booking)
  assert.notEqual(changed.texto, read.texto)
  const { setup_intent_id: setup } = dataOf(await requestCard(salon, booking, changed.version))
  // accepted, and changed again before the card is typed
  dataOf(
    await salon.backend.post(`/reservas/${booking.id}/reprogramar/`, {
      ...{ fecha: '2030-03-08', hora_inicio: '10:00', por_negocio: true },
    }),
  )
  assertError(await requestCard(salon, booking, changed.version), 'POLICY_CHANGED')
  salon.stripe.fake.saveCard(setup)
  assert.equal(dataOf(await confirmCard(salon, booking, setup)).estado, 'guardada')
  const { witness } = await testDatabase()
  const [agreed] = await witness<{ body: string }[]>`
    select body from card_consents where business_id = ${salon.businessId}`
  assert.equal(agreed?.body, changed.texto)
})

test('D50: the terms promise no free cancellation when it is too late for one', async () => {
  const salon = await openCardSalon()
  const termsIn = async ({ id, codigo }: PayableBooking, lang: string) =>
    dataOf(
      await salon.guest.get(`/reservas/${id}/condiciones/?lang=${lang}`, {
        'x-reserva-codigo': codigo,
      }),
    )
  const early = await bookWithCard(salon)
  const read = await termsOf(salon, early)
  assert.match(read.texto, /Puedo cancelar sin coste hasta el 5 de marzo .* hasta 9,25\s€/)

  // the last moment is free, and what was read before the deadline is not what is agreed to after it
  salon.setTime('2030-03-05T10:00')
  const atDeadline = await bookWithCard(salon, { time: '10:00', date: '2030-03-07' })
  salon.setTime('2030-03-06T10:00')
  assert.match((await termsOf(salon, atDeadline)).texto, /sin coste hasta el 6 de marzo/)
  const late = await bookWithCard(salon, {
    ...{ time: '16:00', email: 'marta@example.com' },
  })
  const texts = await Promise.all(
    ['es', 'en', 'ar'].map(async (language) => (await termsIn(late, language)).texto),
  )
  const [es, en, ar] = texts.map((text) => text.replace(/[\u00a0\u202f]/g, ' '))
  assert.match(es, /Ya es tarde para cancelar sin coste: si cancelo antes de que empiece, .*9,25 €/)
  assert.match(
    en,
    /It is too late to cancel free of charge: if I cancel before it begins, .*€9\.25/,
  )
  assert.match(ar, /فات وقت الإلغاء مجانًا: إذا ألغيت قبل بدايته/)
  for (const text of [es, en, ar]) assert.doesNotMatch(text, /hasta el|until \d|until [A-Z]|null/)
  await saveCard(salon, late)
  dataOf(await salon.guest.cancel(late))
  assert.equal(dataOf(await chargeFee(salon, late, { motivo: 'cancelacion_tardia' })).monto, 9.25)
})

test('D50: terms that were read before the deadline of a free cancellation are not accepted after it', async () => {
  const salon = await openCardSalon({ cancellationHours: 49 })
  salon.setTime('2030-03-04T08:55')
  const booking = await bookWithCard(salon)
  const { version } = await termsOf(salon, booking)
  salon.setTime('2030-03-04T09:01')
  assertError(await requestCard(salon, booking, version), 'POLICY_CHANGED')
  await saveCard(salon, booking)
})

test('D50: where only a missed visit is charged, cancelling is free until it begins', async () => {
  const salon = await openCardSalon({ cardGuarantee: { ...guarantee, lateCancelPercent: 0 } })
  const booking = await bookWithCard(salon)
  const { texto } = await termsOf(salon, booking)
  assert.match(texto, /Puedo cancelar sin coste hasta que empiece\. Si no me presento, .*18,50\s€/)
})

test('D51: a booking names the deadline that held when it was booked', async () => {
  const salon = await openCardSalon()
  const booking = await bookWithCard(salon)
  await saveCard(salon, booking)
  dataOf(await salon.backend.put('/ajustes/reglas/', { tiempo_cancelacion_horas: 2 }))
  const { garantia, cancelable_hasta } = await detailOf(salon, booking)
  assert.deepEqual(garantia, {
    ...{ no_show: 18.5, cancelacion_tardia: 9.25, gratis_hasta: '2030-03-05T10:00:00.000Z' },
    con_tarjeta: true,
  })
  assert.equal(cancelable_hasta, '2030-03-06T08:00:00.000Z')
})

test('D50, D51: a booking says whether it has a card, or may get one', async () => {
  const salon = await openCardSalon()
  const left = await bookWithCard(salon)
  const later = { time: '12:00', email: 'marta@example.com' }
  const without = await bookWithCard(salon, later)
  const hasCard = async (booking: PayableBooking) =>
    (await detailOf(salon, booking)).garantia.con_tarjeta
  assert.deepEqual([await hasCard(left), await hasCard(without)], [true, true])
  await saveCard(salon, left)
  dataOf(await salon.backend.post(`/reservas/${without.id}/confirmar/`, {}))
  assert.deepEqual([await hasCard(left), await hasCard(without)], [true, false])
  dataOf(await salon.guest.cancel(left))
  dataOf(await salon.guest.cancel(without))
  assert.deepEqual([await hasCard(left), await hasCard(without)], [true, false])
})

/** What the customer of a booking has done and the salon has charged, when the customer is erased. */
const erasable = {
  'a card that is being left': async (salon, booking) => {
    dataOf(await requestCard(salon, booking))
  },
  'a card that was saved and is not known yet': async (salon, booking) => {
    const { setup_intent_id: setup } = dataOf(await requestCard(salon, booking))
    salon.stripe.fake.saveCard(setup)
  },
  'a saved card': async (salon, booking) => {
    await saveCard(salon, booking)
  },
  'a fee that was requested': async (salon, booking) => {
    await missWithCard(salon, booking)
    dataOf(await chargeFee(salon, booking))
  },
  'a fee with a link': async (salon, booking) => {
    await missWithCard(salon, booking, cards.authenticatedEachTime)
    dataOf(await chargeFee(salon, booking))
    await settleAll(salon)
  },
  'a fee that was charged': async (salon, booking) => {
    await missWithCard(salon, booking)
    dataOf(await chargeFee(salon, booking))
    await settleAll(salon)
  },
  'a fee that was declined': async (salon, booking) => {
    await missWithCard(salon, booking, cards.savesThenDeclines)
    dataOf(await chargeFee(salon, booking))
    await settleAll(salon)
  },
  'a fee that was waived': async (salon, booking) => {
    await missWithCard(salon, booking)
    dataOf(await chargeFee(salon, booking))
    dataOf(await waiveFee(salon, booking))
  },
} satisfies Record<string, (salon: TestSalon, booking: PayableBooking) => Promise<void>>

const erasedFees: Record<string, unknown[]> = {
  'a fee that was requested': ['waived', 'cancelled', 0],
  'a fee with a link': ['waived', 'cancelled', 0],
  'a fee that was charged': ['charged', 'completed', 1850],
  'a fee that was declined': ['failed', 'cancelled', 0],
  'a fee that was waived': ['waived', 'cancelled', 0],
}

async function missWithCard(salon: TestSalon, booking: PayableBooking, card?: string) {
  await saveCard(salon, booking, card)
  salon.setTime('2030-03-06T20:00')
  dataOf(await salon.backend.post(`/reservas/${booking.id}/no-show/`, {}))
}

test('D12, D50: erasing a customer closes an open fee and detaches their card, at each state', async () => {
  const salon = await openCardSalon()
  const { fake, account } = salon.stripe
  for (const [index, [state, reach]] of Object.entries(erasable).entries()) {
    salon.setTime('2030-03-04T08:00')
    const email = `person-${index}@example.com`
    const booking = await bookWithCard(salon, { time: `1${index}:00`, email })
    await reach(salon, booking)
    const customer = await salon.customer({ nombre: 'Lucía Prado', email })
    dataOf(await customer.delete('/cliente/perfil/'))
    await settleAll(salon)
    const fees = erasedFees[state] ? [erasedFees[state]] : []
    assert.deepEqual(await feesOf(salon, booking), fees, state)
    assert.deepEqual(
      fake.paymentMethods(account).flatMap(({ customer }) => customer ?? []),
      [],
      `${state}: the card is detached`,
    )
    const open = fake
      .setupIntents(account)
      .filter(({ status }) => status !== 'succeeded' && status !== 'canceled')
    assert.deepEqual(open, [], `${state}: no card can be left any more`)
  }
  assert.equal(heldAtProcessor(salon), 1850, 'the fee that was charged')
})

test('D54: a booking that costs too little to be paid for is confirmed without its card', async () => {
  const salon = await openCardSalon()
  const booking = await bookWithCard(salon)
  await changePrice(salon, booking, 0)
  const { estado, expira_en, garantia } = await detailOf(salon, booking)
  assert.deepEqual([estado, expira_en, garantia.con_tarjeta], ['confirmada', null, false])
  assertError(await requestCard(salon, booking), 'CANNOT_PAY')
})
