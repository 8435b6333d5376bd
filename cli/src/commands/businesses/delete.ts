import { Flags } from '@oclif/core'
import type { DeletionPlan } from '@silla/core'
import { CliError } from '../../errors/report-error.ts'
import { slugArgument } from '../../flags/slug-argument.ts'
import { yesFlag } from '../../flags/yes-flag.ts'
import { pluralize } from '../../format/pluralize.ts'
import { withProgress } from '../../format/with-progress.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class BusinessesDelete extends SillaCommand {
  static override summary = 'Delete a business with all it has'
  static override description =
    'Bookings, customers, catalogue, keys, letters: everything goes, for good, in one transaction. What stays is the audit log and a note that the business was here. It tells first how much there is, and on a terminal asks for the slug to be typed. A live business with bookings to come is refused without --allow-orphaned; nobody is told of them. To stop serving a salon without losing anything there is businesses suspend.'
  static override examples = [
    '<%= config.bin %> businesses delete barberia-centro --dry-run',
    '<%= config.bin %> businesses delete barberia-centro',
    '<%= config.bin %> businesses delete barberia-centro --yes --json',
  ]
  static override args = { slug: slugArgument }
  static override flags = {
    'dry-run': Flags.boolean({ description: 'Only tell how much would go.' }),
    yes: yesFlag,
    'allow-orphaned': Flags.boolean({
      description: 'Go on although a live business has bookings to come.',
    }),
  }

  async run() {
    const { args, flags } = await this.parse(BusinessesDelete)
    const [{ deleteBusiness, planDeletion }, { table }] = await Promise.all([
      import('@silla/core/provisioning/delete-business'),
      import('../../format/table.ts'),
    ])
    const admin = await this.admin()
    const plan = await planDeletion(admin, args.slug)
    this.log(
      `${plan.slug}: a ${plan.mode} business with ${pluralize(plan.comingBookings, 'booking')} to come`,
    )
    this.log(
      table(
        ['Table', 'Rows'],
        plan.rows.map(({ table, count }) => [table, String(count)]),
      ),
    )
    if (flags['dry-run']) return { dryRun: true, deleted: false, plan }
    const allowOrphaned = flags['allow-orphaned']
    if (!allowOrphaned) refuseStranding(plan)
    await this.confirmByTyping(plan.slug, 'All of this will be lost for good.', flags.yes)
    const deleted = await withProgress(`Deleting ${plan.slug}`, this.jsonEnabled(), (onProgress) =>
      deleteBusiness(admin, args.slug, {
        allowOrphaned,
        ...(onProgress === undefined ? {} : { onProgress }),
      }),
    )
    this.log(`${deleted.slug} is deleted.`)
    return { dryRun: false, deleted: true, plan: deleted }
  }
}

function refuseStranding({ slug, mode, comingBookings }: DeletionPlan): void {
  if (mode !== 'live' || comingBookings === 0) return
  const count = pluralize(comingBookings, 'booking')
  throw new CliError(
    `${slug} is live and has ${count} to come: cancel them first, or say --allow-orphaned.`,
  )
}
