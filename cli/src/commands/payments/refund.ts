import { randomUUID } from 'node:crypto'
import { Flags } from '@oclif/core'
import type { Refund } from '@silla/core'
import { UsageError } from '../../errors/report-error.ts'
import { businessFlag } from '../../flags/business-flag.ts'
import { paymentArgument } from '../../flags/payment-argument.ts'
import { yesFlag } from '../../flags/yes-flag.ts'
import { money } from '../../format/money.ts'
import { paymentSubject } from '../../format/payment-subject.ts'
import { sanitize } from '../../format/sanitize.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class PaymentsRefund extends SillaCommand {
  static override summary = 'Give a payment back'
  static override description =
    'All that is left of it, or a part. What was paid for stays as it is: to cancel a booking cancels its payment too. The worker sends the refund; payments show tells what became of it. Asks first on a terminal; elsewhere it needs --yes. --dry-run only tells how much would go back.'
  static override examples = [
    '<%= config.bin %> payments refund 1042 --business barberia-centro',
    '<%= config.bin %> payments refund 1042 --business barberia-centro --dry-run',
    '<%= config.bin %> payments refund 1042 --business barberia-centro --amount 5.50 --yes --json',
  ]
  static override args = { id: paymentArgument }
  static override flags = {
    business: businessFlag,
    amount: Flags.string({
      description: 'How much; all that is left unless told.',
      helpValue: '5.50',
    }),
    name: Flags.string({
      description: 'A name of your own: what has the same name is refunded once.',
    }),
    'dry-run': Flags.boolean({ description: 'Only tell how much would go back.' }),
    yes: yesFlag,
  }

  async run(): Promise<{ dryRun: boolean; amountCents: number; refund: Refund | null }> {
    const { args, flags } = await this.parse(PaymentsRefund)
    const amountCents = flags.amount === undefined ? null : centsOf(flags.amount)
    const { planRefund, refundPayment } = await import('@silla/core/payments/refund-payment')
    const input = { paymentId: args.id, amountCents, name: flags.name ?? randomUUID() }
    const {
      payment,
      amountCents: goesBack,
      refund,
    } = await planRefund(await this.actFor(flags.business), input)
    const what = money(goesBack, payment.currency)
    const customer = sanitize(payment.customerName)
    const whole = `${money(payment.amountCents, payment.currency)} that ${customer} paid for ${paymentSubject(payment)}`
    if (refund !== null) {
      this.log(
        `${what} of the ${whole} went back under this name already (${refund.state}): nothing more does.`,
      )
      return { dryRun: flags['dry-run'] === true, amountCents: 0, refund }
    }
    if (flags['dry-run']) {
      this.log(`${what} would go back of the ${whole}.`)
      return { dryRun: true, amountCents: goesBack, refund: null }
    }
    await this.confirm(`Give ${what} back of the ${whole}?`, flags.yes)
    const context = await this.actFor(flags.business, { paymentId: args.id, amountCents: goesBack })
    const made = await refundPayment(context, input)
    this.log(
      `${money(made.amountCents, payment.currency)} go back to ${customer}; the worker sends them.`,
    )
    return { dryRun: false, amountCents: made.amountCents, refund: made }
  }
}

function centsOf(text: string): number {
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(text) || Number(text) === 0)
    throw new UsageError(`--amount ${text} is not understood: say 5.50.`)
  return Math.round(Number(text) * 100)
}
