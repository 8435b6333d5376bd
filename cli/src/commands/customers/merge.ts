import { Args, Flags } from '@oclif/core'
import type { MovedRecords } from '@silla/core'
import { explainMerge } from '../../errors/customer-errors.ts'
import { CliError } from '../../errors/report-error.ts'
import { businessFlag, yesFlag } from '../../flags/common-flags.ts'
import { nameOf } from '../../format/blocked-customer.ts'
import { formatMoved } from '../../format/moved-records.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class CustomersMerge extends SillaCommand {
  static override summary = 'Merge a customer into another'
  static override description =
    'Bookings, orders, payments, waitlist entries, notes, consents and points of OTHER become those ' +
    'of KEEP, who stays as they are: email address and phone number are taken from OTHER where they ' +
    'are empty. KEEP is blocked if one of both was. Guests who book with the other email address are ' +
    'KEEP from now on. OTHER must not have an account. This cannot be undone: on a terminal you have ' +
    'to type the email address, or the id of a customer without one, to confirm; without a terminal ' +
    'it needs --yes. --dry-run only shows what would move.'
  static override examples = [
    '<%= config.bin %> customers merge barberia-centro lucia@example.com 17 --dry-run',
    '<%= config.bin %> customers merge barberia-centro 17 lucia@example.com --yes --json',
  ]
  static override args = {
    keep: Args.string({
      description: 'The email address or the id of the customer who stays.',
      required: true,
    }),
    other: Args.string({
      description: 'The email address or the id of the customer who is merged into them.',
      required: true,
    }),
  }
  static override flags = {
    business: businessFlag,
    'dry-run': Flags.boolean({ description: 'Only show what would move.' }),
    yes: yesFlag,
  }

  async run(): Promise<Merge> {
    const { args, flags } = await this.parse(CustomersMerge)
    const [{ findCurrentCustomer }, { mergeCustomers }] = await Promise.all([
      import('@silla/core/customers/find-customer'),
      import('@silla/core/customers/merge-customers'),
    ])
    const readContext = await this.operatorContext(flags.business)
    const target = await findCurrentCustomer(readContext, args.keep)
    const source = await findCurrentCustomer(readContext, args.other)
    if (target.id === source.id)
      throw new CliError(`Both are customer ${target.id} of ${flags.business}.`)
    const pair = { targetId: target.id, sourceId: source.id }
    const merge = async (simulated: boolean) => {
      const context = await this.operatorContext(flags.business, { customerId: target.id })
      return explainMerge(pair, mergeCustomers(context, { ...pair, simulated }))
    }

    const { moved } = await merge(true)
    this.log(`${nameOf(source)} becomes ${nameOf(target)}. To move: ${formatMoved(moved)}.`)
    if (flags['dry-run']) return { dryRun: true, ...pair, moved }

    const proof = target.email || String(target.id)
    await this.confirmByTyping(proof, 'This cannot be undone.', flags.yes)
    const merged = await merge(false)
    this.log(`Merged customer ${source.id} into ${target.id} at ${flags.business}.`)
    return { dryRun: false, ...pair, moved: merged.moved }
  }
}

interface Merge {
  dryRun: boolean
  /** Who stays. */
  targetId: number
  /** Who is merged into them. */
  sourceId: number
  moved: MovedRecords
}
