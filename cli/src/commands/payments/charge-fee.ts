import { randomUUID } from 'node:crypto'
import { Flags } from '@oclif/core'
import { parseAmount } from '../../flags/amount.ts'
import { bookingArgument } from '../../flags/arguments.ts'
import { businessFlag, yesFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'
import { sanitize } from '../../text/sanitize.ts'
import { formatMoney } from '../../text/values.ts'

export default class PaymentsChargeFee extends SillaCommand {
  static override summary = 'Charge a fee for a visit that was missed or cancelled late'
  static override description =
    'Charges the card that the customer left with the booking, once, until 14 days after the start: at ' +
    'most what they agreed to, less what is kept of what they paid online. The worker charges the card; ' +
    'payments list shows what became of it. Asks for confirmation on a terminal; without a terminal it ' +
    'needs --yes. --dry-run only shows the amount.'
  static override examples = [
    '<%= config.bin %> payments charge-fee barberia-centro 7K2MP9QRST',
    '<%= config.bin %> payments charge-fee barberia-centro 7K2MP9QRST --dry-run',
    '<%= config.bin %> payments charge-fee barberia-centro 7K2MP9QRST --reason no-show --amount 12 --yes --json',
  ]
  static override args = { booking: bookingArgument }
  static override flags = {
    business: businessFlag,
    reason: Flags.option({
      description: 'Why it is charged; default: by the state of the booking.',
      options: ['no-show', 'late-cancel'] as const,
    })(),
    amount: Flags.string({
      description: 'The amount; default: the most that may be charged.',
      helpValue: '12.00',
    }),
    name: Flags.string({
      description: 'An idempotency key of your choice: repeated, it charges nothing again.',
    }),
    'dry-run': Flags.boolean({ description: 'Only show the amount that would be charged.' }),
    yes: yesFlag,
  }

  async run() {
    const { args, flags } = await this.parse(PaymentsChargeFee)
    const [{ chargeFee, planFee }, { findBooking }, { processors }] = await Promise.all([
      import('@silla/core/payments/fees/charge-fee'),
      import('@silla/core/bookings/find-booking'),
      import('../../db/processor.ts'),
    ])
    const readContext = await this.operatorContext(flags.business)
    const { booking } = await findBooking(readContext, args.booking)
    const input = {
      bookingId: booking.id,
      reason: flags.reason ? reasons[flags.reason] : reasonOf(booking),
      amountCents: flags.amount === undefined ? null : parseAmount('amount', flags.amount),
    }
    const key = flags.name ?? randomUUID()
    const sentence = (amountCents: number) =>
      `${formatMoney(amountCents, booking.currency)} to the card of ` +
      `${sanitize(booking.contact.name)}, for booking ${booking.code}`
    // a name that is repeated is answered by its key: a plan would refuse it as a second fee
    const planned =
      flags.name === undefined || flags['dry-run']
        ? (await planFee(readContext, processors(), input)).amountCents
        : null
    if (planned !== null && flags['dry-run']) {
      this.log(`${sentence(planned)}: it would be charged.`)
      return { dryRun: true, amountCents: planned, fee: null }
    }
    const what = planned === null ? `a fee for booking ${booking.code}` : sentence(planned)
    await this.confirm(`Charge ${what}?`, flags.yes)
    const context = await this.operatorContext(flags.business, { bookingId: booking.id })
    const fee = await chargeFee(
      {
        ...context,
        idempotentRequest: {
          ...{ key, scope: 'payments charge-fee', repeated: false },
          content: JSON.stringify(input),
        },
      },
      processors(),
      input,
    )
    this.log(`Charging ${sentence(fee.amountCents)}; the worker charges the card.`)
    return { dryRun: false, amountCents: fee.amountCents, fee }
  }
}

const reasons = { 'no-show': 'no_show', 'late-cancel': 'late_cancel' } as const

const reasonOf = ({ state }: { state: string }) =>
  state === 'cancelled' ? 'late_cancel' : 'no_show'
