import { Flags } from '@oclif/core'
import type { Payout, PayoutDetail, PayoutSums } from '@silla/core'
import { businessFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class PaymentsPayouts extends SillaCommand {
  static override summary = 'List what the processor has paid out'
  static override description =
    'Payouts to the bank account of a business, the latest first, as the worker read them last night; ' +
    '--refresh reads them from the processor first. With --payout the lines of one: payments, refunds, ' +
    "disputes and fees, which add up to its amount. Days are in the salon's time zone."
  static override examples = [
    '<%= config.bin %> payments payouts barberia-centro',
    '<%= config.bin %> payments payouts barberia-centro --from 2027-01-01 --to 2027-01-31 --json',
    '<%= config.bin %> payments payouts barberia-centro --payout 1042',
    '<%= config.bin %> payments payouts barberia-centro --refresh',
  ]
  static override flags = {
    business: businessFlag,
    from: Flags.string({ description: 'The first day.', helpValue: 'DAY' }),
    to: Flags.string({ description: 'The last day.', helpValue: 'DAY' }),
    payout: Flags.integer({
      description: 'The id of a payout, to show its lines.',
      min: 1,
      max: Number.MAX_SAFE_INTEGER,
      exclusive: ['from', 'to'],
    }),
    max: Flags.integer({
      description: 'How many payouts, or lines, are listed.',
      default: 50,
      min: 1,
      max: 1000,
    }),
    refresh: Flags.boolean({ description: 'Read them from the processor first.' }),
  }

  async run(): Promise<ListedPayouts> {
    const { flags } = await this.parse(PaymentsPayouts)
    if (flags.refresh) await this.refresh(flags.business)
    const [{ findPayout }, { listPayouts }, { payoutTable, payoutText }, { parseDayRange }] =
      await Promise.all([
        import('@silla/core/payments/payouts/find-payout'),
        import('@silla/core/payments/payouts/list-payouts'),
        import('../../format/payouts.ts'),
        import('../../flags/parse-days.ts'),
      ])
    const context = await this.operatorContext(flags.business)
    const { timezone } = (await context.tenant.catalog()).settings
    const { max: limit } = flags
    if (flags.payout !== undefined) {
      const { payout, sums, entries, next } = await findPayout(context, {
        ...{ payoutId: flags.payout, after: null, limit },
      })
      this.log(payoutText({ payout, sums, entries }, timezone))
      if (next !== null) this.log(`The first ${limit} of ${sums.entryCount} lines; see --max.`)
      return { payouts: [payout], sums, entries, hasMore: next !== null }
    }
    const range = parseDayRange({ from: flags.from, to: flags.to }, timezone, context.clock.now())
    const { payouts, next } = await listPayouts(context, { ...range, after: null, limit })
    this.log(
      payouts.length === 0
        ? `${flags.business} has no matching payouts.`
        : payoutTable(payouts, timezone),
    )
    if (next !== null) this.log(`The latest ${limit}; see --max, --from and --to.`)
    return { payouts, sums: null, entries: [], hasMore: next !== null }
  }

  /** Reads the balance of every account that the salon has had. */
  private async refresh(slug: string): Promise<void> {
    const [{ readBalances }, { processors }] = await Promise.all([
      import('@silla/core/payments/payouts/read-balance'),
      import('../../db/processor.ts'),
    ])
    await readBalances(await this.tenantContext(slug), processors())
  }
}

interface ListedPayouts {
  payouts: Payout[]
  /** Of the lines of one; null: a list of payouts. */
  sums: PayoutSums | null
  /** Its lines; none in a list of payouts. */
  entries: PayoutDetail['entries']
  /** Whether there are more than --max. */
  hasMore: boolean
}
