import { randomUUID } from 'node:crypto'
import { Flags } from '@oclif/core'
import type { Refund } from '@silla/core'
import { UsageError } from '../../errors/report-error.ts'
import { paymentArgument } from '../../flags/arguments.ts'
import { businessFlag, yesFlag } from '../../flags/common-flags.ts'
import { paymentSubject } from '../../format/payments.ts'
import { SillaCommand } from '../../silla-command.ts'
import { sanitize } from '../../text/sanitize.ts'
import { formatMoney } from '../../text/values.ts'

export default class PaymentsRefund extends SillaCommand {
  static override summary = 'Refund a payment'
  static override description =
    'Refunds the remaining amount, or a part of it. The booking or order stays unchanged; ' +
    'bookings cancel refunds the payment of a booking itself. The worker sends the refund; ' +
    'payments show shows its state. Asks for confirmation on a terminal; without a terminal it ' +
    'needs --yes. --dry-run only shows the amount.'
  static override examples = [
    '<%= config.bin %> payments refund barberia-centro 1042',
    '<%= config.bin %> payments refund barberia-centro 1042 --dry-run',
    '<%= config.bin %> payments refund barberia-centro 1042 --amount 5.50 --yes --json',
  ]
  static override args = { id: paymentArgument }
  static override flags = {
    business: businessFlag,
    amount: Flags.string({
      description: 'The amount; default: the remaining amount.',
      helpValue: '5.50',
    }),
    name: Flags.string({
      description:
        'An idempotency key of your choice: a refund with the same name is made only once.',
    }),
    'dry-run': Flags.boolean({ description: 'Only show the amount that would be refunded.' }),
    yes: yesFlag,
  }

  async run(): Promise<{ dryRun: boolean; amountCents: number; refund: Refund | null }> {
    const { args, flags } = await this.parse(PaymentsRefund)
    const amountCents = flags.amount === undefined ? null : centsOf(flags.amount)
    const { planRefund, refundPayment } = await import('@silla/core/payments/refund-payment')
    const input = { paymentId: args.id, amountCents, name: flags.name ?? randomUUID() }
    const {
      payment,
      amountCents: refundCents,
      refund,
    } = await planRefund(await this.operatorContext(flags.business), input)
    const amount = formatMoney(refundCents, payment.currency)
    const customer = sanitize(payment.customerName)
    const total =
      `${formatMoney(payment.amountCents, payment.currency)} that ${customer} paid for ` +
      `${paymentSubject(payment)}`
    if (refund !== null) {
      this.log(
        `${amount} of the ${total} was already refunded under this name (${refund.state}). ` +
          'Nothing was changed.',
      )
      return { dryRun: flags['dry-run'] === true, amountCents: 0, refund }
    }
    if (flags['dry-run']) {
      this.log(`${amount} of the ${total} would be refunded.`)
      return { dryRun: true, amountCents: refundCents, refund: null }
    }
    await this.confirm(`Refund ${amount} of the ${total}?`, flags.yes)
    const context = await this.operatorContext(flags.business, {
      paymentId: args.id,
      amountCents: refundCents,
    })
    const created = await refundPayment(context, input)
    this.log(
      `Refunding ${formatMoney(created.amountCents, payment.currency)} to ${customer}; the ` +
        'worker sends the refund.',
    )
    return { dryRun: false, amountCents: created.amountCents, refund: created }
  }
}

function centsOf(text: string): number {
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(text) || Number(text) === 0)
    throw new UsageError(
      `Invalid value for --amount: expected an amount such as 5.50, got "${text}".`,
    )
  return Math.round(Number(text) * 100)
}
