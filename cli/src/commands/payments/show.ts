import { CliError } from '../../errors/report-error.ts'
import { businessFlag } from '../../flags/business-flag.ts'
import { paymentArgument } from '../../flags/payment-argument.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class PaymentsShow extends SillaCommand {
  static override summary = 'Show one payment'
  static override description =
    "What was asked for, what the processor told of it, what goes back and what is disputed. Times are the salon's."
  static override examples = [
    '<%= config.bin %> payments show 1042 --business barberia-centro',
    '<%= config.bin %> payments show 1042 --business barberia-centro --json',
  ]
  static override args = { id: paymentArgument }
  static override flags = { business: businessFlag }

  async run() {
    const { args, flags } = await this.parse(PaymentsShow)
    const [{ showBusiness }, { showPayment }, { paymentCard }] = await Promise.all([
      import('@silla/core/provisioning/show-business'),
      import('@silla/core/payments/show-payment'),
      import('../../format/payment-card.ts'),
    ])
    const { timezone } = await showBusiness(await this.admin(), flags.business)
    const detail = await showPayment(await this.worker(flags.business), args.id)
    if (detail === null) throw new CliError(`${flags.business} has no payment ${args.id}.`)
    this.log(paymentCard(detail, timezone))
    return detail
  }
}
