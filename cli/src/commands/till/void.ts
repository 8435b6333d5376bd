import { Args, Flags } from '@oclif/core'
import { UsageError } from '../../errors/report-error.ts'
import { businessFlag, yesFlag } from '../../flags/common-flags.ts'
import { readBookingText } from '../../flags/reason-flags.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class TillVoid extends SillaCommand {
  static override summary = 'Reverse money that was taken at the desk'
  static override description =
    'Records a second entry with the amounts negated, tip included, for money that was given back or ' +
    'never taken. The first one stays as it is. Each can be reversed once. Asks for confirmation on a ' +
    'terminal; without a terminal it needs --yes. --dry-run only shows what would be recorded.'
  static override examples = [
    '<%= config.bin %> till void barberia-centro 1042 --reason "Paid by card"',
    '<%= config.bin %> till void barberia-centro 1042 --reason "Paid by card" --dry-run',
    '<%= config.bin %> till void barberia-centro 1042 --reason "Paid by card" --yes --json',
  ]
  static override args = {
    entry: Args.integer({
      description: 'The id of the entry, as shown by till list.',
      required: true,
      min: 1,
      max: Number.MAX_SAFE_INTEGER,
    }),
  }
  static override flags = {
    business: businessFlag,
    reason: Flags.string({
      description: 'The reason, for staff only; up to 500 characters.',
      required: true,
      helpValue: 'TEXT',
    }),
    'dry-run': Flags.boolean({ description: 'Only show what would be recorded.' }),
    yes: yesFlag,
  }

  async run() {
    const { args, flags } = await this.parse(TillVoid)
    const reason = readBookingText('reason', flags.reason)
    if (reason === null) throw new UsageError('--reason is empty.')
    const [{ voidTillEntry }, { tillRecord, tillSentence }] = await Promise.all([
      import('@silla/core/till/void-till-entry'),
      import('../../format/till-record.ts'),
    ])
    const readContext = await this.operatorContext(flags.business)
    const { timezone } = (await readContext.tenant.catalog()).settings
    const input = { entryId: args.entry, reason }
    const tried = await voidTillEntry(readContext, { ...input, simulated: true })
    if (flags['dry-run']) {
      this.log(`${tillSentence(tried)}: it would be reversed.`)
      return { dryRun: true, entry: null, leftCents: tried.tillCents }
    }
    await this.confirm(`Reverse ${tillSentence(tried)}?`, flags.yes)
    const context = await this.operatorContext(flags.business, {}, 'tillEntryId')
    const entry = await voidTillEntry(context, { ...input, simulated: false })
    this.log(`Reversed entry ${args.entry} with entry ${entry.id}.`)
    return { dryRun: false, entry: tillRecord(entry, timezone), leftCents: entry.tillCents }
  }
}
