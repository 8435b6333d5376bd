import { Flags } from '@oclif/core'
import { optionalBusinessFlag, pageOf, pagingFlags } from '../../flags/common-flags.ts'
import { pageFacts, pageText } from '../../format/list-page.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class JobsList extends SillaCommand {
  static override summary = 'List background jobs'
  static override description =
    'Jobs that wait, run, will be retried, or failed permanently (dead). Dead jobs come first ' +
    'and stay until they are retried. Times are in UTC, or with --business in the time zone of ' +
    'the salon. --json prints the number of jobs on all pages as `total`; of more than ' +
    '10,000 only those are counted, and `totalIsExact` is false.'
  static override examples = [
    '<%= config.bin %> jobs list',
    '<%= config.bin %> jobs list --dead',
    '<%= config.bin %> jobs list barberia-centro --limit 10 --json',
  ]
  static override flags = {
    business: optionalBusinessFlag('Only jobs of the business with this slug.'),
    dead: Flags.boolean({ description: 'Only jobs that failed permanently.', default: false }),
    ...pagingFlags,
  }

  async run() {
    const { flags } = await this.parse(JobsList)
    const [{ listJobs }, { showBusiness }, { table }, { formatLocalTime }] = await Promise.all([
      import('@silla/core/jobs/manage-jobs'),
      import('@silla/core/provisioning/show-business'),
      import('../../format/table.ts'),
      import('../../text/values.ts'),
    ])
    const admin = await this.admin()
    const { business: slug } = flags
    const { timezone } = slug === undefined ? { timezone: 'UTC' } : await showBusiness(admin, slug)
    const filter = { slug, onlyDead: flags.dead, ...pageOf(flags) }
    const { jobs, total, totalIsExact } = await listJobs(admin, filter)
    const rows = jobs.map((job) => [
      String(job.id),
      job.task,
      job.business ?? '-',
      job.state,
      `${job.attempts}/${job.maxAttempts}`,
      formatLocalTime(job.runAt, timezone),
      job.lastError.split('\n')[0] ?? '',
    ])
    const headings = ['ID', 'Task', 'Business', 'State', 'Attempts', 'Due', 'Last error']
    const empty = flags.dead ? 'There are no dead jobs.' : 'There are no jobs.'
    this.log(pageText(flags, total, table(headings, rows), empty, totalIsExact))
    return { jobs, totalIsExact, ...pageFacts(flags, total) }
  }
}
