import { Flags } from '@oclif/core'
import type { DeletionPlan } from '@silla/core'
import { CliError } from '../../errors/report-error.ts'
import { businessFlag, yesFlag } from '../../flags/common-flags.ts'
import { originOf } from '../../flags/origin.ts'
import { pluralize } from '../../format/pluralize.ts'
import { withProgress } from '../../format/with-progress.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class BusinessesDelete extends SillaCommand {
  static override summary = 'Delete a business and all its data'
  static override description =
    'Deletes bookings, customers, catalog, keys and emails permanently, in one transaction. The ' +
    'audit log and a tombstone of the business stay. Shows the number of rows first; on a ' +
    'terminal you have to type the slug to confirm. A live business with upcoming bookings needs ' +
    '--allow-orphaned; their customers are not notified. To stop serving a salon without ' +
    'deleting anything, use businesses suspend.'
  static override examples = [
    '<%= config.bin %> businesses delete barberia-centro --dry-run',
    '<%= config.bin %> businesses delete barberia-centro',
    '<%= config.bin %> businesses delete barberia-centro --yes --json',
    {
      description: 'After businesses restore in another deployment',
      command:
        '<%= config.bin %> businesses delete barberia-centro --allow-orphaned --moved-to https://book.example',
    },
  ]
  static override flags = {
    business: businessFlag,
    'dry-run': Flags.boolean({ description: 'Only show how much would be deleted.' }),
    'moved-to': Flags.string({
      description:
        'Where the salon is served from now on, without a path: its page and calendars are redirected there, and its keys get BUSINESS_MOVED.',
      helpValue: 'URL',
    }),
    yes: yesFlag,
    'allow-orphaned': Flags.boolean({
      description: 'Continue even if a live business has upcoming bookings.',
    }),
  }

  async run() {
    const { flags } = await this.parse(BusinessesDelete)
    const [{ deleteBusiness, planDeletion }, { table }] = await Promise.all([
      import('@silla/core/provisioning/delete-business'),
      import('../../format/table.ts'),
    ])
    const movedTo = originOf('--moved-to', flags['moved-to'])
    const admin = await this.admin()
    const plan = await planDeletion(admin, flags.business)
    this.log(
      `${plan.slug}: a ${plan.mode} business with ` +
        `${pluralize(plan.comingBookings, 'upcoming booking')}`,
    )
    this.log(
      table(
        ['Table', 'Rows'],
        plan.rows.map(({ table, count }) => [table, String(count)]),
      ),
    )
    if (flags['dry-run']) return { dryRun: true, deleted: false, plan }
    const allowOrphaned = flags['allow-orphaned']
    if (!allowOrphaned) assertNoUpcomingBookings(plan)
    await this.confirmByTyping(plan.slug, 'All of this will be deleted permanently.', flags.yes)
    const deleted = await withProgress(`Deleting ${plan.slug}`, this.jsonEnabled(), (onProgress) =>
      deleteBusiness(admin, flags.business, {
        allowOrphaned,
        movedTo,
        ...(onProgress === undefined ? {} : { onProgress }),
      }),
    )
    this.log(`Deleted ${deleted.slug}.`)
    return { dryRun: false, deleted: true, plan: deleted }
  }
}

function assertNoUpcomingBookings({ slug, mode, comingBookings }: DeletionPlan): void {
  if (mode !== 'live' || comingBookings === 0) return
  const count = pluralize(comingBookings, 'upcoming booking')
  throw new CliError(
    `${slug} is live and has ${count}. Cancel them first, or pass --allow-orphaned.`,
  )
}
