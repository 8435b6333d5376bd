import { Flags } from '@oclif/core'
import { pageFacts, pageOf, pageText, pagingFlags } from '../../paging-flags.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class JobsList extends SillaCommand {
  static override summary = "List the worker's jobs"
  static override description =
    'What waits, runs, is tried again, or was given up (dead). Dead ones come first and stay until somebody retries them. Times are UTC. --json tells in `total` how many there are on all pages.'
  static override examples = [
    '<%= config.bin %> jobs list',
    '<%= config.bin %> jobs list --dead',
    '<%= config.bin %> jobs list --business barberia-centro --limit 10 --json',
  ]
  static override flags = {
    business: Flags.string({ char: 'b', description: 'Only those of the business with this slug.', helpValue: 'SLUG' }),
    dead: Flags.boolean({ description: 'Only those that were given up.', default: false }),
    ...pagingFlags,
  }

  async run() {
    const { flags } = await this.parse(JobsList)
    const [{ listJobs }, { table }] = await Promise.all([
      import('@silla/core/jobs/manage-jobs'),
      import('../../table.ts'),
    ])
    const ask = { slug: flags.business, onlyDead: flags.dead, ...pageOf(flags) }
    const { jobs, total } = await listJobs(await this.admin(), ask)
    const rows = jobs.map((job) => [
      String(job.id),
      job.task,
      job.business ?? '-',
      job.state,
      `${job.attempts}/${job.maxAttempts}`,
      job.runAt.toISOString().slice(0, 16).replace('T', ' '),
      job.lastError.split('\n')[0] ?? '',
    ])
    const headings = ['ID', 'Task', 'Business', 'State', 'Tries', 'Due', 'Last error']
    const nothing = flags.dead ? 'No job was given up.' : 'There are no jobs.'
    this.log(pageText(flags, total, rows.length === 0 ? null : table(headings, rows), nothing))
    return { jobs, ...pageFacts(flags, total) }
  }
}
