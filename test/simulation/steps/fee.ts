import { expect } from '../failure.ts'
import { type FeeReason, feeOf, feeRefusal, mostCents } from '../model/fees.ts'
import type { ModelBooking } from '../model/model.ts'
import type { Simulation } from '../simulation.ts'
import { confirmIntent, isAccountError, payCard, processorErrors } from './pay.ts'
import { withFault } from './processor-fault.ts'
import type { Step } from './step.ts'

const words = { no_show: 'no_show', late_cancel: 'cancelacion_tardia' } as const

/** The salon charges a fee to a card, one or two people at once, or only tries it (D51). */
export const chargeFee: Step = {
  name: 'charge a fee',
  weight: (simulation) =>
    simulation.model.bookings.some((each) => isChargedFor(simulation, each))
      ? 150
      : simulation.model.bookings.some(hasGuarantee)
        ? 2
        : 0,
  async run(simulation, random) {
    const { model, rows, api, step } = simulation
    const likely = model.bookings.filter((each) => isChargedFor(simulation, each))
    const booking =
      likely.length > 0 && random.chance(0.9)
        ? random.pick(likely)
        : random.pick(model.bookings.filter(hasGuarantee))
    const reason = random.chance(0.9)
      ? likelyReason(booking)
      : random.pick(['no_show', 'late_cancel'] as const)
    const most = Math.max(0, mostCents(rows, booking, reason))
    const cents = random.weighted([
      [5, null],
      [3, random.integer(0, most)],
      [1, most + random.integer(1, 300)],
    ])
    const refusal = feeRefusal(model, rows, booking, { reason, cents })
    const isSimulated = random.chance(0.15)
    const count = !isSimulated && random.chance(0.2) ? 2 : 1
    const answers = await Promise.all(
      Array.from({ length: count }, () =>
        api.post(
          { kind: 'salon' },
          `/reservas/${booking.id}/cargo/`,
          { motivo: words[reason], ...(cents !== null && { monto: cents / 100 }) },
          { isSimulated },
        ),
      ),
    )
    const codes = answers.map(({ code }) => code).sort()
    const text =
      `${count > 1 ? 'twice at once, ' : ''}a fee (${reason}) of ${cents ?? 'the most'} is charged for ` +
      `${booking.label} (${booking.state})${isSimulated ? ', simulated' : ''}: ${codes.join(', ')}`
    const done = answers.filter(({ code }) => code === 'ok')
    expect(
      done.length === (refusal === null ? 1 : 0) &&
        codes.every((code) => code === 'ok' || code === (refusal ?? 'FEE_ALREADY_CHARGED')),
      'a fee is charged once, for what was agreed and within its time',
      () => `${text}, expected ${refusal ?? 'ok'}`,
    )
    for (const { data } of done) {
      expect(
        Math.round(data.monto * 100) === (cents ?? most) && data.estado === 'solicitado',
        'a fee is at most what was agreed less what is kept',
        () => `${text}: ${JSON.stringify(data)}, expected ${cents ?? most} cents`,
      )
      if (!isSimulated) step.feesCharged.set(booking.id, cents ?? most)
    }
    return text
  },
}

const hasGuarantee = ({ guarantee }: ModelBooking): boolean => guarantee !== null

const likelyReason = ({ state }: ModelBooking): FeeReason =>
  state === 'cancelled' ? 'late_cancel' : 'no_show'

const isChargedFor = ({ model, rows }: Simulation, booking: ModelBooking): boolean =>
  feeRefusal(model, rows, booking, { reason: likelyReason(booking), cents: null }) === null

/** The salon waives a fee, charged or not (D51). */
export const waiveFee: Step = {
  name: 'waive a fee',
  weight: ({ rows }) => (rows.fees.length > 0 ? 12 : 0),
  async run({ model, rows, api }, random) {
    const fee = random.pick(rows.fees)
    const booking = model.bookings.find(({ id }) => id === fee.bookingId) as ModelBooking
    const isAllowed = feeOf(rows, booking) !== undefined
    const path = `/reservas/${booking.id}/cargo/perdonar/`
    const { code, data } = await api.post({ kind: 'salon' }, path)
    const text = `the fee of ${booking.label} (${fee.state}) is waived: ${code}`
    expect(
      code === (isAllowed ? 'ok' : 'FEE_NOT_ALLOWED') &&
        (!isAllowed || data.estado === 'perdonado'),
      'a fee can be waived unless it has failed',
      () => text,
    )
    return text
  },
}

/** The customer pays a fee that their bank wants to authenticate, with the link (D51). */
export const payFee: Step = {
  name: 'pay a fee',
  weight: ({ rows }) => (rows.fees.some(({ state }) => state === 'action') ? 120 : 0),
  async run(simulation, random) {
    const { model, rows, api, processor, step } = simulation
    const fee = random.pick(rows.fees.filter(({ state }) => state === 'action'))
    const {
      id,
      code: codigo,
      customerId,
      label,
      person,
    } = model.bookings.find((each) => each.id === fee.bookingId) as ModelBooking
    const payment = rows.feePayments.find((each) => each.id === fee.paymentId)
    const isWrong = random.chance(0.1)
    const amount = fee.amountCents + (isWrong ? 1 : 0)
    let text = ''
    const fault = await withFault(simulation, random, async () => {
      const body = { type: 'booking', reference_id: id, cliente_id: customerId, codigo, amount }
      const guest = { kind: 'guest', person } as const
      const options = { mayFail: step.hasFault }
      const { code, data } = await api.post(guest, '/pagos/intent/', body, options)
      text = `the customer pays ${amount} cents for the fee of ${label}: ${code}`
      const intent = processor.intent(payment?.intentRef ?? null)
      const isOver = intent?.status !== 'requires_payment_method'
      const expected = !model.canCharge
        ? 'PROCESSOR_NOT_CONFIGURED'
        : isWrong
          ? 'AMOUNT_MISMATCH'
          : 'ok'
      expect(
        code === expected ||
          (step.hasFault && processorErrors.includes(code)) ||
          (expected === 'ok' && (isOver || isAccountError(simulation, code))),
        'a fee with a link is paid with its own intent and amount',
        () => `${text}, expected ${expected}`,
      )
      if (code !== 'ok') return
      expect(
        data.payment_intent_id === payment?.intentRef,
        'a fee with a link is paid with its own intent and amount',
        () => text,
      )
      text += `, ${payCard(simulation, random, data.payment_intent_id)}`
      if (random.chance(0.4))
        text += `, ${await confirmIntent(simulation, data.payment_intent_id, { caller: guest, body })}`
    })
    return `${text}${fault}`
  },
}
