import { Flags } from '@oclif/core'
import { pageOf, pagingFlags } from '../../flags/paging-flags.ts'
import { pageFacts, pageText } from '../../format/list-page.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class JobsList extends SillaCommand {
  static override summary = "List the worker's jobs"
  static override description =
    'What waits, runs, is tried again, or was given up (dead). Dead ones come first and stay until somebody retries them. Times are UTC; with --business they are those of the salon. --json tells in `total` how many there are on all pages.'
  static override examples = [
    '<%= config.bin %> jobs list',
    '<%= config.bin %> jobs list --dead',
    '<%= config.bin %> jobs list --business barberia-centro --limit 10 --json',
  ]
  static override flags = {
    business: Flags.string({
      char: 'b',
      description: 'Only those of the business with this slug.',
      helpValue: 'SLUG',
    }),
    dead: Flags.boolean({ description: 'Only those that were given up.', default: false }),
    ...pagingFlags,
  }

  async run() {
    const { flags } = await this.parse(JobsList)
    const [{ listJobs }, { showBusiness }, { table }, { localTime }] = await Promise.all([
      import('@silla/core/jobs/manage-jobs'),
      import('@silla/core/provisioning/show-business'),
      import('../../format/table.ts'),
      import('../../format/local-time.ts'),
    ])
    const admin = await this.admin()
    const { business: slug } = flags
    const { timezone } = slug === undefined ? { timezone: 'UTC' } : await showBusiness(admin, slug)
    const { jobs, total } = await listJobs(admin, { slug, onlyDead: flags.dead, ...pageOf(flags) })
    const rows = jobs.map((job) => [
      String(job.id),
      job.task,
      job.business ?? '-',
      job.state,
      `${job.attempts}/${job.maxAttempts}`,
      localTime(job.runAt, timezone),
      job.lastError.split('\n')[0] ?? '',
    ])
    const headings = ['ID', 'Task', 'Business', 'State', 'Tries', 'Due', 'Last error']
    const nothing = flags.dead ? 'No job was given up.' : 'There are no jobs.'
    this.log(pageText(flags, total, table(headings, rows), nothing))
    return { jobs, ...pageFacts(flags, total) }
  }
}
