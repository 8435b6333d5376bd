import { Flags } from '@oclif/core'
import { optionalBusinessFlag, pageOf, pagingFlags } from '../../flags/common-flags.ts'
import { pageFacts, pageText } from '../../format/list-page.ts'
import { SillaCommand } from '../../silla-command.ts'
import { dim } from '../../text/terminal.ts'

export default class JobsList extends SillaCommand {
  static override summary = 'List background jobs'
  static override description =
    'Jobs that wait, run, will be retried, or failed permanently (dead). Dead jobs come first ' +
    'and stay until they are retried; then by priority and due time. Times are in UTC, or with --business ' +
    'in the time zone of the salon. --json prints the number of jobs on all pages as `total`; of more than ' +
    '10,000 only those are counted, and `totalIsExact` is false. `next` is what --after takes for the ' +
    'next page.'
  static override examples = [
    '<%= config.bin %> jobs list',
    '<%= config.bin %> jobs list --dead',
    '<%= config.bin %> jobs list barberia-centro --limit 10 --json',
  ]
  static override flags = {
    business: optionalBusinessFlag('Only jobs of the business with this slug.'),
    dead: Flags.boolean({ description: 'Only jobs that failed permanently.', default: false }),
    after: Flags.string({
      description:
        'Only jobs after this place, which is printed below a page: in many pages each job appears once, though ' +
        'others are added or run meanwhile. One that is due at another time since, such as after an attempt, may ' +
        'appear again.',
      helpValue: 'PLACE',
      exclusive: ['page'],
    }),
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
    const filter = { slug, onlyDead: flags.dead, after: flags.after, ...pageOf(flags) }
    const { jobs, total, totalIsExact, next } = await listJobs(admin, filter)
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
    const text = table(headings, rows)
    if (flags.after === undefined) this.log(pageText(flags, total, text, empty, totalIsExact))
    else this.log(jobs.length > 0 ? text : 'There are no jobs after this place.')
    if (next !== null) this.log(dim(`Next page: --after ${next}`))
    return { jobs, totalIsExact, next, ...pageFacts(flags, total) }
  }
}
