import { Flags } from '@oclif/core'
import { CliError } from '../../errors/report-error.ts'
import { customerArgument } from '../../flags/arguments.ts'
import { businessFlag } from '../../flags/common-flags.ts'
import { nameOf } from '../../format/blocked-customer.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class CustomersAdjustPoints extends SillaCommand {
  static override summary = "Add or deduct a customer's loyalty points"
  static override description =
    'Adds a points movement of the kind "ajuste", which the customer sees with its reason. The ' +
    'balance cannot become negative.'
  static override examples = [
    '<%= config.bin %> customers adjust-points barberia-centro lucia@example.com --points 50 --reason "Por las molestias"',
    '<%= config.bin %> customers adjust-points barberia-centro 17 --points=-20 --reason "Canje en tienda" --json',
  ]
  static override args = { customer: customerArgument }
  static override flags = {
    business: businessFlag,
    points: Flags.integer({
      description: 'The number of points; negative to deduct.',
      required: true,
      min: -1_000_000,
      max: 1_000_000,
      helpValue: 'POINTS',
    }),
    reason: Flags.string({
      description: 'The reason, shown to the customer; up to 500 characters.',
      required: true,
      helpValue: 'TEXT',
    }),
  }

  async run() {
    const { args, flags } = await this.parse(CustomersAdjustPoints)
    const { points } = flags
    const reason = readReason(flags.reason)
    if (points === 0) throw new CliError('No points are no adjustment.')
    const [{ adjustPoints }, { findCurrentCustomer }, { explainLowBalance }] = await Promise.all([
      import('@silla/core/customers/adjust-points'),
      import('@silla/core/customers/find-customer'),
      import('../../errors/customer-errors.ts'),
    ])
    const found = await findCurrentCustomer(
      await this.operatorContext(flags.business),
      args.customer,
    )
    const { id: customerId, email } = found
    const context = await this.operatorContext(flags.business, { customerId })
    const named = nameOf(found)
    const { balanceAfter: balance } = await explainLowBalance(
      { named, points },
      adjustPoints(context, { customerId, points, reason }),
    )
    this.log(`${named} now has ${balance} points at ${flags.business}.`)
    const adjusted: AdjustedPoints = {
      ...{ business: flags.business, customerId, email, points, balance },
    }
    return { points: adjusted }
  }
}

interface AdjustedPoints {
  business: string
  customerId: number
  /** Empty for a customer without one. */
  email: string
  points: number
  balance: number
}

/** The reason in one line, as the customer sees it. */
function readReason(text: string): string {
  const reason = text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  if (reason === '') throw new CliError('A reason has to say something.')
  if ([...reason].length > maxReasonLength)
    throw new CliError(`A reason has at most ${maxReasonLength} characters.`)
  return reason
}

const maxReasonLength = 500
