import { randomUUID } from 'node:crypto'
import { Flags } from '@oclif/core'
import type { TillReference } from '@silla/core'
import { UsageError } from '../../errors/report-error.ts'
import { parseAmount } from '../../flags/amount.ts'
import { businessFlag, yesFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class TillCharge extends SillaCommand {
  static override summary = 'Record money that was taken at the desk'
  static override description =
    'For a booking that is confirmed or has taken place, or for an order: at most what was neither ' +
    'paid online nor taken. Without --amount it is all that is left. Nothing is charged: the salon has ' +
    'the money already. Asks for confirmation on a terminal; without a terminal it needs --yes. ' +
    '--dry-run only shows what would be recorded.'
  static override examples = [
    '<%= config.bin %> till charge barberia-centro --booking 7K2MP9QRST --method cash',
    '<%= config.bin %> till charge barberia-centro --booking 7K2MP9QRST --method card --amount 18 --tip 2 --yes',
    '<%= config.bin %> till charge barberia-centro --order 1042 --method cash --dry-run --json',
  ]
  static override flags = {
    business: businessFlag,
    booking: Flags.string({
      description: 'The code or the id of the booking.',
      helpValue: 'BOOKING',
      exactlyOne: ['booking', 'order'],
    }),
    order: Flags.integer({
      description: 'The id of the order.',
      exactlyOne: ['booking', 'order'],
      min: 1,
      max: Number.MAX_SAFE_INTEGER,
    }),
    method: Flags.option({
      description: 'How it was taken; card: with a terminal.',
      options: ['cash', 'card', 'other'] as const,
      required: true,
    })(),
    amount: Flags.string({
      description: 'The amount without the tip; default: all that is left.',
      helpValue: '18.00',
    }),
    tip: Flags.string({ description: 'The tip; default: none.', helpValue: '2.00' }),
    name: Flags.string({
      description: 'An idempotency key of your choice: it takes money only once.',
    }),
    'dry-run': Flags.boolean({ description: 'Only show what would be recorded.' }),
    yes: yesFlag,
  }

  async run() {
    const { flags } = await this.parse(TillCharge)
    const [{ chargeAtTill }, { findTillReference }, { tillRecord, tillSentence }, { formatMoney }] =
      await Promise.all([
        import('@silla/core/till/charge-at-till'),
        import('../../flags/till-reference.ts'),
        import('../../format/till-record.ts'),
        import('../../text/values.ts'),
      ])
    const readContext = await this.operatorContext(flags.business)
    const { timezone } = (await readContext.tenant.catalog()).settings
    const { reference, leftCents } = await findTillReference(readContext, flags)
    const money = {
      method: flags.method,
      amountCents: flags.amount === undefined ? leftCents : parseAmount('amount', flags.amount),
      tipCents: flags.tip === undefined ? 0 : parseAmount('tip', flags.tip),
    }
    if (money.amountCents === 0 && money.tipCents === 0)
      throw new UsageError('Nothing is left to be taken: give an amount or a tip.')
    const tried = await chargeAtTill(readContext, { reference, ...money, simulated: true })
    const sentence = tillSentence(tried)
    const left = `${formatMoney(tried.tillCents, tried.currency)} would be left.`
    if (flags['dry-run']) {
      this.log(`${sentence}: it would be recorded. ${left}`)
      return { dryRun: true, entry: null, leftCents: tried.tillCents }
    }
    await this.confirm(`Record ${sentence}? ${left}`, flags.yes)
    const context = await this.operatorContext(flags.business, {}, 'tillEntryId')
    const entry = await chargeAtTill(
      { ...context, idempotentRequest: requestOf(reference, money, flags.name) },
      { reference, ...money, simulated: false },
    )
    this.log(`Recorded entry ${entry.id}: ${tillSentence(entry)}.`)
    return { dryRun: false, entry: tillRecord(entry, timezone), leftCents: entry.tillCents }
  }
}

const requestOf = (reference: TillReference, money: object, name: string | undefined) => ({
  key: name ?? randomUUID(),
  scope: 'till charge',
  content: JSON.stringify([reference, money]),
  repeated: false,
})
